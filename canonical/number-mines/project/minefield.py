"""The grid and its mines, laid by a seed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

LARGEST_SEED = 999_999
MULTIPLIER, INCREMENT, MODULUS, DIVISOR = 1_103_515_245, 12_345, 2_147_483_648, 65_536
"""Constants of the generator that lays the mines."""


class Field(NamedTuple):
    """A place in the grid, from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.column)}{self.row + 1}"


@dataclass(frozen=True)
class Size:
    """Dimensions of a grid and its number of mines."""

    key: str
    name: str
    columns: int
    rows: int
    mines: int


SIZES = {
    size.key: size
    for size in (Size("s", "Small", 8, 8, 10), Size("m", "Medium", 12, 10, 20), Size("l", "Large", 16, 16, 40))
}


@dataclass(frozen=True)
class Minefield:
    """A grid of a size, with mines where the seed wants them."""

    size: Size
    seed: int

    @cached_property
    def mines(self) -> frozenset[Field]:
        """The fields that have mines."""
        mines: set[Field] = set()
        x = self.seed
        while len(mines) < self.size.mines:
            x = (MULTIPLIER * x + INCREMENT) % MODULUS
            row, column = divmod(x // DIVISOR % (self.size.columns * self.size.rows), self.size.columns)
            mines.add(Field(column, row))
        return frozenset(mines)

    def fields(self) -> Iterator[Field]:
        """Yield all fields, row by row."""
        for row in range(self.size.rows):
            for column in range(self.size.columns):
                yield Field(column, row)

    def has(self, field: Field) -> bool:
        """Return True if the field lies in the grid."""
        return 0 <= field.column < self.size.columns and 0 <= field.row < self.size.rows

    def neighbours(self, field: Field) -> list[Field]:
        """Return the up to eight fields around one."""
        steps = (-1, 0, 1)
        around = (Field(field.column + x, field.row + y) for x in steps for y in steps if x or y)
        return [near for near in around if self.has(near)]

    def number(self, field: Field) -> int:
        """Return the number of mines around a field."""
        return sum(near in self.mines for near in self.neighbours(field))

    def area(self, field: Field, closed: Iterable[Field]) -> set[Field]:
        """Return all fields that open with a field without a mine; those in `closed` stay closed."""
        opened = set(closed)
        protected = frozenset(opened)
        waiting = [field]
        while waiting:
            now = waiting.pop()
            if now not in opened:
                opened.add(now)
                if not self.number(now):
                    waiting += self.neighbours(now)
        return opened - protected
