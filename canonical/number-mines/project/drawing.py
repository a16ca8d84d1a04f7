"""The grid as text."""

from game import Game
from minefield import Field

CLOSED, FLAG, NOTHING, MINE = "#", "F", ".", "*"


def draw(game: Game, *, show_mines: bool = False) -> str:
    """Return the grid, line by line."""
    size = game.minefield.size
    width = len(str(size.rows))
    letters = " ".join(str(Field(column, 0))[0] for column in range(size.columns))
    lines = [f"{'':{width}} {letters}"]
    for row in range(size.rows):
        signs = " ".join(_sign(game, Field(column, row), show_mines) for column in range(size.columns))
        lines.append(f"{row + 1:{width}} {signs}")
    return "\n".join(lines)


def status(game: Game) -> str:
    """Return the line below the grid."""
    return f"Seed {game.minefield.seed}, moves {game.moves}, mines left {game.mines_left}"


def _sign(game: Game, field: Field, show_mines: bool) -> str:
    if show_mines and field in game.minefield.mines:
        return MINE
    if field in game.opened:
        return str(game.minefield.number(field) or NOTHING)
    return FLAG if field in game.flags else CLOSED
