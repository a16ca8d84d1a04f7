"""What friends who travel together try.

The mission's today is 2025-03-14. Every testcode starts a trip of its own, so that none sees another's expenses.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode


@dataclass(frozen=True)
class NewTrip:
    """The form by which a trip is started."""

    new_trip_url: Annotated[Url, "page where a trip is started"]
    trip_name_box: Annotated[Element, "box for the name of a new trip"]
    members_box: Annotated[Element, "box for the names of the members of a new trip"]
    create_button: Annotated[Element, "button that creates the new trip"]

    def start(self, user: BrowserUser, name: str, members: str = "Anna, Ben, Cleo") -> None:
        user.opens(self.new_trip_url)
        self.send(user, name, members)

    def send(self, user: BrowserUser, name: str, members: str) -> None:
        user.types(name, into=self.trip_name_box)
        user.types(members, into=self.members_box)
        user.clicks(self.create_button)


@dataclass(frozen=True)
class ExpenseForm:
    """The form of an expense, filled in as far as a testcode cares, and the way to it."""

    add_link: Annotated[Element, "link or button on the trip's page that leads to the form for a new expense"]
    description_box: Annotated[Element, "box for what an expense was for, in the expense's form"]
    amount_box: Annotated[Element, "box for the amount of the whole expense, in the expense's form"]
    save_button: Annotated[Element, "button that saves the expense, in the expense's form"]

    def add(self, user: BrowserUser, description: str, amount: str) -> None:
        self.begin(user, description, amount)
        self.save(user)

    def begin(self, user: BrowserUser, description: str, amount: str) -> None:
        user.clicks(self.add_link)
        self.fill(user, description, amount)

    def fill(self, user: BrowserUser, description: str, amount: str) -> None:
        user.types(description, into=self.description_box)
        user.types(amount, into=self.amount_box)

    def save(self, user: BrowserUser) -> None:
        """Save, and be back on the trip's page."""
        user.clicks(self.save_button)
        user.sees(self.add_link)

    def is_refused(self, user: BrowserUser, *messages: str) -> None:
        user.clicks(self.save_button)
        for message in messages:
            user.sees_text(message)


@dataclass(frozen=True)
class Split:
    """The way to split an expense, and each member's portion of it."""

    split_box: Annotated[Element, "drop-down list for the way to split, in the expense's form"]
    portion_box: Annotated[
        Element,
        "box for a member's shares or exact amount, in the expense's form; one beside each name is visible",
    ]

    def choose(self, user: BrowserUser, way: str, **portions: str) -> None:
        user.chooses(way, out_of=self.split_box)
        self.give(user, **portions)

    def give(self, user: BrowserUser, **portions: str) -> None:
        for member, portion in portions.items():
            user.types(portion, into=self.portion_box, beside=member)


@dataclass(frozen=True)
class Balances:
    """What each member gets or owes, as the trip's page shows it."""

    balance: Annotated[Element, "balance of a member, the amount alone, on the trip's page; one for each member"]

    def are(self, user: BrowserUser, **amounts: str) -> None:
        for member, amount in amounts.items():
            user.sees(self.balance, text=amount, beside=member)


@dataclass(frozen=True)
class Filter:
    """The filter of the list of expenses; what was chosen before stays chosen."""

    first_day_box: Annotated[Element, "date box of the filter for the first day"]
    last_day_box: Annotated[Element, "date box of the filter for the last day"]
    person_box: Annotated[Element, "drop-down list of the filter for the person"]
    filter_button: Annotated[Element, "button that applies the filter"]

    def by_person(self, user: BrowserUser, person: str) -> None:
        user.chooses(person, out_of=self.person_box)
        user.clicks(self.filter_button)

    def from_day(self, user: BrowserUser, day: date) -> None:
        user.enters_date(day, into=self.first_day_box)
        user.clicks(self.filter_button)

    def to_day(self, user: BrowserUser, day: date) -> None:
        user.enters_date(day, into=self.last_day_box)
        user.clicks(self.filter_button)


CurrencyBox = Annotated[Element, "drop-down list for the currency of a new trip"]

SecretLinkBox = Annotated[Element, "box on the trip's page that holds its secret link"]
ExpenseRow = Annotated[Element, "entry of one expense in the list on the trip's page; as many match as are listed"]
EditLink = Annotated[Element, "link or button that edits an expense; one in each entry of the list"]
DeleteButton = Annotated[Element, "button that deletes an expense; one in each entry of the list"]
SettleButton = Annotated[Element, "button that marks a payment as settled; one beside each suggested payment"]
UndoButton = Annotated[Element, "button that takes a settled payment back; one beside each settled payment"]

ARCHIVE = '//button[normalize-space()="Archive trip"] | //input[@value="Archive trip"]'

DayBox = Annotated[Element, "date box for the day of an expense, in the expense's form"]
PayerBox = Annotated[Element, "drop-down list for the member who paid, in the expense's form"]
CategoryBox = Annotated[Element, "drop-down list for the category, in the expense's form"]
TakesPart = Annotated[Element, "tick box for a member who takes part, in the expense's form; one beside each name"]

TODAY = date(2025, 3, 14)


def suggested_payments(user: BrowserUser) -> list[str]:
    """The payments in the order of the page; a page may show the text of its summary, too."""
    return list(dict.fromkeys(re.findall(r"\w+ pays \w+ \d+\.\d\d [A-Z]{3}", user.page_text())))


def begins_with_a_tram(
    user: BrowserUser, new_trip: NewTrip, expense: ExpenseForm, settle_button: str, name: str
) -> None:
    """Start a trip with one expense, of which Ben has paid his part back, and Cleo has not."""
    new_trip.start(user, name)
    expense.add(user, "Tram", "9.00")
    user.clicks(settle_button, beside="Ben pays Anna 3.00 EUR")
    user.sees_text("Ben paid Anna 3.00 EUR on 2025-03-14")


def secret_of(link: str) -> str:
    """The part of a trip's link that cannot be guessed: the longest word of its path."""
    words: list[str] = re.findall(r"[\w-]+", re.sub(r"^https?://[^/]+", "", link))
    return max(words, key=len, default="")


def can_be_guessed(address: str, fields: Mapping[str, str], secret: str) -> bool:
    """Return True for a form sent to an address with the trip's secret, if nothing else about it is secret."""
    rest = [address.replace(secret, ""), *fields.values()]
    return secret in address and all(len(secret_of(text)) < 16 for text in rest)


@testcode("New trip", "Start a trip")
def a_new_trip_has_no_expenses(
    user: BrowserUser, new_trip: NewTrip, currency_box: CurrencyBox, balances: Balances
) -> None:
    user.opens(new_trip.new_trip_url)
    user.sees(currency_box, text="EUR")
    for currency in ("USD", "GBP", "EUR", "CHF"):
        user.chooses(currency, out_of=currency_box)
    new_trip.send(user, "Engadin on skis", " Anna ,Ben,  Cleo,")
    user.sees_text("Engadin on skis")
    user.sees_text("No expenses yet.")
    user.sees_text("Everyone is settled up.")
    user.sees_count(3, balances.balance)
    balances.are(user, Anna="0.00 CHF", Ben="0.00 CHF", Cleo="0.00 CHF")


@testcode("New trip", "Refuse wrong trips")
def a_trip_needs_a_name_and_two_members(user: BrowserUser, new_trip: NewTrip, balances: Balances) -> None:
    new_trip.start(user, "  ", "Anna, Ben")
    user.sees_text("Give the trip a name.")
    user.sees_value("Anna, Ben", in_=new_trip.members_box)
    new_trip.send(user, "Alone", "Anna, ,")
    user.sees_text("A trip needs at least two members.")
    user.does_not_see_text("Give the trip a name.")
    user.sees_value("Alone", in_=new_trip.trip_name_box)
    new_trip.send(user, "Alone", "")
    user.sees_text("A trip needs at least two members.")
    new_trip.send(user, "Twins", "Anna, Ben, anna")
    user.sees_text("Each member needs a different name.")
    user.sees_value("Anna, Ben, anna", in_=new_trip.members_box)
    new_trip.send(user, "No twins", "Anna, Ben")
    user.does_not_see(new_trip.members_box)
    user.sees_text("No twins")
    balances.are(user, Anna="0.00 EUR", Ben="0.00 EUR")


@testcode("Trip", "Share the secret link")
def only_the_secret_link_opens_a_trip(
    user: BrowserUser,
    new_trip: NewTrip,
    secret_link_box: SecretLinkBox,
    expense: ExpenseForm,
    settle_button: SettleButton,
    undo_button: UndoButton,
) -> None:
    """The link of another trip does not undo a payment of this one either."""
    new_trip.start(user, "Secret island")
    link = user.value(secret_link_box)
    assert link.startswith("http"), f"the link in the box, {link!r}, cannot be sent to a friend"
    user.is_at(link)
    friend = user.someone_else()
    friend.opens(link)
    friend.sees_text("Secret island")
    expense.add(friend, "Treasure map", "12.00")
    user.reloads()
    user.sees_text("Treasure map")

    secret = secret_of(link)
    assert len(secret) >= 16, f"the secret part of the link, {secret!r}, has fewer than 16 characters"
    friend.opens(link.replace(secret, secret[:-4] + ("zzzz" if secret[-4:] != "zzzz" else "0000")))
    friend.sees_status(404)
    friend.opens(new_trip.new_trip_url)
    friend.sees(new_trip.create_button)
    friend.does_not_see_text("Secret island")
    new_trip.start(friend, "Another island")
    other = secret_of(friend.value(secret_link_box))
    alike = sum(one == two for one, two in zip(secret, other, strict=False))
    assert alike <= len(secret) // 2, f"the links of two trips, {secret!r} and {other!r}, are not random"
    user.clicks(settle_button, beside="Ben pays Anna 4.00 EUR")
    user.sees_text("Ben paid Anna 4.00 EUR on 2025-03-14")
    undoing = user.form_of(undo_button, beside="Ben paid Anna 4.00 EUR on 2025-03-14")
    if can_be_guessed(undoing.url, undoing.fields, secret):
        friend.posts(undoing.url.replace(secret, other), undoing.fields)
        user.reloads()
        user.sees_text("Ben paid Anna 4.00 EUR on 2025-03-14")


@testcode("Expense", "Split equally")
def only_who_is_ticked_takes_part(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    payer_box: PayerBox,
    takes_part: TakesPart,
    expense_row: ExpenseRow,
    balances: Balances,
) -> None:
    """The entry in the list names who paid and who takes part, and only them."""
    new_trip.start(user, "For some", "Anna, Ben, Cleo, Dora")
    expense.begin(user, "Opera", "75.01")
    user.chooses("Ben", out_of=payer_box)
    for member in ("Anna", "Ben", "Cleo", "Dora"):
        user.unticks(takes_part, beside=member)
    expense.is_refused(user, "Choose at least one person.")
    user.ticks(takes_part, beside="Anna")
    user.ticks(takes_part, beside="Cleo")
    expense.save(user)
    balances.are(user, Anna="-37.51 EUR", Ben="75.01 EUR", Cleo="-37.50 EUR", Dora="0.00 EUR")
    for word in ("2025-03-14", "Opera", "Other", "75.01 EUR", "Ben", "Anna", "Cleo"):
        user.sees(expense_row, containing=word)
    user.does_not_see(expense_row, containing="Dora")


@testcode("Expense", "Split by shares")
def shares_weigh_the_parts(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    payer_box: PayerBox,
    split: Split,
    takes_part: TakesPart,
    balances: Balances,
) -> None:
    new_trip.start(user, "Shares", "Anna, Ben, Cleo, Dora")
    expense.begin(user, "Rooms", "10.00")
    user.chooses("Dora", out_of=payer_box)
    user.sees_count(4, takes_part)
    user.does_not_see(split.portion_box)
    split.choose(user, "By shares")
    user.does_not_see(takes_part)
    user.sees_count(4, split.portion_box)
    expense.is_refused(user, "Choose at least one person.")
    for anna, ben in (("-1", "2"), ("1.5", "1")):
        split.give(user, Anna=anna, Ben=ben)
        user.clicks(expense.save_button)
        user.sees_value(anna, in_=split.portion_box, beside="Anna")
    split.give(user, Anna="3", Ben="2", Cleo="1")
    expense.save(user)
    balances.are(user, Anna="-5.00 EUR", Ben="-3.33 EUR", Cleo="-1.67 EUR", Dora="10.00 EUR")


@testcode("Expense", "Split by exact amounts")
def exact_amounts_must_add_up(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    split: Split,
    expense_row: ExpenseRow,
    balances: Balances,
) -> None:
    new_trip.start(user, "Exactly")
    expense.begin(user, "Ski hire", "90.00")
    split.choose(user, "Exact amounts", Anna="50", Ben="39.99")
    expense.is_refused(user, "The amounts add up to 89.99 EUR, not 90.00 EUR.")
    user.sees_value("39.99", in_=split.portion_box, beside="Ben")
    split.give(user, Ben="40.01")
    expense.is_refused(user, "The amounts add up to 90.01 EUR, not 90.00 EUR.")
    for anna, ben in (("-10", "100"), ("45.005", "44.995")):
        split.give(user, Anna=anna, Ben=ben)
        user.clicks(expense.save_button)
        user.sees_value(ben, in_=split.portion_box, beside="Ben")
    split.give(user, Anna="50", Ben="39.99", Cleo="0.01")
    expense.save(user)
    user.sees_count(1, expense_row)
    balances.are(user, Anna="40.00 EUR", Ben="-39.99 EUR", Cleo="-0.01 EUR")
    expense.begin(user, "Castle", "9999999.99")
    split.choose(user, "Exact amounts", Ben="9999999.99")
    expense.save(user)
    user.sees_text("Listed: 10000089.99 EUR")
    balances.are(user, Anna="10000039.99 EUR", Ben="-10000039.98 EUR", Cleo="-0.01 EUR")


@testcode("Expense", "Refuse wrong expenses")
def wrong_expenses_are_refused(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    day_box: DayBox,
    secret_link_box: SecretLinkBox,
    expense_row: ExpenseRow,
) -> None:
    new_trip.start(user, "Mistakes")
    link = user.value(secret_link_box)
    expense.begin(user, " ", "")
    expense.is_refused(user, "Say what the expense was for.", "Give an amount, such as 12.50.")
    for amount, message in {
        "0": "The amount must be more than 0.",
        "-5": "The amount must be more than 0.",
        "12.345": "An amount has at most two decimals.",
    }.items():
        expense.fill(user, "Lunch", amount)
        expense.is_refused(user, message)
        user.does_not_see_text("Say what the expense was for.")
        user.sees_value("Lunch", in_=expense.description_box)
    expense.fill(user, "Lunch", "12.34")
    user.enters_date(TODAY + timedelta(days=1), into=day_box)
    expense.is_refused(user, "The date must not be in the future.")
    user.sees_value("12.34", in_=expense.amount_box)
    user.opens(link)
    user.sees_text("No expenses yet.")
    user.does_not_see(expense_row)
    expense.begin(user, "<b>Lunch</b> & tea", "0.01")
    user.enters_date(TODAY, into=day_box)
    expense.save(user)
    user.sees(expense_row, containing="<b>Lunch</b> & tea")
    user.sees(expense_row, containing="0.01 EUR")


@testcode("Expense", "Edit an expense")
def an_expense_is_edited(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    day_box: DayBox,
    payer_box: PayerBox,
    category_box: CategoryBox,
    split: Split,
    takes_part: TakesPart,
    expense_row: ExpenseRow,
    edit_link: EditLink,
    balances: Balances,
) -> None:
    new_trip.start(user, "Second thoughts")
    expense.begin(user, "Taxi", "21.00")
    user.sees_value(TODAY.isoformat(), in_=day_box)
    for box, option in ((payer_box, "Anna"), (category_box, "Other"), (split.split_box, "Equally")):
        user.sees(box, text=option)
    user.unticks(takes_part, beside="Ben")
    user.enters_date(date(2025, 3, 3), into=day_box)
    user.chooses("Ben", out_of=payer_box)
    user.chooses("Transport", out_of=category_box)
    expense.save(user)
    user.clicks(edit_link, beside="Taxi")
    user.sees_value("Taxi", in_=expense.description_box)
    user.sees_value("21.00", in_=expense.amount_box)
    user.sees_value("2025-03-03", in_=day_box)
    for box, option in ((payer_box, "Ben"), (category_box, "Transport"), (split.split_box, "Equally")):
        user.sees(box, text=option)
    assert not user.is_ticked(takes_part, beside="Ben"), "Ben took no part, but his box is ticked"
    assert user.is_ticked(takes_part, beside="Cleo"), "Cleo took part, but her box is not ticked"
    expense.fill(user, "Night bus", "24.00")
    user.chooses("Cleo", out_of=payer_box)
    user.chooses("Activities", out_of=category_box)
    user.enters_date(date(2025, 3, 4), into=day_box)
    split.choose(user, "Exact amounts", Anna="0", Ben="24.00", Cleo="0")
    expense.save(user)
    user.sees_count(1, expense_row)
    user.sees(expense_row, containing="Night bus")
    balances.are(user, Anna="0.00 EUR", Ben="-24.00 EUR", Cleo="24.00 EUR")
    user.clicks(edit_link, beside="Night bus")
    user.sees(split.split_box, text="Exact amounts")
    user.sees(category_box, text="Activities")
    user.sees_value("2025-03-04", in_=day_box)
    user.sees_value("24.00", in_=split.portion_box, beside="Ben")
    split.choose(user, "By shares", Anna="2", Ben="0", Cleo="1")
    expense.save(user)
    balances.are(user, Anna="-16.00 EUR", Ben="0.00 EUR", Cleo="16.00 EUR")
    user.clicks(edit_link, beside="Night bus")
    user.sees(split.split_box, text="By shares")
    user.sees_value("2", in_=split.portion_box, beside="Anna")
    user.sees_value("1", in_=split.portion_box, beside="Cleo")


@testcode("Trip", "List expenses")
def the_latest_expense_stands_first(
    user: BrowserUser, new_trip: NewTrip, expense: ExpenseForm, day_box: DayBox, expense_row: ExpenseRow
) -> None:
    new_trip.start(user, "In order")
    expense.begin(user, "Hostel", "1200.00")
    user.enters_date(date(2025, 2, 28), into=day_box)
    expense.save(user)
    expense.add(user, "Breakfast", "8.40")
    expense.begin(user, "Ferry", "26.10")
    user.enters_date(date(2025, 3, 2), into=day_box)
    expense.save(user)
    rows = user.texts(expense_row)
    expected = [
        "2025-03-14 Breakfast 8.40 EUR",
        "2025-03-02 Ferry 26.10 EUR",
        "2025-02-28 Hostel 1200.00 EUR",
    ]
    for row, words in user.pairs(rows, expected):
        day, description, amount = words.split(" ", 2)
        assert all(word in row for word in (day, description, amount)), f"{words} is not in {row!r}"
    user.sees_text("Listed: 1234.50 EUR")


@testcode("Trip", "Delete an expense")
def an_expense_is_deleted_only_after_yes(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    expense_row: ExpenseRow,
    delete_button: DeleteButton,
    balances: Balances,
) -> None:
    """The dialog names the expense as it was written, with quotation marks."""
    souvenirs = 'Souvenirs "for" <b>Emil</b>'
    new_trip.start(user, "Regrets")
    expense.add(user, souvenirs, "30.00")
    expense.add(user, "Museum", "60.00")
    with user.answers_dialog(accept=False) as dialog:
        user.clicks(delete_button, beside=souvenirs)
    assert souvenirs in dialog.message, f"the dialog does not name the expense: {dialog.message!r}"
    user.reloads()
    user.sees_count(2, expense_row)
    with user.answers_dialog(accept=True):
        user.clicks(delete_button, beside=souvenirs)
    user.sees_count(1, expense_row)
    user.sees(expense_row, containing="Museum")
    balances.are(user, Anna="40.00 EUR", Ben="-20.00 EUR", Cleo="-20.00 EUR")


@testcode("Trip", "Show balances")
def balances_are_exact_to_the_cent(
    user: BrowserUser, new_trip: NewTrip, expense: ExpenseForm, payer_box: PayerBox, balances: Balances
) -> None:
    new_trip.start(user, "Odd cents")
    expense.add(user, "Boat", "100.00")
    balances.are(user, Anna="66.66 EUR", Ben="-33.33 EUR", Cleo="-33.33 EUR")
    payments = suggested_payments(user)
    assert payments == ["Ben pays Anna 33.33 EUR", "Cleo pays Anna 33.33 EUR"], f"suggested are {payments}"
    expense.begin(user, "Postcard", "0.05")
    user.chooses("Ben", out_of=payer_box)
    expense.save(user)
    balances.are(user, Anna="66.64 EUR", Ben="-33.30 EUR", Cleo="-33.34 EUR")


@testcode("Trip", "Suggest payments")
def whoever_owes_most_pays_first(
    user: BrowserUser, new_trip: NewTrip, expense: ExpenseForm, payer_box: PayerBox, split: Split
) -> None:
    new_trip.start(user, "Long table", "Anna, Ben, Cleo, Dora, Emil")
    for payer, amount, portions in (
        ("Anna", "70.00", {"Ben": "20.00", "Cleo": "50.00"}),
        ("Emil", "40.00", {"Cleo": "10.00", "Dora": "30.00"}),
    ):
        expense.begin(user, "Dinner", amount)
        user.chooses(payer, out_of=payer_box)
        split.choose(user, "Exact amounts", **portions)
        expense.save(user)
    user.sees_text("Cleo pays Anna 60.00 EUR")
    payments = suggested_payments(user)
    assert payments == [
        "Cleo pays Anna 60.00 EUR",
        "Dora pays Emil 30.00 EUR",
        "Ben pays Anna 10.00 EUR",
        "Ben pays Emil 10.00 EUR",
    ], f"suggested are {payments}"


@testcode("Trip", "Settle a payment")
def a_settled_payment_counts(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    payer_box: PayerBox,
    balances: Balances,
    settle_button: SettleButton,
) -> None:
    new_trip.start(user, "Paid back")
    expense.add(user, "Cabin", "90.00")
    user.clicks(settle_button, beside="Cleo pays Anna 30.00 EUR")
    user.sees_text("Cleo paid Anna 30.00 EUR on 2025-03-14")
    user.does_not_see_text("Cleo pays Anna")
    balances.are(user, Anna="30.00 EUR", Ben="-30.00 EUR", Cleo="0.00 EUR")
    expense.begin(user, "Sauna", "15.00")
    user.chooses("Cleo", out_of=payer_box)
    expense.save(user)
    balances.are(user, Anna="25.00 EUR", Ben="-35.00 EUR", Cleo="10.00 EUR")
    payments = suggested_payments(user)
    assert payments == ["Ben pays Anna 25.00 EUR", "Ben pays Cleo 10.00 EUR"], f"suggested are {payments}"


@testcode("Trip", "Settle a payment")
def a_payment_is_settled_once(
    user: BrowserUser,
    new_trip: NewTrip,
    secret_link_box: SecretLinkBox,
    expense: ExpenseForm,
    balances: Balances,
    settle_button: SettleButton,
) -> None:
    """A second window that still shows the payment settles it again: it counts once."""
    new_trip.start(user, "Paid twice")
    expense.add(user, "Cabin", "90.00")
    late = user.someone_else()
    late.opens(user.value(secret_link_box))
    for person in (user, late):
        person.clicks(settle_button, beside="Cleo pays Anna 30.00 EUR")
    user.reloads()
    user.sees_text("Cleo paid Anna 30.00 EUR on 2025-03-14")
    page = user.page_text()
    assert page.count("Cleo paid Anna") == 1, "one payment stands on the page twice"
    balances.are(user, Anna="30.00 EUR", Ben="-30.00 EUR", Cleo="0.00 EUR")


@testcode("Trip", "Undo a settled payment", requires=[a_settled_payment_counts])
def a_settled_payment_is_undone(
    user: BrowserUser, balances: Balances, settle_button: SettleButton, undo_button: UndoButton
) -> None:
    """On the next day: what was settled on the first keeps its date."""
    user.moves_clock(days=1)
    user.reloads()
    user.clicks(settle_button, beside="Ben pays Anna 25.00 EUR")
    user.sees_text("Ben paid Anna 25.00 EUR on 2025-03-15")
    user.sees_text("Cleo paid Anna 30.00 EUR on 2025-03-14")
    user.clicks(settle_button, beside="Ben pays Cleo 10.00 EUR")
    user.sees_text("Everyone is settled up.")
    balances.are(user, Anna="0.00 EUR", Ben="0.00 EUR", Cleo="0.00 EUR")
    user.clicks(undo_button, beside="Ben paid Anna 25.00 EUR on 2025-03-15")
    user.sees_text("Ben pays Anna 25.00 EUR")
    user.does_not_see_text("Ben paid Anna")
    user.sees_text("Ben paid Cleo 10.00 EUR on 2025-03-15")
    balances.are(user, Anna="25.00 EUR", Ben="-25.00 EUR", Cleo="0.00 EUR")


@testcode("Trip", "Sum up categories")
def categories_have_percentages(
    user: BrowserUser, new_trip: NewTrip, expense: ExpenseForm, category_box: CategoryBox
) -> None:
    new_trip.start(user, "Where it went")
    for description, amount, category in (
        ("Metro", "5.00", "Transport"),
        ("Bread", "2.00", "Food"),
        ("Hotel", "65.00", "Lodging"),
        ("Cheese", "3.00", "Food"),
        ("Map", "5.00", "Other"),
    ):
        expense.begin(user, description, amount)
        user.chooses(category, out_of=category_box)
        expense.save(user)
    lines = ("Lodging 65.00 EUR 81.3%", *(f"{name} 5.00 EUR 6.3%" for name in ("Food", "Other", "Transport")))
    for line in lines:
        user.sees_text(line)
    page = " ".join(user.page_text().split())
    places = [page.find(line) for line in lines]
    assert -1 not in places, f"a line is not shown: {lines}"
    assert places == sorted(places), "the largest sum does not stand first, or equal ones not by name"
    assert not re.search(r"Activities \d", page), "a category without expenses is shown"


@testcode("Trip", "Filter expenses")
def the_list_is_filtered(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    day_box: DayBox,
    payer_box: PayerBox,
    takes_part: TakesPart,
    expense_row: ExpenseRow,
    balances: Balances,
    filters: Filter,
) -> None:
    new_trip.start(user, "Needles and hay")
    for description, amount, day, payer in (
        ("Train", "30.00", date(2025, 3, 1), "Anna"),
        ("Dinner", "24.00", date(2025, 3, 5), "Ben"),
        ("Museum", "12.00", date(2025, 3, 10), "Cleo"),
    ):
        expense.begin(user, description, amount)
        user.enters_date(day, into=day_box)
        user.chooses(payer, out_of=payer_box)
        if description != "Train":
            user.unticks(takes_part, beside="Cleo")
        expense.save(user)
    filters.by_person(user, "Cleo")
    user.sees_text("Listed: 42.00 EUR")
    user.sees_text("Other 66.00 EUR 100.0%")
    user.sees_text("Ben pays Anna 2.00 EUR")
    user.sees_count(2, expense_row)
    user.does_not_see(expense_row, containing="Dinner")
    filters.from_day(user, date(2025, 3, 5))
    user.sees_text("Listed: 12.00 EUR")
    filters.by_person(user, "Everyone")
    user.sees_text("Listed: 36.00 EUR")
    filters.to_day(user, date(2025, 3, 9))
    user.sees_text("Listed: 24.00 EUR")
    user.sees_count(1, expense_row)
    balances.are(user, Anna="2.00 EUR", Ben="-4.00 EUR", Cleo="2.00 EUR")
    filters.to_day(user, date(2025, 3, 5))
    user.sees_text("Listed: 24.00 EUR")
    user.does_not_see_text("The first day must not be after the last day.")
    filters.to_day(user, date(2025, 3, 4))
    user.sees_text("The first day must not be after the last day.")
    user.sees_text("Listed: 66.00 EUR")


@testcode("Trip", "Copy the summary")
def the_summary_is_copied(
    user: BrowserUser, new_trip: NewTrip, currency_box: CurrencyBox, expense: ExpenseForm, takes_part: TakesPart
) -> None:
    user.opens(new_trip.new_trip_url)
    user.chooses("USD", out_of=currency_box)
    new_trip.send(user, "Rock & Roll", "Anna, Cleo, <b>Ben</b>")
    expense.begin(user, "Tickets", "1059.98")
    user.unticks(takes_part, beside="Cleo")
    expense.save(user)
    user.sees_text("<b>Ben</b> pays Anna 529.99 USD")
    user.copies("something else")
    user.clicks_text("Copy summary")
    user.sees_text("Summary copied.")
    copied = user.clipboard().strip().splitlines()
    assert copied == [
        "Rock & Roll",
        "Total: 1059.98 USD",
        "Anna: 529.99 USD",
        "Cleo: 0.00 USD",
        "<b>Ben</b>: -529.99 USD",
        "<b>Ben</b> pays Anna 529.99 USD",
    ], f"on the clipboard is {copied}"


@testcode("Printable page", "Print the trip")
def the_printable_page_opens_in_a_new_window(
    user: BrowserUser,
    new_trip: NewTrip,
    expense: ExpenseForm,
    day_box: DayBox,
    payer_box: PayerBox,
    category_box: CategoryBox,
    takes_part: TakesPart,
) -> None:
    """What was written is text there too."""
    new_trip.start(user, "On <b>paper</b> &amp; more")
    expense.begin(user, "Canoes & <i>oars</i>", "60.00")
    user.enters_date(date(2025, 3, 9), into=day_box)
    expense.save(user)
    expense.begin(user, "Tents", "33.00")
    user.enters_date(date(2025, 3, 7), into=day_box)
    user.chooses("Ben", out_of=payer_box)
    user.chooses("Lodging", out_of=category_box)
    user.unticks(takes_part, beside="Cleo")
    expense.save(user)
    user.clicks_text("Printable page")
    user.goes_to_new_window()
    for text in (
        *("On <b>paper</b> &amp; more", "As of 2025-03-14", "Total: 93.00 EUR"),
        *("2025-03-07", "2025-03-09", "33.00 EUR", "60.00 EUR"),
        *("23.50 EUR", "-3.50 EUR", "-20.00 EUR"),
        *("Cleo pays Anna 20.00 EUR", "Ben pays Anna 3.50 EUR"),
    ):
        user.sees_text(text)
    user.sees_table(
        [
            ["Date", "For", "Category", "Paid by", "Amount"],
            ["2025-03-07", "Tents", "Lodging", "Ben", "33.00 EUR"],
            ["2025-03-09", "Canoes & <i>oars</i>", "Other", "Anna", "60.00 EUR"],
        ],
        "//table[.//*[normalize-space()='Paid by']]",
    )
    for control in ("button", "input", "select", "textarea"):
        user.does_not_see(control)
    user.closes_window()
    user.sees(expense.add_link)


@testcode("Trip", "Archive the trip")
def an_archived_trip_is_read_only(
    user: BrowserUser,
    new_trip: NewTrip,
    secret_link_box: SecretLinkBox,
    expense: ExpenseForm,
    edit_link: EditLink,
    delete_button: DeleteButton,
    settle_button: SettleButton,
    undo_button: UndoButton,
    expense_row: ExpenseRow,
    balances: Balances,
) -> None:
    begins_with_a_tram(user, new_trip, expense, settle_button, "Long ago")
    link = user.value(secret_link_box)
    with user.answers_dialog(accept=False):
        user.clicks_text("Archive trip")
    user.reloads()
    user.does_not_see_text("This trip is archived.")
    late = user.someone_else()
    late.opens(link)
    expense.begin(late, "Too late", "5.00")
    add_address = late.url()

    with user.answers_dialog(accept=True):
        user.clicks_text("Archive trip")
    user.sees_text("This trip is archived.")
    for control in (expense.add_link, edit_link, delete_button, settle_button, undo_button):
        user.does_not_see(control)
    late.clicks(expense.save_button)
    late.sees_status(403)
    late.opens(add_address)
    late.sees_status(403)
    user.reloads()
    user.sees_count(1, expense_row)
    balances.are(user, Anna="3.00 EUR", Ben="0.00 EUR", Cleo="-3.00 EUR")
    user.sees_text("Other 9.00 EUR 100.0%")
    user.clicks_text("Copy summary")
    user.sees_text("Summary copied.")
    assert "Cleo pays Anna 3.00 EUR" in user.clipboard(), "the summary of an archived trip is not copied"
    user.clicks_text("Printable page")
    user.goes_to_new_window()
    user.sees_text("Total: 9.00 EUR")
    user.sees_text("Cleo pays Anna 3.00 EUR")


@testcode("Trip", "Archive the trip")
def windows_left_open_change_nothing_in_an_archived_trip(
    user: BrowserUser,
    new_trip: NewTrip,
    secret_link_box: SecretLinkBox,
    expense: ExpenseForm,
    edit_link: EditLink,
    delete_button: DeleteButton,
    settle_button: SettleButton,
    undo_button: UndoButton,
    expense_row: ExpenseRow,
    balances: Balances,
) -> None:
    """Edit, delete, settle and undo, each in a window that was opened before the trip was archived."""
    begins_with_a_tram(user, new_trip, expense, settle_button, "Closed doors")
    link = user.value(secret_link_box)
    editing, deleting, settling, undoing = (user.someone_else() for _ in range(4))
    for person in (editing, deleting, settling, undoing):
        person.opens(link)
    editing.clicks(edit_link, beside="Tram")
    editing.sees_value("9.00", in_=expense.amount_box)
    edit_address = editing.url()
    expense.fill(editing, "Tram and bus", "90.00")

    with user.answers_dialog(accept=True):
        user.clicks_text("Archive trip")
    user.sees_text("This trip is archived.")
    editing.clicks(expense.save_button)
    editing.sees_status(403)
    editing.opens(edit_address)
    editing.sees_status(403)
    with deleting.answers_dialog(accept=True):
        deleting.clicks(delete_button, beside="Tram")
    settling.clicks(settle_button, beside="Cleo pays Anna 3.00 EUR")
    undoing.clicks(undo_button, beside="Ben paid Anna 3.00 EUR on 2025-03-14")
    for person in (deleting, settling, undoing):
        person.sees_status(403)
    user.opens(link)
    user.sees_count(1, expense_row)
    user.sees(expense_row, containing="9.00 EUR")
    user.does_not_see_text("Tram and bus")
    user.sees_text("Ben paid Anna 3.00 EUR on 2025-03-14")
    user.sees_text("Cleo pays Anna 3.00 EUR")
    balances.are(user, Anna="3.00 EUR", Ben="0.00 EUR", Cleo="-3.00 EUR")


@testcode("Trip", "Change by forms only")
def opening_addresses_changes_nothing(
    user: BrowserUser,
    new_trip: NewTrip,
    secret_link_box: SecretLinkBox,
    expense: ExpenseForm,
    delete_button: DeleteButton,
    settle_button: SettleButton,
    undo_button: UndoButton,
    expense_row: ExpenseRow,
    balances: Balances,
) -> None:
    """The addresses to which delete, settle, undo and archive are sent."""
    begins_with_a_tram(user, new_trip, expense, settle_button, "Only by buttons")
    link = user.value(secret_link_box)
    forms = [
        user.form_of(delete_button, beside="Tram"),
        user.form_of(settle_button, beside="Cleo pays Anna 3.00 EUR"),
        user.form_of(undo_button, beside="Ben paid Anna 3.00 EUR on 2025-03-14"),
        user.form_of(ARCHIVE),
    ]
    for form in forms:
        user.opens(form.url)
    user.opens(link)
    user.does_not_see_text("This trip is archived.")
    user.sees_count(1, expense_row)
    user.sees_text("Ben paid Anna 3.00 EUR on 2025-03-14")
    user.sees_text("Cleo pays Anna 3.00 EUR")
    balances.are(user, Anna="3.00 EUR", Ben="0.00 EUR", Cleo="-3.00 EUR")
    user.clicks(settle_button, beside="Cleo pays Anna 3.00 EUR")
    user.sees_text("Everyone is settled up.")
