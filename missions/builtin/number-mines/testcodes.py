"""Simulated use by a careful player.

The testcodes lay the mines themselves by the rule of the prompt, so they know every grid. Nothing has to be asked: all
answers are laid down.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from missions import ConsoleUser, Inputs, testcode

SIZES = {"s": (8, 8, 10), "m": (12, 10, 20), "l": (16, 16, 40)}
NAMES = {"s": "Small", "m": "Medium", "l": "Large"}

Field = tuple[int, int]


@dataclass(frozen=True)
class Minefield:
    """The grid of a size and a seed; a field is (column, row), from 0."""

    size: str
    seed: int

    @property
    def columns(self) -> int:
        return SIZES[self.size][0]

    @property
    def rows(self) -> int:
        return SIZES[self.size][1]

    @property
    def mines(self) -> set[Field]:
        columns, rows, count = SIZES[self.size]
        x, mines = self.seed, set[Field]()
        while len(mines) < count:
            x = (1103515245 * x + 12345) % 2147483648
            number = (x // 65536) % (columns * rows)
            mines.add((number % columns, number // columns))
        return mines

    @property
    def fields(self) -> list[Field]:
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    @property
    def safe(self) -> list[Field]:
        mines = self.mines
        return [field for field in self.fields if field not in mines]

    def around(self, field: Field) -> list[Field]:
        column, row = field
        near = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
        return [(c, r) for c, r in near if 0 <= c < self.columns and 0 <= r < self.rows]

    def count(self, field: Field) -> int:
        mines = self.mines
        return sum(near in mines for near in self.around(field))

    def opened_by(self, field: Field, flags: Sequence[Field] = ()) -> set[Field]:
        """All fields that are open after this one was opened in a closed grid."""
        opened, waiting = set[Field](), [field]
        while waiting:
            now = waiting.pop()
            if now in opened or now in flags:
                continue
            opened.add(now)
            if not self.count(now):
                waiting += self.around(now)
        return opened

    def grid(self, opened: set[Field], flags: Sequence[Field] = (), *, over: bool = False) -> list[str]:
        """The rows of the grid as the program shows them."""
        return [
            f"{row + 1} " + " ".join(self.sign((column, row), opened, flags, over) for column in range(self.columns))
            for row in range(self.rows)
        ]

    def sign(self, field: Field, opened: set[Field], flags: Sequence[Field], over: bool) -> str:
        if over and field in self.mines:
            return "*"
        if field in opened:
            return str(self.count(field) or ".")
        return "F" if field in flags else "#"

    def moves_to_win(self) -> list[Field]:
        """Fields that open the whole grid, large empty areas first."""
        left, moves = set(self.safe), list[Field]()
        for field in sorted(self.safe, key=lambda field: self.count(field) > 0):
            if field in left:
                moves.append(field)
                left -= self.opened_by(field)
        return moves


def named(field: Field) -> str:
    return f"{chr(ord('A') + field[0])}{field[1] + 1}"


def begins(user: ConsoleUser, minefield: Minefield) -> None:
    """Begin a game from the main menu."""
    for answer in ("1", minefield.size, str(minefield.seed)):
        user.enters(answer)


def shows_grid(user: ConsoleUser, rows: Sequence[str]) -> None:
    """The last grid in the output has exactly these rows, one below the other."""
    lines = [" ".join(line.split()) for line in user.output().splitlines()]
    found = [line for line in lines if re.fullmatch(r"\d+( [#F.*\d])+", line)][-len(rows) :]
    assert found == list(rows), f"the grid shows {found}, expected was {list(rows)}"


def still_lays_mines(user: ConsoleUser, inputs: Inputs) -> None:
    """After a start, a game with a drawn seed has its mines and numbers where the rule lays them."""
    user.starts()
    minefield = Minefield("s", inputs.randrange(1_000_000))
    field = inputs.choice([field for field in minefield.safe if minefield.count(field)])
    begins(user, minefield)
    user.enters(f"o {named(field)}")
    shows_grid(user, minefield.grid({field}))
    user.enters("q")
    user.sees("You gave up.")
    shows_grid(user, minefield.grid({field}, over=True))


def wins(user: ConsoleUser, minefield: Minefield, name: str | None) -> int:
    """Win a game from the main menu, and return the number of moves; `name` is given when it is asked for."""
    begins(user, minefield)
    moves = minefield.moves_to_win()
    for field in moves:
        user.enters(f"o {named(field)}")
    user.sees(f"You won in {len(moves)} moves.")
    shows_grid(user, minefield.grid(set(minefield.safe)))
    if name is not None:
        user.enters(name)
    return len(moves)


def shows_menu(user: ConsoleUser) -> None:
    """The number of each entry stands in the output; the words beside them are free."""
    for number in "1234":
        user.sees(matching=rf"\b{number}\b")


def scores(*entries: tuple[str, str, int]) -> str:
    return json.dumps([{"size": size, "name": name, "moves": moves} for size, name, moves in entries])


@testcode("Main menu", "Choose what to do")
def the_menu_is_shown_after_each_task(user: ConsoleUser, inputs: Inputs) -> None:
    """At the start, after a list and after a game."""
    user.starts()
    shows_menu(user)
    for wrong in ("5", "", "new game", "0"):
        user.enters(wrong)
        user.sees("Choose 1, 2, 3 or 4.")
    for _ in range(2):
        user.enters("3")
        user.sees("No high scores yet.")
        user.does_not_see("Choose 1, 2, 3 or 4.")
        shows_menu(user)
        user.enters("2")
        user.sees("No saved game.")
    begins(user, Minefield("s", 1))
    user.enters("s")
    user.sees("Saved.")
    shows_menu(user)
    user.enters(" 4 ")
    user.has_left(0)
    still_lays_mines(user, inputs)


@testcode("Main menu", "End at any time")
def a_game_survives_the_end_of_the_program(user: ConsoleUser) -> None:
    """Ctrl+D during a game, and Ctrl+C in a question of the menu."""
    minefield = Minefield("s", 7)
    flag, field = sorted(minefield.mines)[0], next(f for f in minefield.safe if minefield.count(f))
    for key in ("Ctrl+D", "Ctrl+C"):
        user.starts()
        begins(user, minefield)
        user.enters(f"f {named(flag)}")
        user.enters(f"o {named(field)}")
        user.presses(key)
        user.does_not_see("Traceback")
        user.has_left(0)
        user.starts()
        user.enters("2")
        shows_grid(user, minefield.grid({field}, [flag]))
        user.sees("Seed 7, moves 2, mines left 9")
        user.enters("q")
        user.enters("1")
        user.presses(key)
        user.has_left(0)
        user.starts()
        user.enters("2")
        user.sees("No saved game.")


@testcode("Game", "Begin a game")
def all_sizes_begin_closed(user: ConsoleUser, inputs: Inputs) -> None:
    """Wrong sizes and seeds are refused; letters may be capital."""
    user.starts()
    for size in SIZES:
        minefield = Minefield(size, 42)
        user.enters("1")
        for wrong in ("x", "", "8"):
            user.enters(wrong)
            user.sees("Choose s, m or l.")
        user.enters(size.upper())
        for wrong in ("-1", "1000000", "1.5", "forty"):
            user.enters(wrong)
            user.sees("A seed is a whole number from 0 to 999999.")
        user.enters("42")
        shows_grid(user, minefield.grid(set()))
        letters = " ".join(chr(ord("A") + column) for column in range(minefield.columns))
        user.sees(matching=rf"(^|\s){letters}(\s|$)")
        user.sees(f"Seed 42, moves 0, mines left {SIZES[size][2]}")
        user.enters("q")
    still_lays_mines(user, inputs)


@testcode("Game", "Lay mines by the seed")
def mines_follow_from_the_seed(user: ConsoleUser) -> None:
    user.starts()
    for size, seed in (("s", 0), ("m", 999999), ("l", 31415), ("s", 42)):
        minefield = Minefield(size, seed)
        begins(user, minefield)
        user.enters("q")
        user.sees("You gave up.")
        shows_grid(user, minefield.grid(set(), over=True))


@testcode("Game", "Lay mines by the seed")
def a_seed_is_chosen_and_shown(user: ConsoleUser, inputs: Inputs) -> None:
    """With an empty line the program chooses, at other times others; the grid is that of the seed that it shows."""
    user.starts()
    seeds = set[int]()
    for _ in range(3):
        for answer in ("1", "s", ""):
            user.enters(answer)
        seed = int(user.reads_number(" ".join(user.output().split()), r"Seed (\d+), moves 0"))
        assert seed <= 999999, f"the seed is {seed}"
        user.enters("q")
        shows_grid(user, Minefield("s", seed).grid(set(), over=True))
        seeds.add(seed)
        user.moves_clock(minutes=7)
    assert len(seeds) > 1, f"in three games the program chose the seeds {seeds}"
    still_lays_mines(user, inputs)


@testcode("Game", "Open fields")
def open_fields_show_their_numbers(user: ConsoleUser, inputs: Inputs) -> None:
    """Fields with all the numbers that the grid has, one after the other."""
    minefield = Minefield("m", 5)
    user.starts()
    begins(user, minefield)
    opened = set[Field]()
    for number in sorted({minefield.count(field) for field in minefield.safe} - {0}):
        field = next(field for field in minefield.safe if minefield.count(field) == number)
        opened.add(field)
        user.enters(f"O {named(field).lower()} ")
        shows_grid(user, minefield.grid(opened))
    user.sees(f"Seed 5, moves {len(opened)}, mines left 20")
    assert len(opened) >= 4, "the grid should have at least four numbers"
    still_lays_mines(user, inputs)


@testcode("Game", "Open fields")
def empty_areas_open_at_once(user: ConsoleUser, inputs: Inputs) -> None:
    """From the middle and from the edge, around a flag, and as one move."""
    for size, seed in (("l", 11), ("s", 3)):
        minefield = Minefield(size, seed)
        empty = max((f for f in minefield.safe if not minefield.count(f)), key=lambda f: len(minefield.opened_by(f)))
        user.starts()
        begins(user, minefield)
        user.enters(f"o {named(empty)}")
        shows_grid(user, minefield.grid(minefield.opened_by(empty)))
        user.sees(f"Seed {seed}, moves 1,")
        user.enters("q")
        flag = next(field for field in minefield.around(empty) if field in minefield.opened_by(empty))
        begins(user, minefield)
        user.enters(f"f {named(flag)}")
        user.enters(f"o {named(empty)}")
        shows_grid(user, minefield.grid(minefield.opened_by(empty, [flag]), [flag]))
    still_lays_mines(user, inputs)


@testcode("Game", "Flag fields")
def flags_are_put_and_taken_away(user: ConsoleUser, inputs: Inputs) -> None:
    """They protect, also mines, and there may be more of them than mines."""
    minefield = Minefield("s", 99)
    mine = sorted(minefield.mines)[0]
    flags = [mine, *minefield.safe[:10]]
    user.starts()
    begins(user, minefield)
    for number, flag in enumerate(flags, start=1):
        user.enters(f"f {named(flag)}")
        user.sees(f"moves {number}, mines left {10 - number}")
    shows_grid(user, minefield.grid(set(), flags))
    user.enters(f"o {named(mine)}")
    user.sees(f"{named(mine)} has a flag.")
    user.enters(f"F {named(flags[1]).lower()}")
    shows_grid(user, minefield.grid(set(), [mine, *flags[2:]]))
    user.sees("moves 12, mines left 0")
    user.enters(f"f {named(mine)}")
    user.enters(f"o {named(mine)}")
    user.sees("Boom!")
    still_lays_mines(user, inputs)


@testcode("Game", "Refuse wrong moves")
def refused_moves_do_not_count(user: ConsoleUser, inputs: Inputs) -> None:
    minefield = Minefield("s", 12)
    field = next(field for field in minefield.safe if minefield.count(field))
    user.starts()
    begins(user, minefield)
    user.enters(f"o {named(field)}")
    refused = {
        f"o {named(field)}": f"{named(field)} is open already.",
        f"f {named(field)}": f"{named(field)} is open already.",
        "o i1": "There is no field I1.",
        "o A9": "There is no field A9.",
        "f A0": "There is no field A0.",
        "o 3B": "There is no field 3B.",
        "x B3": "Use o, f, s or q.",
        "": "Use o, f, s or q.",
        "o": "Use o, f, s or q.",
    }
    for move, message in refused.items():
        user.enters(move)
        user.sees(message)
        for other in set(refused.values()) - {message}:
            user.does_not_see(other)
    closed = next(other for other in minefield.safe if minefield.count(other) and other != field)
    user.enters(f"o {named(closed)}")
    shows_grid(user, minefield.grid({field, closed}))
    user.sees("Seed 12, moves 2, mines left 10")
    still_lays_mines(user, inputs)


@testcode("Game", "Lose or give up")
def a_mine_ends_the_game(user: ConsoleUser, inputs: Inputs) -> None:
    """All mines are shown, flags or not; what was open stays open, and no name is asked for."""
    minefield = Minefield("s", 21)
    mines = sorted(minefield.mines)
    field = next(field for field in minefield.safe if minefield.count(field))
    user.starts()
    begins(user, minefield)
    user.enters(f"o {named(field)}")
    user.enters(f"f {named(mines[0])}")
    user.enters(f"o {named(mines[1])}")
    user.sees("Boom!")
    shows_grid(user, minefield.grid({field}, over=True))
    user.enters("3")
    user.sees("No high scores yet.")
    begins(user, minefield)
    user.does_not_see("Boom!")
    user.enters("q")
    user.sees("You gave up.")
    user.enters("2")
    user.sees("No saved game.")
    still_lays_mines(user, inputs)


@testcode("Game", "Win")
def opening_all_safe_fields_wins(user: ConsoleUser, inputs: Inputs) -> None:
    """One field before the last it is not won; flags count as moves, but do not matter otherwise. One move wins a
    grid in which everything belongs to one empty area."""
    minefield = Minefield("s", 4)
    moves = minefield.moves_to_win()
    user.starts()
    begins(user, minefield)
    user.enters(f"f {named(sorted(minefield.mines)[0])}")
    for field in moves[:-1]:
        user.enters(f"o {named(field)}")
        user.does_not_see("You won")
    user.enters(f"o {named(moves[-1])}")
    user.sees(f"You won in {len(moves) + 1} moves.")
    user.enters("Ada")
    user.enters("3")
    user.sees(matching=rf"Small\s+1\. Ada {len(moves) + 1}\b")
    easy = Minefield("s", 19785)
    begins(user, easy)
    user.enters(f"o {named(easy.moves_to_win()[0])}")
    user.sees("You won in 1 move.")
    still_lays_mines(user, inputs)


@testcode("High scores", "Keep the best five")
def the_best_five_are_kept(user: ConsoleUser, inputs: Inputs) -> None:
    """A win like the fourth comes behind it; one like the last does not belong there; other sizes do not matter."""
    minefield = Minefield("s", 4)
    moves = len(minefield.moves_to_win())
    best = [("s", f"Best{n}", n) for n in (1, 2, moves - 1)]
    user.writes("scores.json", scores(*best, ("s", "Equal", moves), ("s", "Last", moves + 5), ("l", "Olga Large", 400)))
    user.starts()
    wins(user, minefield, "Grace")
    user.enters("4")
    user.has_left(0)
    user.starts()
    user.enters("3")
    listed = [*best, ("s", "Equal", moves), ("s", "Grace", moves)]
    lines = [rf"{place}\. {name} {count}" for place, (_, name, count) in enumerate(listed, start=1)]
    user.sees(matching=r"Small\s+" + r"\s+".join(lines) + r"\s+Large\s+1\. Olga Large 400\b")
    user.does_not_see("Last")
    user.does_not_see("Medium")
    kept = user.reads_json(user.reads("scores.json"), list[dict[str, object]])
    assert [entry.get("name") for entry in kept] == [*(name for _, name, _ in listed), "Olga Large"], (
        f"the file holds {kept}"
    )
    still_lays_mines(user, inputs)


@testcode("High scores", "Ask for a name")
def only_the_best_are_asked_for_a_name(user: ConsoleUser, inputs: Inputs) -> None:
    minefield = Minefield("s", 4)
    moves = len(minefield.moves_to_win())
    user.writes("scores.json", scores(*[("s", f"Best{n}", moves) for n in range(5)]))
    user.starts()
    wins(user, minefield, None)
    user.enters("3")
    user.sees(f"5. Best4 {moves}")
    user.enters("4")
    user.has_left(0)
    user.writes("scores.json", scores(*[("s", f"Best{n}", moves) for n in range(4)], ("l", "Olga Large", 5)))
    user.starts()
    wins(user, minefield, None)
    for wrong in ("", "   ", "Thirteenchars"):
        user.enters(wrong)
        user.sees("A name has 1 to 12 characters.")
    user.enters("McTwelveChar")
    user.enters("3")
    user.sees(f"5. McTwelveChar {moves}")
    still_lays_mines(user, inputs)


@testcode("High scores", "Leave damaged scores alone")
def damaged_scores_are_left_alone(user: ConsoleUser) -> None:
    minefield = Minefield("s", 4)
    for damaged in (
        "[{",
        '{"size": "s"}',
        '[{"size": "s", "name": "Ada"}]',
        '[{"size": "s", "name": "A", "moves": "x"}]',
        "{}",
    ):
        user.writes("scores.json", damaged)
        user.starts()
        user.enters("3")
        user.sees("The high scores cannot be read.")
        user.does_not_see("Traceback")
    wins(user, minefield, None)
    user.enters("3")
    user.sees("The high scores cannot be read.")
    assert user.reads("scores.json") == damaged, "the file was changed although it could not be understood"
    user.writes("scores.json", scores(("m", "Ada", 30)))
    user.starts()
    user.enters("3")
    user.sees(matching=r"Medium\s+1\. Ada 30\b")


@testcode("Saved game", "Save and continue")
def a_saved_game_goes_on(user: ConsoleUser, inputs: Inputs) -> None:
    """After a restart, with another game played in between; continuing uses it up."""
    minefield = Minefield("m", 8)
    mine = sorted(minefield.mines)[0]
    numbers = [field for field in minefield.safe if minefield.count(field)][:2]
    user.starts()
    begins(user, minefield)
    user.enters(f"f {named(mine)}")
    user.enters(f"o {named(numbers[0])}")
    user.enters("s")
    user.sees("Saved.")
    user.enters("4")
    user.has_left(0)
    user.starts()
    begins(user, Minefield("s", 1))
    user.enters("q")
    user.enters("2")
    shows_grid(user, minefield.grid({numbers[0]}, [mine]))
    user.sees("Seed 8, moves 2, mines left 19")
    user.enters(f"o {named(numbers[1])}")
    user.enters("S")
    user.enters("2")
    shows_grid(user, minefield.grid(set(numbers), [mine]))
    user.sees("Seed 8, moves 3, mines left 19")
    user.enters(f"f {named(mine)}")
    user.enters(f"o {named(mine)}")
    user.sees("Boom!")
    user.enters("2")
    user.sees("No saved game.")
    user.starts()
    user.enters("2")
    user.sees("No saved game.")
    still_lays_mines(user, inputs)


@testcode("Saved game", "Save and continue")
def a_later_game_takes_the_place_of_the_saved_one(user: ConsoleUser) -> None:
    """And a continued game can be won, which counts all its moves."""
    minefield = Minefield("s", 4)
    moves = minefield.moves_to_win()
    user.starts()
    begins(user, Minefield("l", 2))
    user.enters("s")
    begins(user, minefield)
    user.enters(f"o {named(moves[0])}")
    user.enters("s")
    user.enters("4")
    user.starts()
    user.enters("2")
    shows_grid(user, minefield.grid(minefield.opened_by(moves[0])))
    for field in moves[1:]:
        user.enters(f"o {named(field)}")
    user.sees(f"You won in {len(moves)} moves.")
    user.enters("Ada")
    user.enters("2")
    user.sees("No saved game.")


@testcode("Saved game", "Leave a damaged game alone")
def a_damaged_game_is_left_alone(user: ConsoleUser) -> None:
    user.starts()
    begins(user, Minefield("s", 6))
    user.enters("s")
    good = user.reads("game.json")
    user.enters("4")
    for damaged in ("[]", good[: len(good) // 2], "{}", "no game"):
        user.writes("game.json", damaged)
        user.starts()
        user.enters("2")
        user.sees("The saved game cannot be read.")
        user.does_not_see("Traceback")
        assert user.reads("game.json") == damaged, "the file was changed although it could not be understood"
        user.enters("3")
        user.sees("No high scores yet.")
    user.writes("game.json", good)
    user.starts()
    user.enters("2")
    user.sees("Seed 6, moves 0, mines left 10")


@testcode("Game", "Lay mines by the seed")
def drawn_seeds_lay_their_mines(user: ConsoleUser, inputs: Inputs) -> None:
    """In grids of all sizes."""
    user.starts()
    for size in ("s", "m", "l"):
        minefield = Minefield(size, inputs.randrange(1_000_000))
        begins(user, minefield)
        user.enters("q")
        user.sees("You gave up.")
        shows_grid(user, minefield.grid(set(), over=True))


@testcode("Game", "Open fields")
def drawn_fields_are_opened(user: ConsoleUser, inputs: Inputs) -> None:
    """An empty one with all around it, and a number, in a grid with a drawn seed."""
    user.starts()
    minefield = Minefield("m", inputs.randrange(1_000_000))
    numbers = [field for field in minefield.safe if minefield.count(field)]
    begins(user, minefield)
    opened: set[Field] = set()
    for field in (inputs.choice(minefield.safe), *inputs.sample(numbers, 3)):
        if field not in opened:
            opened |= minefield.opened_by(field)
            user.enters(f"o {named(field)}")
            shows_grid(user, minefield.grid(opened))
