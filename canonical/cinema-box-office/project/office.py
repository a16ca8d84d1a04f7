"""What every screen works on."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bookings import Bookings
from password import PasswordKeeper
from showings import Showing, read_showings


@dataclass
class Office:
    """The open box office: its showings, bookings and the manager's password."""

    showings: dict[int, Showing]
    bookings: Bookings
    password: PasswordKeeper

    @staticmethod
    def now() -> datetime:
        """Return the time of the clock."""
        return datetime.now()

    def coming(self) -> list[Showing]:
        """The showings that have not begun, in the order of time."""
        now = self.now()
        coming = [showing for showing in self.showings.values() if not showing.has_begun(now)]
        return sorted(coming, key=lambda showing: (showing.starts, showing.number))


def open_office(folder: Path) -> Office:
    """Read everything from `folder`. Raises `ShowingsDamaged` or `BookingsDamaged`."""
    return Office(
        showings=read_showings(folder / "showings.json"),
        bookings=Bookings(folder / "bookings.json"),
        password=PasswordKeeper(folder / "manager.key"),
    )
