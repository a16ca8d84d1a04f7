"""What a careful user tries at the box office.

The programme is `material/showings.json`; every testcode begins on Friday, 2025-03-14 09:30.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from missions import ConsoleUser, FileName, Inputs, Message, Value, testcode

Showings = Annotated[Value, "what is typed in the main menu to list the showings"]
Plan = Annotated[Value, "what is typed in the main menu to show a seating plan"]
Sell = Annotated[Value, "what is typed in the main menu to sell tickets"]
LookUp = Annotated[Value, "what is typed in the main menu to look a booking up"]
Cancel = Annotated[Value, "what is typed in the main menu to cancel a booking"]
Manager = Annotated[Value, "what is typed in the main menu to get to the manager's screen"]
Leave = Annotated[Value, "what is typed in the main menu to leave the program"]
Report = Annotated[Value, "what is typed in the manager's menu for the daily report"]
Block = Annotated[Value, "what is typed in the manager's menu to block or free a seat"]
ChangePassword = Annotated[Value, "what is typed in the manager's menu to change the password"]
Back = Annotated[Value, "what is typed in the manager's menu to get back to the main menu"]

Adult = Annotated[Value, "answer to the question for the kind of ticket: an adult"]
Child = Annotated[Value, "answer to the question for the kind of ticket: a child"]
Senior = Annotated[Value, "answer to the question for the kind of ticket: a senior"]
Student = Annotated[Value, "answer to the question for the kind of ticket: a student"]
Yes = Annotated[Value, "answer to the question whether the booking is really to be cancelled: yes"]
No = Annotated[Value, "answer to the question whether the booking is really to be cancelled: no"]

MenuTitle = Annotated[
    Message, "title or another text that stands in the main menu whenever it is shown, and nowhere else"
]
UnknownChoice = Annotated[Message, "what is said when something typed in a menu is not one of its entries"]
UnknownShowing = Annotated[Message, "what is said when a number belongs to no showing, or to one that has begun"]
UnknownSeat = Annotated[Message, "what is said when a seat does not exist in the hall"]
SeatTwice = Annotated[Message, "what is said when a seat is named twice"]
SeatNotFree = Annotated[Message, "what is said when a seat to be sold is sold or blocked"]
TooManySeats = Annotated[Message, "what is said when more than 12 seats are named"]
UnknownKind = Annotated[Message, "what is said when a kind of ticket does not exist"]
NoChildren = Annotated[Message, "what is said when a child ticket is wanted for a film from 16 years on"]
NotAnAmount = Annotated[Message, "what is said when the cash typed is not an amount"]
NotEnough = Annotated[Message, "what is said when the cash is less than the total"]
UnknownCode = Annotated[Message, "what is said when there is no booking with the code typed"]
AlreadyCancelled = Annotated[Message, "what is said when a booking to be cancelled has been cancelled before"]
AlreadyBegun = Annotated[Message, "what is said when a booking to be cancelled is for a showing that has begun"]
WrongPassword = Annotated[Message, "what is said when the manager's password is wrong"]
ShortPassword = Annotated[Message, "what is said when a new password is too short"]
DifferentPasswords = Annotated[Message, "what is said when the new password was not typed the same twice"]
NotADate = Annotated[Message, "what is said when the day of the report is not a date"]
SeatSold = Annotated[Message, "what is said when a seat to be blocked is sold"]
ShowingsDamaged = Annotated[Message, "what is said at the start when showings.json is missing or damaged"]
BookingsDamaged = Annotated[Message, "what is said at the start when the file of bookings is damaged"]

GroupLabel = Annotated[Message, "text that stands directly before the group discount on the bill"]
TotalLabel = Annotated[Message, "text that stands directly before the total on the bill"]
ChangeLabel = Annotated[Message, "text that stands directly before the change"]
PaidLabel = Annotated[Message, "text that stands directly before the amount paid when a booking is shown"]
RefundLabel = Annotated[Message, "text that stands directly before the refund when a booking has been cancelled"]
TicketsLabel = Annotated[Message, "text that stands directly before the number of tickets sold in the report"]
SalesLabel = Annotated[Message, "text that stands directly before the sum of the sales in the report"]
RefundsLabel = Annotated[Message, "text that stands directly before the sum of the refunds in the report"]
TakingsLabel = Annotated[Message, "text that stands directly before the takings in the report"]

BookingsFile = Annotated[FileName, "file in which the bookings are kept"]
PasswordFile = Annotated[FileName, "file in which the changed password of the manager is kept, not in clear text"]

FIRST_PASSWORD = "popcorn-1912"


def opens(user: ConsoleUser) -> None:
    """Start the program with our programme."""
    user.puts("showings.json")
    user.starts()


def enters_all(user: ConsoleUser, *answers: str) -> None:
    for answer in answers:
        user.enters(answer)


def sells(user: ConsoleUser, sell: str, showing: str, seats: str, kinds: Sequence[str], cash: str = "200") -> None:
    """Go through a whole sale."""
    enters_all(user, sell, showing, seats, *kinds, cash)


def is_refused(user: ConsoleUser, *answers: str, because: str) -> None:
    """Each of the answers is refused with the same message, which was not shown before."""
    user.does_not_see(because)
    for answer in answers:
        user.enters(answer)
        user.sees(because)
    user.is_asked()


@dataclass(frozen=True)
class Till:
    """What is typed and read at a sale."""

    sell_command: Sell
    adult_answer: Adult
    student_answer: Student
    total_label: TotalLabel
    change_label: ChangeLabel


def euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def opens_drawn(user: ConsoleUser, inputs: Inputs, starts: str = "2025-03-22 20:00") -> tuple[str, int]:
    """Start the program with one showing on a Saturday, and return its number and price in cents; both are drawn."""
    number, price = inputs.randint(100, 999), inputs.randint(500, 2500)
    showing = {"number": number, "film": f"{inputs.name()} {inputs.name()}", "hall": "Studio", "rows": 6, "seats": 9}
    user.writes("showings.json", json.dumps([showing | {"starts": starts, "price": euros(price), "age": 0}]))
    user.starts()
    return str(number), price


def still_sells(user: ConsoleUser, inputs: Inputs, till: Till) -> None:
    """After a start with a drawn showing, an adult and a student pay its price and 85 % of it."""
    number, price = opens_drawn(user, inputs)
    seats = " ".join(f"{row}{inputs.randint(1, 9)}" for row in inputs.sample("ABCDE", 2))
    enters_all(user, till.sell_command, number, seats, till.adult_answer, till.student_answer)
    total, change = price + (price * 85 + 50) // 100, inputs.randint(1, 2000)
    sees_amount(user, euros(total), after=till.total_label)
    user.enters(euros(total + change))
    sees_amount(user, euros(change), after=till.change_label)


def asks_in_words(user: ConsoleUser, *answers: str, after: str = "") -> None:
    """After each answer the program's question says in words what is to be typed: behind the text `after`, if any."""
    for answer in answers:
        user.enters(answer)
        question = user.output().partition(after)[2] if after else user.output()
        assert re.search(r"[^\W\d_]{3}", question), f"after {answer!r} the program asks {question!r}"


def sees_amount(user: ConsoleUser, amount: str, after: str) -> None:
    """The first amount behind the text `after` is `amount`, with its two digits; a sign does not matter."""
    user.sees(matching=rf"{re.escape(' '.join(after.split()))}\D*(?<!\d){re.escape(amount)}(?!\d)")


@testcode("Main menu", "Choose what to do")
def wrong_choices_are_explained(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    unknown_choice_message: UnknownChoice,
    menu_title: MenuTitle,
    showings_command: Showings,
    leave_command: Leave,
) -> None:
    """Nonsense, a number too large and an empty line do nothing; after a task the menu is there again."""
    opens(user)
    user.sees(menu_title)
    is_refused(user, "99", "buy popcorn", "-1", "", because=unknown_choice_message)
    user.enters(showings_command)
    user.sees("Night Train to Oslo")
    user.sees(menu_title)
    user.does_not_see(unknown_choice_message)
    user.enters(leave_command)
    user.has_left(0)
    still_sells(user, inputs, till)


@testcode("Main menu", "End at any time")
def ending_in_the_middle_sells_nothing(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    plan_command: Plan,
    manager_command: Manager,
    adult_answer: Adult,
) -> None:
    """Ctrl+D before the cash, Ctrl+C before the kind and both at the manager's end orderly; the seats are free."""
    opens(user)
    enters_all(user, sell_command, "2", "A1", adult_answer)
    user.presses("Ctrl+D")
    user.does_not_see("Traceback")
    user.has_left(0)
    user.starts()
    enters_all(user, sell_command, "2", "A1 A2")
    user.presses("Ctrl+C")
    user.does_not_see("Traceback")
    user.has_left(0)
    for answers, key in ((manager_command,), "Ctrl+D"), ((manager_command, FIRST_PASSWORD), "Ctrl+C"):
        user.starts()
        enters_all(user, *answers)
        user.presses(key)
        user.does_not_see("Traceback")
        user.has_left(0)
    user.starts()
    enters_all(user, plan_command, "2")
    user.sees("A . . . . . .")
    user.presses("Ctrl+C")
    user.has_left(0)
    still_sells(user, inputs, till)


@testcode("Main menu", "Refuse damaged files")
def damaged_showings_are_reported(
    user: ConsoleUser, showings_damaged_message: ShowingsDamaged, inputs: Inputs, till: Till
) -> None:
    """No file, no JSON, and entries with something impossible: said at the start with the file's name, status 2, no
    traceback."""
    user.removes("showings.json")
    user.starts()
    user.sees(showings_damaged_message)
    user.sees("showings.json")
    user.has_left(2)
    user.writes("showings.json", '[{"number": 1, ')
    user.starts()
    user.sees(showings_damaged_message)
    user.has_left(2)
    user.puts("showings-broken.json", "showings.json")
    user.starts()
    user.sees(showings_damaged_message)
    user.does_not_see("Traceback")
    user.has_left(2)
    one = {"number": 1, "film": "Low Tide", "hall": "Studio", "rows": 5, "seats": 6}
    one |= {"starts": "2025-03-14 20:45", "price": "12.00", "age": 16}
    without_price = {key: value for key, value in one.items() if key != "price"}
    impossible = {"rows": 0, "seats": "many", "number": "first", "price": "cheap", "age": "adult", "starts": "20:45"}
    wrong_entries = [[one | {key: value}] for key, value in (*impossible.items(), ("seats", 0))]
    for content in (*wrong_entries, [without_price], [one, one], {"showings": one}, 7):
        user.writes("showings.json", json.dumps(content))
        user.starts()
        user.sees(showings_damaged_message)
        user.sees("showings.json")
        user.does_not_see("Traceback")
        user.has_left(2)
    user.writes("showings.json", json.dumps([one | {"price": "0.50"}]))
    user.starts()
    user.does_not_see(showings_damaged_message)
    user.is_asked()
    opens(user)
    user.does_not_see(showings_damaged_message)
    user.is_asked()
    still_sells(user, inputs, till)


@testcode("Main menu", "Refuse damaged files")
def damaged_bookings_are_left_alone(
    user: ConsoleUser,
    sell_command: Sell,
    adult_answer: Adult,
    bookings_damaged_message: BookingsDamaged,
    bookings_file: BookingsFile,
) -> None:
    """A file of bookings that was cut off, or holds something else, is reported and stays as it is; without it the
    program begins anew."""
    opens(user)
    user.does_not_see(bookings_damaged_message)
    sells(user, sell_command, "2", "A1", [adult_answer])
    beginning = user.reads(bookings_file)[:20]
    for damaged in (beginning, "7", '["seven"]'):
        user.writes(bookings_file, damaged)
        user.starts()
        user.sees(bookings_damaged_message)
        user.sees(bookings_file)
        user.does_not_see("Traceback")
        user.has_left(2)
        assert user.reads(bookings_file) == damaged, f"{bookings_file} was changed although it is damaged"
    user.removes(bookings_file)
    user.starts()
    user.does_not_see(bookings_damaged_message)
    sells(user, sell_command, "2", "A1", [adult_answer])
    user.sees(matching=r"CB-\d{4}")


@testcode("Showings", "List the showings")
def coming_showings_are_listed_in_order(
    user: ConsoleUser, showings_command: Showings, inputs: Inputs, till: Till
) -> None:
    """What has begun is left out; the next one stands first; every column is there, film, hall and time below each
    other."""
    opens(user)
    user.enters(showings_command)
    user.does_not_see("2025-03-14 09:00")
    lines = [
        r"4\s+Paper Boats\s+Studio\s+2025-03-14 11:20\s+8\.05\s+18",
        r"8\s+Paper Boats\s+Studio\s+2025-03-14 12:00\s+8\.05\s+18",
        r"1\s+The Lighthouse Keeper\s+Grand\s+2025-03-14 16:45\s+12\.99\s+32",
        r"9\s+Early Birds\s+Studio\s+2025-03-14 17:00\s+9\.00\s+18",
        r"2\s+Night Train to Oslo\s+Studio\s+2025-03-14 20:15\s+13\.50\s+18",
        r"7\s+Glass Mountain\s+Grand\s+2025-03-15 09:20\s+10\.05\s+32",
        r"6\s+Glass Mountain\s+Grand\s+2025-03-15 10:10\s+10\.05\s+32",
        r"3\s+The Lighthouse Keeper\s+Grand\s+2025-03-15 15:00\s+11\.50\s+32",
        r"11\s+Tin Robot\s+Studio\s+2025-03-16 15:00\s+10\.00\s+18",
        r"10\s+Tin Robot\s+Studio\s+2025-03-17 12:00\s+10\.00\s+18",
    ]
    user.sees(matching=r"\s+".join(lines))
    columns = re.compile(r"\d+\s+(\S.*?)\s+(Studio|Grand)\s+(2025-\d\d-\d\d \d\d:\d\d)")
    rows = [found for line in user.output().splitlines() if (found := columns.search(line))]
    for place, column in enumerate(("film", "hall", "time"), start=1):
        begins = [found.start(place) for found in rows]
        assert len(set(begins)) == 1, f"the column of the {column} begins at the places {begins} of the lines"
    still_sells(user, inputs, till)


@testcode("Showings", "Seating plan")
def plan_shows_the_hall(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    plan_command: Plan,
    unknown_showing_message: UnknownShowing,
    showings_command: Showings,
) -> None:
    """All rows and seats of the hall; unknown and past showings are refused, also one that begins while the program
    runs; an empty line leaves."""
    opens(user)
    user.enters(plan_command)
    is_refused(user, "12", "0", "5", because=unknown_showing_message)
    user.enters("1")
    user.sees(matching=r"\bA( \.){8} (?!\.).*\bB( \.){8} (?!\.).*\bC( \.){8} (?!\.).*\bD( \.){8}")
    user.does_not_see("E . .")
    enters_all(user, plan_command, "", showings_command)
    user.sees("Night Train to Oslo")
    user.sees("2025-03-14 11:20")
    user.moves_clock(hours=2)
    user.enters(showings_command)
    user.sees("2025-03-14 12:00")
    user.does_not_see("2025-03-14 11:20")
    user.enters(plan_command)
    is_refused(user, "4", because=unknown_showing_message)
    user.enters("8")
    user.sees("C . . . . . .")
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Sell seats")
def a_sale_ends_with_change_and_code(
    user: ConsoleUser,
    sell_command: Sell,
    plan_command: Plan,
    showings_command: Showings,
    adult_answer: Adult,
    senior_answer: Senior,
    menu_title: MenuTitle,
    total_label: TotalLabel,
    change_label: ChangeLabel,
) -> None:
    """Two tickets for the evening: 13.50 + 10.13 (half a cent upwards); the seats of this showing are then sold, and
    the menu is back. Each question says what it asks for."""
    opens(user)
    asks_in_words(user, sell_command, "2", "b3, B4", adult_answer)
    asks_in_words(user, senior_answer, after="23.63")
    sees_amount(user, "23.63", after=total_label)
    user.sees(matching=r"\b13\.50\b.*\b10\.13\b")
    user.enters("50")
    sees_amount(user, "26.37", after=change_label)
    user.sees("CB-0001")
    user.sees(menu_title)
    enters_all(user, plan_command, "8")
    user.sees("B . . . . . .")
    enters_all(user, plan_command, "2")
    user.sees("A . . . . . .")
    user.sees("B . . X X . .")
    user.enters(showings_command)
    user.sees(matching=r"Oslo\s+Studio\s+2025-03-14 20:15\s+13\.50\s+16\b")


@testcode("Bookings", "Look up a booking", requires=[a_sale_ends_with_change_and_code])
def a_booking_outlives_a_restart(
    user: ConsoleUser,
    lookup_command: LookUp,
    plan_command: Plan,
    sell_command: Sell,
    adult_answer: Adult,
    unknown_code_message: UnknownCode,
    paid_label: PaidLabel,
) -> None:
    """After a restart the booking, its seats and the counting of the codes are still there."""
    user.starts()
    user.enters(lookup_command)
    is_refused(user, "CB-0002", "hello", because=unknown_code_message)
    user.enters("cb-0001")
    user.sees("Night Train to Oslo")
    user.sees("B3")
    user.sees("B4")
    sees_amount(user, "23.63", after=paid_label)
    enters_all(user, plan_command, "2")
    user.sees("B . . X X . .")
    sells(user, sell_command, "2", "A6", [adult_answer])
    user.sees("CB-0002")


@testcode("Sell tickets", "Sell seats")
def an_empty_line_leaves_the_sale(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    plan_command: Plan,
    adult_answer: Adult,
) -> None:
    """At each of the four questions an empty line leads back to the main menu and sells nothing."""
    opens(user)
    questions = ["2", "C1", adult_answer]
    for answered in range(len(questions) + 1):
        enters_all(user, sell_command, *questions[:answered], "", plan_command, "2")
        user.sees(matching=r"A( \.){6}.*B( \.){6}.*C( \.){6}")
    sells(user, sell_command, "2", "C1", [adult_answer])
    user.sees("CB-0001")
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Sell seats")
def large_amounts_have_no_separators(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    lookup_command: LookUp,
    manager_command: Manager,
    report_command: Report,
    adult_answer: Adult,
    total_label: TotalLabel,
    change_label: ChangeLabel,
    paid_label: PaidLabel,
    sales_label: SalesLabel,
) -> None:
    """Ten seats of a gala for 150.00 each, one of them on the balcony: 1502.50 less 150.25."""
    gala = {"number": 7, "film": "Opening Night", "hall": "Grand", "rows": 2, "seats": 10, "age": 0}
    user.writes("showings.json", json.dumps([gala | {"starts": "2025-03-15 20:00", "price": "150.00"}]))
    user.starts()
    seats = " ".join(f"A{number}" for number in range(1, 10))
    enters_all(user, sell_command, "7", f"{seats} B10", *[adult_answer] * 10)
    sees_amount(user, "1352.25", after=total_label)
    user.enters("3000")
    sees_amount(user, "1647.75", after=change_label)
    enters_all(user, lookup_command, "CB-0001")
    user.sees("B10")
    sees_amount(user, "1352.25", after=paid_label)
    enters_all(user, manager_command, FIRST_PASSWORD, report_command, "2025-03-14")
    sees_amount(user, "1352.25", after=sales_label)
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Choose seats")
def unusable_seats_are_refused(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    adult_answer: Adult,
    unknown_seat_message: UnknownSeat,
    seat_twice_message: SeatTwice,
    seat_not_free_message: SeatNotFree,
    too_many_seats_message: TooManySeats,
    total_label: TotalLabel,
) -> None:
    """Each wrong choice has its reason; then twelve seats, the most allowed, are accepted."""
    opens(user)
    sells(user, sell_command, "2", "B3", [adult_answer])
    enters_all(user, sell_command, "2")
    is_refused(user, "D1", "A7", "a0", "A1 A9", because=unknown_seat_message)
    is_refused(user, "A1 A2 a1", because=seat_twice_message)
    is_refused(user, "B3", "A1,b3", because=seat_not_free_message)
    is_refused(user, "A1 A2 A3 A4 A5 A6 B1 B2 B4 B5 B6 C1 C2", because=too_many_seats_message)
    user.enters("A1 A2 A3 A4 A5 A6 B1 B2 B4 B5 B6 C1")
    enters_all(user, *[adult_answer] * 12)
    sees_amount(user, "148.05", after=total_label)
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Prices of the kinds of tickets")
def every_kind_has_its_price(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    adult_answer: Adult,
    child_answer: Child,
    senior_answer: Senior,
    student_answer: Student,
    total_label: TotalLabel,
) -> None:
    """In the afternoon of a Friday (12.99 less 20 %, rounded once), on a Saturday (11.50), Monday, Sunday."""
    opens(user)
    afternoon = {adult_answer: "10.39", child_answer: "6.24", senior_answer: "7.79", student_answer: "8.83"}
    saturday = {adult_answer: "11.50", child_answer: "6.90", senior_answer: "8.63", student_answer: "9.78"}
    for showing, prices in (("1", afternoon), ("3", saturday)):
        for kind, price in prices.items():
            enters_all(user, sell_command, showing, "A1", kind)
            sees_amount(user, price, after=total_label)
            user.enters("")
    enters_all(user, sell_command, "1", "A1 A2 A3 A4", *afternoon)
    sees_amount(user, "33.25", after=total_label)
    user.enters("")
    for showing, price in {"9": "9.00", "10": "8.00", "11": "10.00"}.items():
        enters_all(user, sell_command, showing, "A1", adult_answer)
        sees_amount(user, price, after=total_label)
        user.enters("")
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Prices of the kinds of tickets")
def the_balcony_costs_more(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    adult_answer: Adult,
    child_answer: Child,
    total_label: TotalLabel,
) -> None:
    """2.50 for each seat in the last row only, not reduced for a child or in the afternoon; kinds and prices are in the
    order in which the seats were typed."""
    opens(user)
    enters_all(user, sell_command, "3", "D1 C8", child_answer, adult_answer)
    user.sees(matching=r"\b9\.40\b.*\b11\.50\b")
    user.enters("")
    enters_all(user, sell_command, "3", "C8 D1", adult_answer, child_answer)
    sees_amount(user, "20.90", after=total_label)
    user.enters("")
    enters_all(user, sell_command, "1", "D1 D8", child_answer, adult_answer)
    sees_amount(user, "21.63", after=total_label)
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Group discount")
def a_group_pays_less(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    adult_answer: Adult,
    senior_answer: Senior,
    student_answer: Student,
    group_label: GroupLabel,
    total_label: TotalLabel,
) -> None:
    """Five pay in full; six pay 66.85 less 6.685, which is 6.69."""
    opens(user)
    enters_all(user, sell_command, "2", "A1 A2 A3 A4 A5", *[adult_answer] * 5)
    sees_amount(user, "67.50", after=total_label)
    user.does_not_see(group_label)
    user.enters("")
    kinds = [adult_answer, *[senior_answer] * 3, *[student_answer] * 2]
    enters_all(user, sell_command, "2", "A1 A2 A3 A4 A5 A6", *kinds)
    sees_amount(user, "6.69", after=group_label)
    sees_amount(user, "60.16", after=total_label)
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Age limit")
def children_stay_out_of_films_from_16(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    child_answer: Child,
    student_answer: Student,
    no_children_message: NoChildren,
    unknown_kind_message: UnknownKind,
    total_label: TotalLabel,
) -> None:
    """The child is refused for the film from 16 and can be sold as another kind; elsewhere it is welcome."""
    opens(user)
    enters_all(user, sell_command, "2", "A1")
    is_refused(user, child_answer, because=no_children_message)
    is_refused(user, "9x", because=unknown_kind_message)
    user.enters(student_answer)
    sees_amount(user, "11.48", after=total_label)
    enters_all(user, "", sell_command, "6", "A1", child_answer)
    user.does_not_see(no_children_message)
    sees_amount(user, "6.03", after=total_label)
    enters_all(user, "", sell_command, "11", "A1", child_answer)
    user.does_not_see(no_children_message)
    sees_amount(user, "6.00", after=total_label)
    still_sells(user, inputs, till)


@testcode("Sell tickets", "Take cash")
def cash_must_be_an_amount_and_enough(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    adult_answer: Adult,
    not_an_amount_message: NotAnAmount,
    not_enough_message: NotEnough,
    change_label: ChangeLabel,
) -> None:
    """Words, signs, three decimals and a cent too little are refused; the exact sum is enough."""
    opens(user)
    enters_all(user, sell_command, "2", "A1", adult_answer)
    is_refused(user, "plenty", "-20", "+20", "20.505", "20,505", because=not_an_amount_message)
    is_refused(user, "13.49", "0", because=not_enough_message)
    user.enters("13,5")
    sees_amount(user, "0.00", after=change_label)
    sells(user, sell_command, "1", "A1", [adult_answer], cash="10.40")
    sees_amount(user, "0.01", after=change_label)
    still_sells(user, inputs, till)


@testcode("Bookings", "Cancel a booking")
def a_cancelled_seat_is_free_again(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    cancel_command: Cancel,
    plan_command: Plan,
    adult_answer: Adult,
    yes_answer: Yes,
    no_answer: No,
    menu_title: MenuTitle,
    unknown_code_message: UnknownCode,
    already_cancelled_message: AlreadyCancelled,
    paid_label: PaidLabel,
    refund_label: RefundLabel,
) -> None:
    """No keeps the booking, other words are asked again, yes frees its seats, also after a restart; a second time is
    refused."""
    opens(user)
    sells(user, sell_command, "3", "A1 A2", [adult_answer] * 2)
    user.enters(cancel_command)
    is_refused(user, "CB-0007", "A1", because=unknown_code_message)
    user.enters("CB-0001")
    for text in ("The Lighthouse Keeper", "A1", "A2"):
        user.sees(text)
    sees_amount(user, "23.00", after=paid_label)
    user.enters("perhaps")
    user.does_not_see(menu_title)
    user.is_asked()
    enters_all(user, no_answer, plan_command, "3")
    user.sees("A X X . . . . . .")
    enters_all(user, cancel_command, "cb-0001", yes_answer)
    sees_amount(user, "23.00", after=refund_label)
    for _ in range(2):
        enters_all(user, plan_command, "3")
        user.sees("A . . . . . . . .")
        user.does_not_see(already_cancelled_message)
        enters_all(user, cancel_command, "CB-0001")
        user.sees(already_cancelled_message)
        user.starts()
    sells(user, sell_command, "3", "A2", [adult_answer])
    user.sees("CB-0002")
    still_sells(user, inputs, till)


@testcode("Main menu", "Choose what to do")
def an_empty_line_leaves_every_task(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    sell_command: Sell,
    cancel_command: Cancel,
    lookup_command: LookUp,
    plan_command: Plan,
    showings_command: Showings,
    manager_command: Manager,
    report_command: Report,
    block_command: Block,
    password_command: ChangePassword,
    back_command: Back,
    adult_answer: Adult,
    yes_answer: Yes,
    menu_title: MenuTitle,
    refund_label: RefundLabel,
) -> None:
    """At each question of cancelling, looking up and the manager's tasks the menu is back and nothing changed."""
    new = "Never mind 1912"
    opens(user)
    sells(user, sell_command, "2", "A1", [adult_answer])
    for questions in (
        (cancel_command,),
        (cancel_command, "CB-0001"),
        (lookup_command,),
        (manager_command,),
        (manager_command, FIRST_PASSWORD, report_command),
        (manager_command, FIRST_PASSWORD, block_command),
        (manager_command, FIRST_PASSWORD, block_command, "2"),
        (manager_command, FIRST_PASSWORD, password_command),
        (manager_command, FIRST_PASSWORD, password_command, new),
    ):
        asks_in_words(user, *questions)
        user.enters("")
        if len(questions) > 2:
            user.does_not_see(menu_title)
            user.enters(back_command)
        user.sees(menu_title)
        user.enters(showings_command)
        user.sees(matching=r"Night Train to Oslo\s+Studio\s+2025-03-14 20:15\s+13\.50\s+17\b")
    enters_all(user, plan_command, "2")
    user.sees("A X . . . . .")
    enters_all(user, cancel_command, "CB-0001", yes_answer)
    sees_amount(user, "6.75", after=refund_label)
    still_sells(user, inputs, till)


@testcode("Bookings", "Cancel a booking")
def the_refund_depends_on_the_time_left(
    user: ConsoleUser,
    sell_command: Sell,
    cancel_command: Cancel,
    adult_answer: Adult,
    yes_answer: Yes,
    refund_label: RefundLabel,
) -> None:
    """24:40 h before: all; 23:50 h and 2:30 h: half of it, half a cent upwards; 1:50 h: nothing."""
    opens(user)
    refunds = {"6": "10.05", "7": "5.03", "8": "3.22", "4": "0.00"}
    for showing in refunds:
        sells(user, sell_command, showing, "A1", [adult_answer])
    for number, refund in enumerate(refunds.values(), start=1):
        enters_all(user, cancel_command, f"CB-{number:04}", yes_answer)
        sees_amount(user, refund, after=refund_label)


@testcode("Bookings", "Moved showings")
def the_refund_follows_a_moved_showing(
    user: ConsoleUser,
    sell_command: Sell,
    cancel_command: Cancel,
    lookup_command: LookUp,
    leave_command: Leave,
    adult_answer: Adult,
    yes_answer: Yes,
    already_begun_message: AlreadyBegun,
    refund_label: RefundLabel,
    paid_label: PaidLabel,
) -> None:
    """Moved to tomorrow and taken out: all is paid back, at the price paid; moved to before now: nothing."""
    opens(user)
    for showing in ("1", "4", "2"):
        sells(user, sell_command, showing, "A1", [adult_answer])
    user.enters(leave_command)
    user.has_left(0)
    user.puts("showings-moved.json", "showings.json")
    user.starts()
    enters_all(user, cancel_command, "CB-0001", yes_answer)
    sees_amount(user, "10.39", after=refund_label)
    user.does_not_see(already_begun_message)
    enters_all(user, cancel_command, "CB-0002")
    user.sees(already_begun_message)
    enters_all(user, lookup_command, "CB-0002")
    sees_amount(user, "6.44", after=paid_label)
    enters_all(user, cancel_command, "CB-0003", yes_answer)
    sees_amount(user, "13.50", after=refund_label)


@testcode("Manager", "Hidden password")
def the_password_is_hidden(
    user: ConsoleUser,
    inputs: Inputs,
    till: Till,
    manager_command: Manager,
    report_command: Report,
    back_command: Back,
    showings_command: Showings,
    wrong_password_message: WrongPassword,
    tickets_label: TicketsLabel,
) -> None:
    """Three wrong ones lead back to the main menu; the right one, never shown, opens the manager's menu."""
    opens(user)
    user.enters(manager_command)
    is_refused(user, "popcorn", "Popcorn-1912", "1912-popcorn", because=wrong_password_message)
    user.enters(showings_command)
    user.sees("Night Train to Oslo")
    enters_all(user, manager_command, FIRST_PASSWORD)
    user.does_not_see(wrong_password_message)
    shown = (user.output() + user.screen()).lower()
    assert FIRST_PASSWORD not in shown, "the password can be read on the terminal"
    enters_all(user, report_command, "today")
    user.sees_number("0", after=tickets_label)
    enters_all(user, back_command, showings_command)
    user.sees("Night Train to Oslo")
    still_sells(user, inputs, till)


@testcode("Manager", "Daily report")
def the_report_adds_up(
    user: ConsoleUser,
    sell_command: Sell,
    cancel_command: Cancel,
    manager_command: Manager,
    report_command: Report,
    adult_answer: Adult,
    senior_answer: Senior,
    student_answer: Student,
    yes_answer: Yes,
    not_a_date_message: NotADate,
    tickets_label: TicketsLabel,
    sales_label: SalesLabel,
    refunds_label: RefundsLabel,
    takings_label: TakingsLabel,
) -> None:
    """Four bookings, one of them cancelled for half of its price; the day before has sums of zero."""
    opens(user)
    sells(user, sell_command, "7", "B1", [adult_answer])
    sells(user, sell_command, "2", "A1 A2", [adult_answer, senior_answer])
    sells(user, sell_command, "1", "A1", [adult_answer])
    sells(user, sell_command, "2", "B1", [student_answer])
    enters_all(user, cancel_command, "CB-0001", yes_answer)
    enters_all(user, manager_command, FIRST_PASSWORD, report_command)
    is_refused(user, "2025-02-30", "yesterday", because=not_a_date_message)
    user.enters("2025-03-14")
    sums = {sales_label: "55.55", refunds_label: "5.03", takings_label: "50.52"}
    for _ in range(2):
        user.sees(
            matching=r"\b1\s+The Lighthouse Keeper\s+1\s+10\.39\s+2\s+Night Train to Oslo\s+3\s+35\.11"
            r"\s+7\s+Glass Mountain\s+1\s+10\.05\b"
        )
        user.sees_number("5", after=tickets_label)
        for label, amount in sums.items():
            sees_amount(user, amount, after=label)
        enters_all(user, report_command, "today")
    enters_all(user, report_command, "2025-03-13")
    user.sees_number("0", after=tickets_label)
    for label in sums:
        sees_amount(user, "0.00", after=label)


@testcode("Manager", "Daily report")
def refunds_count_on_the_day_they_are_paid(
    user: ConsoleUser,
    sell_command: Sell,
    cancel_command: Cancel,
    manager_command: Manager,
    report_command: Report,
    adult_answer: Adult,
    yes_answer: Yes,
    refund_label: RefundLabel,
    tickets_label: TicketsLabel,
    sales_label: SalesLabel,
    refunds_label: RefundsLabel,
    takings_label: TakingsLabel,
) -> None:
    """The next day, while the program runs on, a booking of the day before is cancelled and another one is sold."""
    opens(user)
    sells(user, sell_command, "10", "A1", [adult_answer])
    sells(user, sell_command, "11", "A1", [adult_answer])
    user.moves_clock(days=1)
    enters_all(user, cancel_command, "CB-0002", yes_answer)
    sees_amount(user, "10.00", after=refund_label)
    sells(user, sell_command, "3", "A1", [adult_answer])
    enters_all(user, manager_command, FIRST_PASSWORD)
    for day, tickets, sales, refunds, takings in (
        ("2025-03-14", "2", "18.00", "0.00", "18.00"),
        ("today", "1", "11.50", "10.00", "1.50"),
        ("2025-03-15", "1", "11.50", "10.00", "1.50"),
    ):
        enters_all(user, report_command, day)
        user.sees_number(tickets, after=tickets_label)
        for label, amount in ((sales_label, sales), (refunds_label, refunds), (takings_label, takings)):
            sees_amount(user, amount, after=label)


@testcode("Manager", "Block a seat")
def a_blocked_seat_cannot_be_sold(
    user: ConsoleUser,
    sell_command: Sell,
    plan_command: Plan,
    manager_command: Manager,
    block_command: Block,
    back_command: Back,
    showings_command: Showings,
    adult_answer: Adult,
    unknown_choice_message: UnknownChoice,
    unknown_showing_message: UnknownShowing,
    unknown_seat_message: UnknownSeat,
    seat_not_free_message: SeatNotFree,
    seat_sold_message: SeatSold,
) -> None:
    """A sold seat is not blocked; a blocked one is not free and stays so across a restart until it is freed."""
    opens(user)
    sells(user, sell_command, "2", "A1", [adult_answer])
    enters_all(user, manager_command, FIRST_PASSWORD)
    is_refused(user, "99", "", because=unknown_choice_message)
    user.enters(block_command)
    is_refused(user, "12", because=unknown_showing_message)
    user.enters("2")
    is_refused(user, "Z9", "A7", because=unknown_seat_message)
    is_refused(user, "A1", because=seat_sold_message)
    enters_all(user, "a2", back_command, showings_command)
    user.sees(matching=r"Oslo\s+Studio\s+2025-03-14 20:15\s+13\.50\s+16\b")
    user.starts()
    enters_all(user, plan_command, "2")
    user.sees("A X # . . . .")
    enters_all(user, sell_command, "2")
    is_refused(user, "A2 A3", because=seat_not_free_message)
    enters_all(user, "", manager_command, FIRST_PASSWORD, block_command, "2", "A2", back_command)
    sells(user, sell_command, "2", "A2 A3", [adult_answer] * 2)
    enters_all(user, plan_command, "2")
    user.sees("A X X X . . .")


@testcode("Manager", "Change the password")
def a_new_password_is_kept(
    user: ConsoleUser,
    manager_command: Manager,
    password_command: ChangePassword,
    report_command: Report,
    short_password_message: ShortPassword,
    different_passwords_message: DifferentPasswords,
    wrong_password_message: WrongPassword,
    tickets_label: TicketsLabel,
    password_file: PasswordFile,
) -> None:
    """Too short and not the same twice change nothing; after the change to one of eight characters and a restart only
    the new one opens."""
    new = "Caramel7"
    opens(user)
    enters_all(user, manager_command, FIRST_PASSWORD)
    user.does_not_see(short_password_message)
    enters_all(user, password_command, "1234567")
    user.sees(short_password_message)
    user.does_not_see(different_passwords_message)
    enters_all(user, password_command, new, new.lower())
    user.sees(different_passwords_message)
    user.starts()
    user.enters(manager_command)
    is_refused(user, "1234567", new.lower(), because=wrong_password_message)
    enters_all(user, FIRST_PASSWORD, password_command, new, new)
    assert new not in user.output() + user.screen(), "the new password can be read on the terminal"
    user.starts()
    user.enters(manager_command)
    is_refused(user, FIRST_PASSWORD, because=wrong_password_message)
    enters_all(user, new, report_command, "today")
    user.sees_number("0", after=tickets_label)
    assert new not in user.reads(password_file), f"{password_file} holds the password in clear text"


@testcode("Sell tickets", "Prices of the kinds of tickets")
def drawn_prices_are_reduced(user: ConsoleUser, inputs: Inputs, till: Till, senior_answer: Senior) -> None:
    """Before 17:00 on a Tuesday everybody pays 20 % less, in addition to the reductions; it is rounded once."""
    number, price = opens_drawn(user, inputs, starts="2025-03-18 15:30")
    for kind, percent in ((till.adult_answer, 100), (till.student_answer, 85), (senior_answer, 75)):
        enters_all(user, till.sell_command, number, f"C{inputs.randint(1, 9)}", kind)
        sees_amount(user, euros((price * percent * 8 + 500) // 1000), after=till.total_label)
        user.enters("")


@testcode("Sell tickets", "Group discount")
def drawn_groups_pay_less(user: ConsoleUser, inputs: Inputs, till: Till, group_label: GroupLabel) -> None:
    """From 6 tickets on, 10 % of their sum."""
    number, price = opens_drawn(user, inputs)
    size = inputs.randint(6, 9)
    seats = " ".join(f"B{place}" for place in range(1, size + 1))
    enters_all(user, till.sell_command, number, seats, *[till.adult_answer] * size)
    discount = (price * size * 10 + 50) // 100
    sees_amount(user, euros(discount), after=group_label)
    sees_amount(user, euros(price * size - discount), after=till.total_label)
