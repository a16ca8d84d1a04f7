"""Simulated use by a player whose fingers slip."""

from missions import ConsoleUser, Inputs, testcode

from ..testcodes import Minefield, begins, named, shows_grid, still_lays_mines

NOTHING = "Nothing to take back."


@testcode("Game", "Refuse wrong moves")
def refused_moves_do_not_count(user: ConsoleUser, inputs: Inputs) -> None:
    """As before, with one more move."""
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
        "x B3": "Use o, f, u, s or q.",
        "": "Use o, f, u, s or q.",
        "u B3": "Use o, f, u, s or q.",
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


@testcode("Game", "Take moves back")
def moves_are_taken_back(user: ConsoleUser, inputs: Inputs) -> None:
    """An area, a flag put and one taken away, to the beginning; each counts; refused moves are none."""
    minefield = Minefield("s", inputs.randrange(1_000_000))
    number = inputs.choice([field for field in minefield.safe if minefield.count(field)])
    wide = next(field for field in minefield.safe if not minefield.count(field))
    mine = sorted(minefield.mines)[0]
    user.starts()
    begins(user, minefield)
    user.enters("u")
    user.sees(NOTHING)
    user.sees(f"Seed {minefield.seed}, moves 0, mines left 10")
    for move in (f"f {named(mine)}", f"o {named(wide)}", f"o {named(wide)}", f"f {named(mine)}"):
        user.enters(move)
    opened = minefield.opened_by(wide, [mine])
    shows_grid(user, minefield.grid(opened))
    for moves, grid in (
        (4, minefield.grid(opened, [mine])),
        (5, minefield.grid(set(), [mine])),
        (6, minefield.grid(set())),
    ):
        user.enters("U")
        shows_grid(user, grid)
        user.sees(f"Seed {minefield.seed}, moves {moves}, mines left {9 if moves < 6 else 10}")
    user.enters("u")
    user.sees(NOTHING)
    user.enters(f"o {named(number)}")
    shows_grid(user, minefield.grid({number}))
    user.sees(f"Seed {minefield.seed}, moves 7, mines left 10")


@testcode("Game", "Take moves back")
def moves_are_taken_back_after_saving(user: ConsoleUser) -> None:
    """Also after a restart; a win counts the moves that were taken back."""
    minefield = Minefield("s", 4)
    wanted = minefield.moves_to_win()
    mine = sorted(minefield.mines)[0]
    user.starts()
    begins(user, minefield)
    user.enters(f"f {named(mine)}")
    user.enters(f"o {named(wanted[0])}")
    user.enters("s")
    user.starts()
    user.enters("2")
    user.enters("u")
    shows_grid(user, minefield.grid(set(), [mine]))
    user.enters("s")
    user.starts()
    user.enters("2")
    user.enters("u")
    shows_grid(user, minefield.grid(set()))
    user.enters("u")
    user.sees(NOTHING)
    for field in wanted:
        user.enters(f"o {named(field)}")
    user.sees(f"You won in {len(wanted) + 4} moves.")
