"""From a cell to what it means. Every function raises `WrongCell` with the reason."""

from datetime import date, datetime, time
from decimal import Decimal


class WrongCell(ValueError):
    """The cell does not hold what it should; the message says what is wrong."""


def as_text(cell: object, what: str) -> str:
    """Return the text of a cell. Raises WrongCell for an empty one."""
    if cell is None:
        raise WrongCell(f"{what} is empty")
    return str(cell)


def as_whole_number(cell: object, what: str) -> int:
    """Return the whole number in a cell. Raises WrongCell for any other content."""
    number = as_number(cell, what)
    if number != number.to_integral_value():
        raise WrongCell(f"{what} {cell} is not a whole number")
    return int(number)


def as_number(cell: object, what: str) -> Decimal:
    """A number as it is shown: 17.35 is 17.35, not the nearest binary fraction."""
    if cell is None:
        raise WrongCell(f"{what} is empty")
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        raise WrongCell(f"{what} {cell!s} is not a number")
    return Decimal(str(cell))


def as_date(cell: object) -> date:
    """A date cell, or a text like 2025-02-03."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    try:
        return datetime.strptime(str(cell), "%Y-%m-%d").date()
    except ValueError:
        raise WrongCell(f"{shown(cell)} is not a date") from None


def as_minutes(cell: object, what: str) -> int:
    """A time cell, or a text like 08:30, as minutes since midnight."""
    if isinstance(cell, datetime):
        cell = cell.time()
    if not isinstance(cell, time):
        try:
            cell = datetime.strptime(str(cell), "%H:%M").time()
        except ValueError:
            raise WrongCell(f"{what} {shown(cell)} is not a time") from None
    return cell.hour * 60 + cell.minute


def shown(cell: object) -> str:
    """Return a cell's content as messages show it."""
    return "an empty cell" if cell is None else str(cell)
