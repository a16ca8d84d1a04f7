"""Seats: how they are named, read and drawn."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from string import ascii_uppercase

from dialogue import NotAccepted

MOST_SEATS_AT_ONCE = 12
FREE, TAKEN, BLOCKED = ".", "X", "#"


@dataclass(frozen=True, order=True)
class Seat:
    """A seat: row letter (A is nearest to the screen) and number in the row, from 1."""

    row: str
    number: int

    def __str__(self) -> str:
        return f"{self.row}{self.number}"

    @classmethod
    def named(cls, name: str) -> "Seat":
        """The seat called like `B7`. Raises `ValueError`."""
        if not re.fullmatch(r"[A-Za-z][0-9]{1,3}", name):
            raise ValueError(name)
        return cls(name[0].upper(), int(name[1:]))

    def in_hall(self, rows: int, seats: int) -> bool:
        """Return True when a hall with so many rows and seats has the seat."""
        return self.row in ascii_uppercase[:rows] and 1 <= self.number <= seats

    def on_balcony(self, rows: int) -> bool:
        """Whether the seat is in the last row of a hall with so many rows."""
        return self.row == ascii_uppercase[rows - 1]


def draw_plan(rows: int, seats: int, taken: Collection[Seat], blocked: Collection[Seat]) -> str:
    """The hall from above, screen first; one character for each seat."""
    width = len(str(seats)) + 1
    lines = ["    " + "SCREEN".center(width * seats), "    " + numbers(seats, width)]
    for row in ascii_uppercase[:rows]:
        marks = (mark(Seat(row, number), taken, blocked) for number in range(1, seats + 1))
        lines.append(f"  {row} " + "".join(f"{sign:>{width}}" for sign in marks))
    lines[-1] += "   balcony"
    lines.append(f"  {FREE} free   {TAKEN} taken   {BLOCKED} blocked")
    return "\n".join(lines)


def numbers(seats: int, width: int) -> str:
    """Return the line of seat numbers above a plan."""
    return "".join(f"{number:>{width}}" for number in range(1, seats + 1))


def mark(seat: Seat, taken: Collection[Seat], blocked: Collection[Seat]) -> str:
    """Return the sign of a seat in a plan: free, taken or blocked."""
    if seat in taken:
        return TAKEN
    return BLOCKED if seat in blocked else FREE


def understand_seat(answer: str, rows: int, seats: int) -> Seat:
    """One seat of the hall. Raises `NotAccepted`."""
    try:
        seat = Seat.named(answer)
    except ValueError:
        raise NotAccepted(f"There is no such seat in this hall: {answer}") from None
    if not seat.in_hall(rows, seats):
        raise NotAccepted(f"There is no such seat in this hall: {answer}")
    return seat


def understand_seats(answer: str, rows: int, seats: int, unavailable: Collection[Seat]) -> list[Seat]:
    """Free seats of the hall as a user types them: `B3 B4` or `b3, b4`. Raises `NotAccepted`."""
    wanted: list[Seat] = []
    for name in re.split(r"[\s,]+", answer.strip(" ,")):
        seat = understand_seat(name, rows, seats)
        if seat in wanted:
            raise NotAccepted(f"You named a seat twice: {seat}")
        if seat in unavailable:
            raise NotAccepted(f"This seat is not free: {seat}")
        wanted.append(seat)
    if len(wanted) > MOST_SEATS_AT_ONCE:
        raise NotAccepted(f"One booking has at most {MOST_SEATS_AT_ONCE} seats.")
    return wanted
