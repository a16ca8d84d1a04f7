"""Screen: sell tickets, from the showing to the change."""

from decimal import Decimal

from dialogue import NotAccepted, ask, heading
from money import understand_amount
from office import Office
from pricing import Bill, Kind, make_bill, understand_kind
from seating import Seat, understand_seats
from showings import Showing, ask_showing, print_plan


def sell_tickets(office: Office) -> None:
    """Ask for showing, seats, kinds and cash, then keep the booking."""
    showing = ask_showing(office)
    print_plan(office, showing)
    seats = ask_seats(office, showing)
    bill = make_bill(showing, seats, [ask_kind(showing, seat) for seat in seats])
    print_bill(bill)
    cash = ask_cash(bill.total)
    booking = office.bookings.sell(showing, bill, office.now())
    heading("SOLD")
    print(f"Change: {cash - bill.total:.2f}")
    print(f"Booking code: {booking.code}")


def ask_seats(office: Office, showing: Showing) -> list[Seat]:
    """Ask for free seats of a showing."""
    unavailable = office.bookings.unavailable(showing.number)
    return ask(
        "Seats (like B3 B4)",
        lambda answer: understand_seats(answer, showing.rows, showing.seats, unavailable),
    )


def ask_kind(showing: Showing, seat: Seat) -> Kind:
    """Ask for the kind of ticket for a seat."""
    offered = ", ".join(f"{kind.key} {kind.name.lower()}" for kind in Kind)
    return ask(f"Ticket for {seat} ({offered})", lambda answer: understand_kind(answer, showing))


def print_bill(bill: Bill) -> None:
    """Print the tickets of a bill with discounts and total."""
    heading("BILL")
    for ticket in bill.tickets:
        print(f"  {ticket.seat!s:4} {ticket.kind.name.lower():8} {ticket.price:>8.2f}")
    if bill.group_discount:
        print(f"  Group discount: {bill.group_discount:.2f}")
    print(f"  Total to pay: {bill.total:.2f}")


def ask_cash(total: Decimal) -> Decimal:
    """The cash that the customer hands over: at least `total`."""

    def understand(answer: str) -> Decimal:
        cash = understand_amount(answer)
        if cash < total:
            raise NotAccepted(f"This is not enough: {total - cash:.2f} are missing.")
        return cash

    return ask("Cash received", understand)
