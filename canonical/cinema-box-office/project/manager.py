"""Screens behind the manager's password."""

from datetime import date, datetime

from dialogue import Choice, NotAccepted, ask, ask_secret, choose, heading, refuse
from office import Office
from password import SHORTEST
from report import make_report
from seating import Seat, understand_seat
from showings import ask_showing, print_plan

MOST_TRIES = 3


def manager_screen(office: Office) -> None:
    """Screen: ask for the password, then offer what only the manager may do."""
    for _ in range(MOST_TRIES):
        if office.password.is_right(ask_secret("Password")):
            manager_menu(office)
            return
        refuse("The password is wrong.")


def manager_menu(office: Office) -> None:
    """Offer the manager's actions until one is chosen to go back."""
    choose(
        "MANAGER",
        [
            Choice("1", "Daily report", lambda: show_report(office)),
            Choice("2", "Block or free a seat", lambda: block_seat(office)),
            Choice("3", "Change the password", lambda: change_password(office)),
        ],
        leave=Choice("0", "Back to the box office"),
    )


def show_report(office: Office) -> None:
    """Screen: what was sold and paid back on a day."""
    day = ask("Day (YYYY-MM-DD or today)", lambda answer: understand_day(answer, office.now().date()))
    report = make_report(office.bookings, day)
    heading(f"REPORT OF {day}")
    for line in report.lines:
        print(f"  {line.showing:>3}  {line.film}  {line.tickets}  {line.sales:.2f}")
    print(f"  Tickets sold: {report.tickets}")
    print(f"  Sales:        {report.sales:.2f}")
    print(f"  Refunds:      {report.refunds:.2f}")
    print(f"  Takings:      {report.takings:.2f}")


def understand_day(answer: str, today: date) -> date:
    """Return the day that is named by a date or by "today". Raises NotAccepted for other answers."""
    if answer.lower() == "today":
        return today
    try:
        return datetime.strptime(answer, "%Y-%m-%d").date()
    except ValueError:
        raise NotAccepted("This is not a date: type it like 2025-03-14.") from None


def block_seat(office: Office) -> None:
    """Screen: take a broken seat out of the sale, or put it back."""
    showing = ask_showing(office)

    def understand(answer: str) -> Seat:
        seat = understand_seat(answer, showing.rows, showing.seats)
        if seat in office.bookings.taken(showing.number):
            raise NotAccepted(f"This seat is sold already: {seat}")
        return seat

    seat = ask("Seat", understand)
    blocked = office.bookings.switch_block(showing.number, seat)
    print(f"Seat {seat} is {'blocked' if blocked else 'free'} now.")
    print_plan(office, showing)


def change_password(office: Office) -> None:
    """Screen: set a new password, typed twice."""
    first = ask_secret("New password")
    if len(first) < SHORTEST:
        refuse(f"The new password is too short: at least {SHORTEST} characters.")
        return
    if ask_secret("New password again") != first:
        refuse("The two passwords are not the same, the old one stays.")
        return
    office.password.change(first)
    print("The password is changed.")
