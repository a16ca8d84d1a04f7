"""What visitors and the staff of the museum try.

It is Friday, 2025-03-14, 12:30. Every testcode books slots that no other one counts, since all share one museum.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import Annotated
from urllib.parse import urlsplit

from missions import BrowserUser, Element, Inputs, Url, testcode

TODAY = date(2025, 3, 14)
TOMORROW = date(2025, 3, 15)
MAIL = "ada@example.org"

OrderCode = Annotated[Element, "code of the order, on the page of an order"]
CancelButton = Annotated[Element, "button that cancels an order, on the page of the order"]
SlotRow = Annotated[Element, "entry of one slot of the chosen day; as many match as are listed"]
SheetUrl = Annotated[Url, "page with the day sheet, for the staff"]
VouchersUrl = Annotated[Url, "page with the vouchers, for the staff"]


@dataclass(frozen=True)
class Days:
    """The first page, where a day is chosen."""

    day_url: Annotated[Url, "first page, where a day is chosen"]
    day_box: Annotated[Element, "date box for the day, on the first page and on the day sheet"]
    show_button: Annotated[Element, "button that shows the day, on the first page and on the day sheet"]

    def opens_day(self, user: BrowserUser, day: date) -> None:
        user.opens(self.day_url)
        self.chooses_day(user, day)

    def chooses_day(self, user: BrowserUser, day: date) -> None:
        user.enters_date(day, into=self.day_box)
        user.clicks(self.show_button)


@dataclass(frozen=True)
class Slots(Days):
    """The slots of a day."""

    free_places: Annotated[Element, "number of free places of a slot; one in each entry"]
    book_link: Annotated[
        Element, "link or button that leads to the booking of a slot; one in each entry with free places"
    ]

    def sees_free(self, user: BrowserUser, places: int, day: date, time: str) -> None:
        self.opens_day(user, day)
        user.sees_number(places, in_=self.free_places, beside=time)

    def begins(self, user: BrowserUser, day: date, time: str) -> None:
        """Open the booking of a slot."""
        self.opens_day(user, day)
        user.clicks(self.book_link, beside=time)


@dataclass(frozen=True)
class Booking:
    """The form by which a slot is booked."""

    adults_box: Annotated[Element, "box for the number of adults, where a slot is booked"]
    reduced_box: Annotated[Element, "box for the number of reduced visitors, where a slot is booked"]
    children_box: Annotated[Element, "box for the number of children, where a slot is booked"]
    name_box: Annotated[Element, "box for the name, where a slot is booked"]
    mail_box: Annotated[Element, "box for the e-mail address, where a slot is booked"]
    voucher_box: Annotated[Element, "box for the code of a voucher, where a slot is booked"]
    price_button: Annotated[Element, "button that shows the price and books nothing"]
    book_button: Annotated[Element, "button that books the slot"]
    total: Annotated[
        Element, "total amount, on the page of an order, and where a slot is booked once the price is shown"
    ]

    def fills(
        self,
        user: BrowserUser,
        adults: int = 0,
        reduced: int = 0,
        children: int = 0,
        *,
        name: str = "Ada Lund",
        mail: str = MAIL,
        voucher: str = "",
    ) -> None:
        numbers = {self.adults_box: adults, self.reduced_box: reduced, self.children_box: children}
        texts = {self.name_box: name, self.mail_box: mail, self.voucher_box: voucher}
        for box, text in {**{box: str(number) for box, number in numbers.items()}, **texts}.items():
            user.types(text, into=box)

    def books(self, user: BrowserUser) -> None:
        """Book, and be on the page of the order."""
        user.clicks(self.book_button)
        user.does_not_see(self.book_button)
        user.sees(self.total)

    def is_refused(self, user: BrowserUser, message: str) -> None:
        user.does_not_see_text(message)
        user.clicks(self.book_button)
        user.sees_text(message)
        user.sees(self.book_button)

    def sees_price(self, user: BrowserUser, amount: str) -> None:
        user.clicks(self.price_button)
        user.sees(self.total, containing=f"€{amount}")


@dataclass(frozen=True)
class Login:
    """Where the staff log in."""

    login_url: Annotated[Url, "page where the staff log in"]
    login_name_box: Annotated[Element, "box for the name, where the staff log in"]
    login_password_box: Annotated[Element, "box for the password, where the staff log in"]
    logout_button: Annotated[Element, "button that logs out, on the staff's pages"]

    def logs_in(self, user: BrowserUser) -> None:
        user.opens(self.login_url)
        self.sends(user, "Lantern-1884")
        user.does_not_see(self.login_password_box)

    def sends(self, user: BrowserUser, password: str) -> None:
        user.types("door", into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)


@dataclass(frozen=True)
class Vouchers:
    """The vouchers, and the form for a new one."""

    vouchers_url: VouchersUrl
    new_code_box: Annotated[Element, "box for the code of a new voucher"]
    kind_box: Annotated[Element, "drop-down list for the kind of a new voucher"]
    value_box: Annotated[Element, "box for the value of a new voucher"]
    valid_until_box: Annotated[Element, "date box for the last day of a new voucher"]
    uses_box: Annotated[Element, "box for the number of uses of a new voucher"]
    vouchers_table: Annotated[Element, "table of the vouchers"]

    def adds(self, user: BrowserUser, code: str, kind: str, value: str, until: date, uses: str = "1") -> None:
        self.sends(user, code, kind, value, until, uses)
        user.sees(self.vouchers_table, containing=code)

    def sends(self, user: BrowserUser, code: str, kind: str, value: str, until: date, uses: str) -> None:
        user.opens(self.vouchers_url)
        user.types(code, into=self.new_code_box)
        user.chooses(kind, out_of=self.kind_box)
        user.types(value, into=self.value_box)
        user.enters_date(until, into=self.valid_until_box)
        user.types(uses, into=self.uses_box)
        user.presses("Enter", on=self.uses_box)

    def row(self, user: BrowserUser, code: str) -> list[str]:
        """Return the cells of a voucher's row."""
        user.opens(self.vouchers_url)
        user.sees(self.vouchers_table, containing=code)
        rows = [row for row in user.table(self.vouchers_table) if row[:1] == [code]]
        return user.rows(rows, count=1, columns=6)[0]


@dataclass(frozen=True)
class CheckIn:
    """Where the staff check orders in."""

    check_in_url: Annotated[Url, "page where the staff check orders in"]
    check_in_code_box: Annotated[Element, "box for the code, where the staff check orders in"]
    check_in_button: Annotated[Element, "button that sends the code, where the staff check orders in"]

    def enters(self, user: BrowserUser, code: str) -> None:
        user.opens(self.check_in_url)
        user.types(code, into=self.check_in_code_box)
        user.presses("Enter", on=self.check_in_code_box)


@dataclass(frozen=True)
class Find:
    """Where visitors find their order."""

    find_url: Annotated[Url, "page where visitors find their order"]
    find_code_box: Annotated[Element, "box for the code, where visitors find their order"]
    find_mail_box: Annotated[Element, "box for the e-mail address, where visitors find their order"]

    def sends(self, user: BrowserUser, code: str, mail: str) -> None:
        user.opens(self.find_url)
        user.types(code, into=self.find_code_box)
        user.types(mail, into=self.find_mail_box)
        user.presses("Enter", on=self.find_mail_box)


@testcode("Admission", "Slots of a day")
def slots_of_a_day_are_listed(user: BrowserUser, slots: Slots, slot_row: SlotRow) -> None:
    """Today without the slots that have begun; another day with all seven of them, in their order."""
    user.opens(slots.day_url)
    user.sees_value(TODAY.isoformat(), in_=slots.day_box)
    user.sees_count(4, slot_row)
    user.does_not_see(slot_row, containing="12:00")
    user.sees_number(12, in_=slots.free_places, beside="16:00")
    slots.chooses_day(user, date(2025, 4, 1))
    user.sees_count(7, slot_row)
    times = [f"{hour}:00" for hour in range(10, 17)]
    rows = user.texts(slot_row)
    assert all(time in row for row, time in user.pairs(rows, times)), f"the slots are {rows}"
    assert user.texts(slots.free_places) == ["12"] * 7, f"free are {user.texts(slots.free_places)}"
    user.sees_count(7, slots.book_link)


@testcode("Admission", "Days without tickets")
def some_days_have_no_tickets(user: BrowserUser, days: Days, slot_row: SlotRow) -> None:
    """Mondays, yesterday and the 61st day; the day before each of them is fine, and the 60th."""
    closed, not_sold = "The museum is closed on Mondays.", "Tickets are sold for today and the next 60 days."
    for day, message in (
        (date(2025, 3, 17), closed),
        (date(2025, 3, 13), not_sold),
        (date(2025, 5, 14), not_sold),
    ):
        days.opens_day(user, day)
        user.sees_text(message)
        user.does_not_see(slot_row)
        days.chooses_day(user, date(2025, 3, 16))
        user.does_not_see_text(message)
        user.sees_count(7, slot_row)
    days.opens_day(user, date(2025, 5, 13))
    user.sees_count(7, slot_row)


@testcode("Booking", "Book a slot")
def a_booking_takes_its_places(user: BrowserUser, slots: Slots, booking: Booking, order_code: OrderCode) -> None:
    """Nine visitors; the other slots keep their places. The form names slot and free places."""
    day = date(2025, 3, 18)
    slots.begins(user, day, "11:00")
    for text in ("2025-03-18", "11:00", "12 places free"):
        user.sees_text(text)
    user.sees_value("0", in_=booking.adults_box)
    booking.fills(user, 3, 2, 4, name="<b>Ada</b> & Co")
    booking.books(user)
    for text in ("2025-03-18", "11:00", "<b>Ada</b> & Co", "booked"):
        user.sees_text(text)
    numbers = re.findall(r"(?<![\w€])(?<!\d[.:-])\d+(?![.:-]?\d)", user.page_text())
    assert {"3", "2", "4"} <= set(numbers), f"the page shows {numbers}, not 3 adults, 2 reduced visitors and 4 children"
    user.sees_number("84.00", in_=booking.total)
    user.sees(order_code, matching=r"^\S{8,}$")
    slots.sees_free(user, 3, day, "11:00")
    for time in ("10:00", "12:00"):
        user.sees_number(12, in_=slots.free_places, beside=time)
    slots.begins(user, day, "11:00")
    user.sees_text("3 places free")


@testcode("Booking", "Prices")
def every_kind_of_visitor_has_its_price(user: BrowserUser, slots: Slots, booking: Booking) -> None:
    """The price is shown as often as one likes, but not before, and nothing is booked."""
    day = date(2025, 3, 19)
    slots.begins(user, day, "10:00")
    user.sees(booking.price_button)
    user.does_not_see(booking.total, containing="€")
    for party, price in {(1, 0, 0): "14.50", (0, 1, 0): "9.75", (0, 1, 1): "15.00", (3, 2, 4): "84.00"}.items():
        booking.fills(user, *party)
        booking.sees_price(user, price)
        user.sees_value(str(party[0]), in_=booking.adults_box)
    slots.sees_free(user, 12, day, "10:00")


@testcode("Booking", "Prices")
def groups_pay_less(user: BrowserUser, slots: Slots, booking: Booking) -> None:
    """Nine visitors pay in full; ten pay 145.00 less 18.125, which is 18.13."""
    slots.begins(user, date(2025, 3, 19), "11:00")
    for party, price in {(9, 0, 0): "130.50", (10, 0, 0): "126.87", (5, 3, 3): "102.81"}.items():
        booking.fills(user, *party)
        booking.sees_price(user, price)
    booking.fills(user, 10)
    booking.books(user)
    user.sees_number("126.87", in_=booking.total)


def cost_of(adults: int, reduced: int, children: int) -> int:
    """Return the price in cents without a discount."""
    return adults * 1450 + reduced * 975 + children * 525


@testcode("Booking", "Prices")
def drawn_parties_have_their_price(user: BrowserUser, slots: Slots, booking: Booking, inputs: Inputs) -> None:
    """Fewer than ten visitors."""
    slots.begins(user, date(2025, 3, 19), "10:00")
    for _ in range(4):
        party = inputs.randint(1, 4), inputs.randint(0, 3), inputs.randint(0, 2)
        booking.fills(user, *party)
        cost = cost_of(*party)
        booking.sees_price(user, f"{cost // 100}.{cost % 100:02}")


@testcode("Booking", "Prices")
def drawn_groups_pay_less(user: BrowserUser, slots: Slots, booking: Booking, inputs: Inputs) -> None:
    """From ten visitors on an eighth less, rounded to the cent, half a cent upwards."""
    slots.begins(user, date(2025, 3, 19), "10:00")
    for _ in range(4):
        reduced, children = inputs.randint(0, 3), inputs.randint(0, 3)
        party = inputs.randint(10, 12) - reduced - children, reduced, children
        booking.fills(user, *party)
        cost = cost_of(*party)
        paid = cost - (cost + 4) // 8
        booking.sees_price(user, f"{paid // 100}.{paid % 100:02}")


@testcode("Booking", "Capacity")
def a_slot_has_twelve_places(user: BrowserUser, slots: Slots, booking: Booking, slot_row: SlotRow) -> None:
    """Thirteen are too many, twelve fill the slot; a window left open books nothing more."""
    day = date(2025, 3, 20)
    late = user.someone_else()
    slots.begins(late, day, "10:00")
    booking.fills(late, 1)
    slots.begins(user, day, "10:00")
    booking.fills(user, 8, 0, 5)
    booking.is_refused(user, "There are only 12 places left.")
    user.sees_value("8", in_=booking.adults_box)
    booking.fills(user, 8, 0, 2)
    booking.books(user)
    slots.begins(user, day, "10:00")
    booking.fills(user, 3)
    booking.is_refused(user, "There are only 2 places left.")
    booking.fills(user, 2)
    booking.books(user)
    booking.is_refused(late, "There are only 0 places left.")
    slots.sees_free(user, 0, day, "10:00")
    user.sees_count(7, slot_row)
    user.sees_count(6, slots.book_link)


@testcode("Booking", "Refuse wrong orders")
def wrong_orders_are_refused(user: BrowserUser, slots: Slots, booking: Booking) -> None:
    """Each with its message, and the place is still free; without the mistake it is booked."""
    day = date(2025, 3, 21)
    slots.begins(user, day, "10:00")
    booking.fills(user, 0, 0, 0)
    booking.is_refused(user, "Choose at least one visitor.")
    booking.fills(user, 0, 0, 2)
    booking.is_refused(user, "Children need a companion.")
    booking.fills(user, 1, 0, 2, name=" ")
    booking.is_refused(user, "Give your name.")
    booking.fills(user, 1, 0, 2, mail="")
    booking.is_refused(user, "Give an e-mail address.")
    user.sees_value("Ada Lund", in_=booking.name_box)
    booking.fills(user, 1, 0, 2, mail="ada at home")
    user.clicks(booking.book_button)
    user.sees_text("Give an e-mail address.")
    user.sees_value("2", in_=booking.children_box)
    slots.sees_free(user, 12, day, "10:00")
    slots.begins(user, day, "10:00")
    booking.fills(user, 0, 1, 2)
    booking.books(user)
    slots.sees_free(user, 9, day, "10:00")


@testcode("Booking", "Refuse wrong orders")
def a_slot_that_has_begun_is_not_booked(user: BrowserUser, slots: Slots, booking: Booking, slot_row: SlotRow) -> None:
    """Ten minutes before 15:00 its price is shown; at 15:00 the open form books nothing, and 16:00 is left."""
    slots.begins(user, TODAY, "15:00")
    user.moves_clock(hours=2, minutes=20)
    booking.fills(user, 1)
    booking.sees_price(user, "14.50")
    user.moves_clock(minutes=10)
    booking.is_refused(user, "This admission has begun.")
    user.sees_value("Ada Lund", in_=booking.name_box)
    slots.opens_day(user, TODAY)
    user.sees_count(1, slot_row)
    user.sees(slot_row, containing="16:00")


def secret_of(address: str, code: str) -> str:
    """Return the part of an order's address that cannot be guessed: its code, or else the longest word in it."""
    parts = urlsplit(address)
    return code if code in address else max(re.findall(r"[\w-]+", f"{parts.path}?{parts.query}"), key=len, default="")


@testcode("Order", "Show an order")
def orders_have_secret_codes(user: BrowserUser, slots: Slots, booking: Booking, order_code: OrderCode) -> None:
    """Two codes differ in most places; whoever has the address sees the order, a wrong one shows nothing."""
    codes = []
    for adults in (1, 2):
        slots.begins(user, date(2025, 3, 22), "10:00")
        booking.fills(user, adults, name="Secret Visitor")
        booking.books(user)
        codes.append(user.text(order_code))
    alike = sum(one == two for one, two in zip(*codes, strict=False))
    assert alike <= len(codes[0]) // 2, f"the codes {codes} can be guessed"
    friend = user.someone_else()
    friend.opens(user.url())
    friend.sees_number("29.00", in_=booking.total)
    secret = secret_of(user.url(), codes[1])
    friend.opens(user.url().replace(secret, secret[::-1]))
    friend.does_not_see_text("Secret Visitor")


@testcode("Order", "Find an order")
def an_order_is_found_by_code_and_mail(
    user: BrowserUser, slots: Slots, booking: Booking, order_code: OrderCode, find: Find
) -> None:
    """Only both together, in capital or small letters."""
    message = "No order fits this code and e-mail address."
    slots.begins(user, date(2025, 3, 22), "11:00")
    booking.fills(user, 0, 2, name="Finder", mail="Fin.Der@example.org")
    booking.books(user)
    code = user.text(order_code)
    other = user.someone_else()
    other.opens(find.find_url)
    other.does_not_see_text(message)
    for wrong_code, mail in ((code, MAIL), ("ABCD2345", "Fin.Der@example.org"), ("nothing", "nobody")):
        find.sends(other, wrong_code, mail)
        other.sees_text(message)
        other.does_not_see(order_code)
    find.sends(other, code.lower(), "fin.der@EXAMPLE.org")
    other.sees(order_code, text=code)
    other.sees_text("Finder")
    other.sees_number("19.50", in_=booking.total)


@testcode("Order", "Cancel an order")
def cancelling_frees_the_places(user: BrowserUser, slots: Slots, booking: Booking, cancel_button: CancelButton) -> None:
    """Tomorrow at 13:00 is more than 24 hours ahead; opening the address of the form cancels nothing."""
    slots.begins(user, TOMORROW, "13:00")
    booking.fills(user, 4)
    booking.books(user)
    order, address = user.url(), user.form_of(cancel_button).url
    user.opens(address)
    user.opens(order)
    user.sees_text("booked")
    slots.sees_free(user, 8, TOMORROW, "13:00")
    user.opens(order)
    user.clicks(cancel_button)
    user.sees_text("cancelled")
    user.does_not_see(cancel_button)
    user.opens(order)
    user.sees_text("cancelled")
    slots.sees_free(user, 12, TOMORROW, "13:00")


@testcode("Order", "Cancel an order")
def it_can_be_too_late_to_cancel(
    user: BrowserUser, slots: Slots, booking: Booking, cancel_button: CancelButton
) -> None:
    """Tomorrow at 12:00 is less than 24 hours ahead; the order stands, whether a button is offered or not."""
    slots.begins(user, TOMORROW, "12:00")
    booking.fills(user, 5)
    booking.books(user)
    order = user.url()
    if user.count(cancel_button):
        user.clicks(cancel_button)
        user.sees_text("It is too late to cancel this order.")
    user.opens(order)
    user.sees_text("booked")
    slots.sees_free(user, 7, TOMORROW, "12:00")
    slots.begins(user, TOMORROW, "14:00")
    booking.fills(user, 5)
    booking.books(user)
    user.clicks(cancel_button)
    user.sees_text("cancelled")
    slots.sees_free(user, 12, TOMORROW, "14:00")


@testcode("Staff", "Log in")
def staff_pages_are_closed_to_visitors(
    user: BrowserUser,
    login: Login,
    check_in: CheckIn,
    sheet_url: SheetUrl,
    vouchers: Vouchers,
    slots: Slots,
    booking: Booking,
    order_code: OrderCode,
) -> None:
    """A visitor is led to the login, a form of the staff sent by a visitor does nothing, a wrong password neither.

    Staff who log out are led there, too.
    """
    staff = user.someone_else()
    login.logs_in(staff)
    slots.begins(user, TODAY, "13:00")
    booking.fills(user, 1)
    booking.books(user)
    order, code = user.url(), user.text(order_code)
    staff.opens(check_in.check_in_url)
    staff.types(code, into=check_in.check_in_code_box)
    form = staff.form_of(check_in.check_in_code_box)
    for page in (check_in.check_in_url, sheet_url, vouchers.vouchers_url):
        user.opens(page)
        user.sees(login.login_password_box)
        staff.opens(page)
        staff.does_not_see(login.login_password_box)
    user.posts(form.url, form.fields)
    user.opens(order)
    user.sees_text("booked")
    user.opens(login.login_url)
    login.sends(user, "lantern-1884")
    user.sees(login.login_password_box)
    staff.posts(form.url, form.fields)
    user.opens(order)
    user.sees_text("checked in")
    for page in (check_in.check_in_url, sheet_url, vouchers.vouchers_url):
        staff.opens(page)
        staff.clicks(login.logout_button)
        staff.opens(page)
        staff.sees(login.login_password_box)
        login.logs_in(staff)


@testcode("Staff", "Check-in")
def an_order_is_checked_in_once(
    user: BrowserUser,
    slots: Slots,
    booking: Booking,
    order_code: OrderCode,
    login: Login,
    check_in: CheckIn,
) -> None:
    """By its code in any letters, by Enter and by the button; a second time and an unknown code are refused."""
    staff = user.someone_else()
    login.logs_in(staff)
    slots.begins(user, TODAY, "14:00")
    booking.fills(user, 2, name="<i>Ben</i> & Co")
    booking.books(user)
    code = user.text(order_code)
    staff.opens(check_in.check_in_url)
    staff.does_not_see_text("There is no order with this code.")
    staff.types("ZZZZZZZZZZ", into=check_in.check_in_code_box)
    staff.clicks(check_in.check_in_button)
    staff.sees_text("There is no order with this code.")
    check_in.enters(staff, code.lower())
    staff.does_not_see_text("This order was checked in already.")
    staff.does_not_see('//i[normalize-space()="Ben"]')
    user.reloads()
    user.sees_text("checked in")
    check_in.enters(staff, code)
    staff.sees_text("This order was checked in already.")


@testcode("Staff", "Check-in")
def orders_of_other_days_are_not_checked_in(
    user: BrowserUser,
    slots: Slots,
    booking: Booking,
    order_code: OrderCode,
    cancel_button: CancelButton,
    login: Login,
    check_in: CheckIn,
) -> None:
    """Neither tomorrow's nor a cancelled one; an order of today, for a later slot, is."""
    staff = user.someone_else()
    login.logs_in(staff)
    for day, time, cancel, message in (
        (TOMORROW, "10:00", False, "This order is for another day."),
        (date(2025, 3, 23), "10:00", True, "This order was cancelled."),
        (TODAY, "16:00", False, None),
    ):
        slots.begins(user, day, time)
        booking.fills(user, 1)
        booking.books(user)
        order, code = user.url(), user.text(order_code)
        if cancel:
            user.clicks(cancel_button)
            user.sees_text("cancelled")
        check_in.enters(staff, code)
        if message:
            staff.sees_text(message)
        user.opens(order)
        user.sees_text("cancelled" if cancel else "booked" if message else "checked in")
        if message:
            user.does_not_see_text("checked in")


@testcode("Staff", "Day sheet")
def the_day_sheet_adds_up(
    user: BrowserUser,
    slots: Slots,
    booking: Booking,
    cancel_button: CancelButton,
    login: Login,
    sheet_url: SheetUrl,
    sheet_table: Annotated[Element, "table of the day sheet"],
) -> None:
    """Three orders in two slots, and one that was cancelled."""
    day = date(2025, 3, 25)
    for time, party in (("10:00", (2, 0, 1)), ("10:00", (0, 1, 0)), ("16:00", (10, 0, 0)), ("12:00", (1, 0, 0))):
        slots.begins(user, day, time)
        booking.fills(user, *party)
        booking.books(user)
    user.clicks(cancel_button)
    user.sees_text("cancelled")
    staff = user.someone_else()
    login.logs_in(staff)
    staff.opens(sheet_url)
    staff.sees_value(TODAY.isoformat(), in_=slots.day_box)
    slots.chooses_day(staff, day)
    empty = [[f"{hour}:00", "0", "0", "0", "0.00"] for hour in range(11, 16)]
    staff.sees_table(
        [
            ["Slot", "Orders", "Visitors", "Checked in", "Revenue"],
            ["10:00", "2", "4", "0", "44.00"],
            *empty,
            ["16:00", "1", "10", "0", "126.87"],
            ["Total", "3", "14", "0", "170.87"],
        ],
        sheet_table,
    )


@testcode("Staff", "Day sheet", requires=[an_order_is_checked_in_once])
def checked_in_visitors_are_counted(
    user: BrowserUser,
    days: Days,
    login: Login,
    sheet_url: SheetUrl,
    sheet_table: Annotated[Element, "table of the day sheet"],
) -> None:
    """Two visitors of today's 14:00 came; the sheet of today also has the slots that have begun."""
    staff = user.someone_else()
    login.logs_in(staff)
    staff.opens(sheet_url)
    staff.sees(sheet_table, containing="Total")
    rows = {row[0]: row[1:] for row in staff.rows(staff.table(sheet_table), columns=1)}
    assert rows.get("14:00") == ["1", "2", "2", "29.00"], "the row of 14:00"
    assert rows.get("10:00") == ["0", "0", "0", "0.00"], "the row of 10:00"


@testcode("Booking", "Vouchers")
def a_percentage_is_taken_off_what_is_left(
    user: BrowserUser, login: Login, vouchers: Vouchers, slots: Slots, booking: Booking
) -> None:
    """34.25 less 3.425, which is 3.43; for a group after its discount; until the last day, and not later."""
    staff = user.someone_else()
    login.logs_in(staff)
    vouchers.adds(staff, "SPRING10", "Percent", "10", date(2025, 3, 26), "5")
    slots.begins(user, date(2025, 3, 26), "10:00")
    for party, price in {(2, 0, 1): "30.82", (10, 0, 0): "114.18"}.items():
        booking.fills(user, *party, voucher="spring10")
        booking.sees_price(user, price)
    booking.fills(user, 2, 0, 1, voucher="Spring10")
    booking.books(user)
    user.sees_number("30.82", in_=booking.total)
    slots.begins(user, date(2025, 3, 27), "10:00")
    for code in ("SPRING10", "SPRING11"):
        booking.fills(user, 1, voucher="")
        booking.sees_price(user, "14.50")
        booking.fills(user, 1, voucher=code)
        booking.is_refused(user, "This voucher cannot be used.")
    slots.sees_free(user, 12, date(2025, 3, 27), "10:00")


@testcode("Booking", "Vouchers")
def a_voucher_is_used_as_often_as_it_may(
    user: BrowserUser,
    login: Login,
    vouchers: Vouchers,
    slots: Slots,
    booking: Booking,
    cancel_button: CancelButton,
) -> None:
    """20 euros off, but never more than the price, for one order; cancelled, it can be used again."""
    day, refused = date(2025, 3, 28), "This voucher cannot be used."
    staff, late = user.someone_else(), user.someone_else()
    login.logs_in(staff)
    vouchers.adds(staff, "GIFT20", "Amount", "20", date(2025, 12, 31))
    for person in (user, late):
        slots.begins(person, day, "10:00")
        booking.fills(person, 1, voucher="GIFT20")
        booking.sees_price(person, "0.00")
    booking.fills(user, 2, voucher="GIFT20")
    booking.books(user)
    user.sees_number("9.00", in_=booking.total)
    order = user.url()
    row = vouchers.row(staff, "GIFT20")
    assert row == ["GIFT20", "Amount", "20.00", "2025-12-31", "1", "1"], f"the voucher is {row}"
    booking.is_refused(late, refused)
    slots.sees_free(late, 10, day, "10:00")
    user.opens(order)
    user.clicks(cancel_button)
    user.sees_text("cancelled")
    assert vouchers.row(staff, "GIFT20")[5] == "0", "a cancelled order still uses the voucher"
    slots.begins(late, day, "10:00")
    booking.fills(late, 2, voucher="gift20")
    booking.books(late)
    late.sees_number("9.00", in_=booking.total)


@testcode("Staff", "Manage vouchers")
def impossible_vouchers_are_refused(user: BrowserUser, login: Login, vouchers: Vouchers) -> None:
    """The same code in other letters, nothing, 101 percent; 100 percent and 101 euros are fine."""
    until = date(2025, 6, 30)
    login.logs_in(user)
    user.opens(vouchers.vouchers_url)
    user.sees_value("1", in_=vouchers.uses_box)
    vouchers.adds(user, "SUMMER", "Percent", "100", until)
    for code, kind, value, message in (
        ("summer", "Amount", "5", "There is a voucher with this code already."),
        ("AUTUMN", "Amount", "0", "The value must be more than 0."),
        ("AUTUMN", "Percent", "101", "A percentage is from 1 to 100."),
    ):
        vouchers.sends(user, code, kind, value, until, "3")
        user.sees_text(message)
        user.sees_value(value, in_=vouchers.value_box)
    user.opens(vouchers.vouchers_url)
    user.does_not_see(vouchers.vouchers_table, containing="AUTUMN")
    vouchers.sends(user, "autumn", "Amount", "101", until, "3")
    assert vouchers.row(user, "AUTUMN") == ["AUTUMN", "Amount", "101.00", "2025-06-30", "3", "0"]
    assert vouchers.row(user, "SUMMER") == ["SUMMER", "Percent", "100.00", "2025-06-30", "1", "0"]
