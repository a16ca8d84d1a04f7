"""A game: what is open, what has a flag, how many moves were made."""

from dataclasses import dataclass, field

from minefield import Field, Minefield


Position = tuple[frozenset[Field], frozenset[Field]]
"""Open fields and flags."""


class Refused(Exception):
    """A move is not possible; the message says why."""


@dataclass
class Game:
    """A game that is being played."""

    minefield: Minefield
    opened: set[Field] = field(default_factory=set)
    flags: set[Field] = field(default_factory=set)
    moves: int = 0
    earlier: list[Position] = field(default_factory=list)

    @property
    def is_lost(self) -> bool:
        """True once a mine was opened."""
        return not self.opened.isdisjoint(self.minefield.mines)

    @property
    def is_won(self) -> bool:
        """True once all fields without mines are open."""
        size = self.minefield.size
        return not self.is_lost and len(self.opened) == size.columns * size.rows - size.mines

    @property
    def mines_left(self) -> int:
        """The number of mines less that of flags."""
        return self.minefield.size.mines - len(self.flags)

    def open(self, target: Field) -> None:
        """Open a field, and everything around it if there are no mines."""
        self._require_closed(target)
        if target in self.flags:
            raise Refused(f"{target} has a flag.")
        self._remember()
        if target in self.minefield.mines:
            self.opened.add(target)
        else:
            self.opened |= self.minefield.area(target, self.flags)

    def flag(self, target: Field) -> None:
        """Put a flag on a field, or take it away."""
        self._require_closed(target)
        self._remember()
        self.flags ^= {target}

    def take_back(self) -> None:
        """Go back to the position before the last move."""
        if not self.earlier:
            raise Refused("Nothing to take back.")
        self.moves += 1
        self.opened, self.flags = map(set, self.earlier.pop())

    def _remember(self) -> None:
        self.moves += 1
        self.earlier.append((frozenset(self.opened), frozenset(self.flags)))

    def _require_closed(self, target: Field) -> None:
        if target in self.opened:
            raise Refused(f"{target} is open already.")
