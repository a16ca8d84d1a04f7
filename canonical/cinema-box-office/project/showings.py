"""The showings: read from showings.json, listed, and drawn as seating plans."""

import json
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dialogue import NotAccepted, ask, heading
from seating import draw_plan

if TYPE_CHECKING:
    from office import Office

MOST_ROWS = 26
MOST_SEATS = 30


class ShowingsDamaged(Exception):
    """showings.json is missing or cannot be understood; the message says where."""


@dataclass(frozen=True)
class Showing:
    """One film at one time in one hall of `rows` × `seats` seats."""

    number: int
    film: str
    hall: str
    rows: int
    seats: int
    starts: datetime
    price: Decimal
    age: int

    @property
    def capacity(self) -> int:
        """The number of seats in the hall."""
        return self.rows * self.seats

    def has_begun(self, now: datetime) -> bool:
        """Return True when the showing has begun."""
        return self.starts <= now


def read_showings(path: Path) -> dict[int, Showing]:
    """The showings by their numbers. Raises `ShowingsDamaged`."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ShowingsDamaged(f"the file {path.name} is missing.") from None
    except ValueError:
        raise ShowingsDamaged(f"the file {path.name} cannot be read as JSON.") from None
    if not isinstance(entries, list):
        raise ShowingsDamaged(f"the file {path.name} does not hold a list of showings.")
    showings: dict[int, Showing] = {}
    for place, entry in enumerate(entries, start=1):
        try:
            showing = read_showing(entry)
        except (KeyError, TypeError, ValueError, InvalidOperation):
            raise ShowingsDamaged(f"entry {place} of {path.name} is not a showing.") from None
        if showing.number in showings:
            raise ShowingsDamaged(f"the file {path.name} has two showings {showing.number}.")
        showings[showing.number] = showing
    return showings


def read_showing(entry: dict[str, Any]) -> Showing:
    """One entry of the file. Raises `KeyError`, `TypeError`, `ValueError` or `InvalidOperation`."""
    showing = Showing(
        number=int(entry["number"]),
        film=str(entry["film"]),
        hall=str(entry["hall"]),
        rows=int(entry["rows"]),
        seats=int(entry["seats"]),
        starts=datetime.strptime(entry["starts"], "%Y-%m-%d %H:%M"),
        price=Decimal(entry["price"]),
        age=int(entry["age"]),
    )
    if not (1 <= showing.rows <= MOST_ROWS and 1 <= showing.seats <= MOST_SEATS and showing.price > 0):
        raise ValueError("a hall or a price that cannot be")
    return showing


def show_programme(office: "Office") -> None:
    """Screen: the showings that have not begun yet, the next one first."""
    heading("SHOWINGS")
    showings = office.coming()
    if not showings:
        print("There are no showings any more.")
        return
    film = max(len(showing.film) for showing in showings)
    hall = max(len(showing.hall) for showing in showings)
    print(f"{'No':>3}  {'Film':{film}}  {'Hall':{hall}}  {'Starts':16}  {'Price':>6}  Free")
    for showing in showings:
        free = showing.capacity - len(office.bookings.unavailable(showing.number))
        print(
            f"{showing.number:>3}  {showing.film:{film}}  {showing.hall:{hall}}  "
            f"{showing.starts:%Y-%m-%d %H:%M}  {showing.price:>6.2f}  {free:>4}"
        )


def show_seating_plan(office: "Office") -> None:
    """Screen: which seats of a showing are free."""
    print_plan(office, ask_showing(office))


def print_plan(office: "Office", showing: Showing) -> None:
    """Print the plan of a showing's hall."""
    heading(f"{showing.film}, {showing.starts:%Y-%m-%d %H:%M}, {showing.hall}")
    taken = office.bookings.taken(showing.number)
    blocked = office.bookings.blocked(showing.number)
    print(draw_plan(showing.rows, showing.seats, taken, blocked))


def ask_showing(office: "Office") -> Showing:
    """A showing that has not begun yet, asked for by its number."""

    def understand(answer: str) -> Showing:
        for showing in office.coming():
            if str(showing.number) == answer:
                return showing
        raise NotAccepted("There is no such showing in the list.")

    return ask("Number of the showing", understand)
