"""Cinema box office: sell seats, cancel bookings, close the day. Start with `python main.py`."""

import sys
from pathlib import Path

from bookings import BookingsDamaged
from cancelling import cancel_booking, show_booking
from dialogue import Choice, choose
from manager import manager_screen
from office import Office, open_office
from selling import sell_tickets
from showings import ShowingsDamaged, show_programme, show_seating_plan

FOLDER = Path(__file__).resolve().parent
CANNOT_START = 2


def main() -> int:
    """Run the box office until the user leaves; the exit status."""
    try:
        office = open_office(FOLDER)
    except (ShowingsDamaged, BookingsDamaged) as error:
        print(f"The box office cannot open: {error}", file=sys.stderr)
        return CANNOT_START
    print("Welcome to the box office.")
    try:
        main_menu(office)
    except (EOFError, KeyboardInterrupt):
        print()
    print("The box office is closed. Good bye!")
    return 0


def main_menu(office: Office) -> None:
    """The first screen; returns when the user leaves the program."""
    choose(
        "BOX OFFICE",
        [
            Choice("1", "Showings", lambda: show_programme(office)),
            Choice("2", "Seating plan", lambda: show_seating_plan(office)),
            Choice("3", "Sell tickets", lambda: sell_tickets(office)),
            Choice("4", "Look up a booking", lambda: show_booking(office)),
            Choice("5", "Cancel a booking", lambda: cancel_booking(office)),
            Choice("6", "Manager", lambda: manager_screen(office)),
        ],
        leave=Choice("0", "Leave"),
    )


if __name__ == "__main__":
    sys.exit(main())
