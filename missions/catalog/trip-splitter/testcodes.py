"""What friends who travel together try.

The mission's today is 2025-03-14. Every testcode starts a trip of its own, so that none sees another's expenses.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

NewTripUrl = Annotated[Url, "page where a trip is started"]
TripNameBox = Annotated[Element, "box for the name of a new trip"]
CurrencyBox = Annotated[Element, "drop-down list for the currency of a new trip"]
MembersBox = Annotated[Element, "box for the names of the members of a new trip"]
CreateButton = Annotated[Element, "button that creates the new trip"]

SecretLinkBox = Annotated[Element, "box on the trip's page that holds its secret link"]
AddLink = Annotated[Element, "link or button on the trip's page that leads to the form for a new expense"]
ExpenseRow = Annotated[Element, "entry of one expense in the list on the trip's page; as many match as are listed"]
EditLink = Annotated[Element, "link or button that edits an expense; one in each entry of the list"]
DeleteButton = Annotated[Element, "button that deletes an expense; one in each entry of the list"]
Balance = Annotated[Element, "balance of a member, the amount alone, on the trip's page; one for each member"]
SettleButton = Annotated[Element, "button that marks a payment as settled; one beside each suggested payment"]
UndoButton = Annotated[Element, "button that takes a settled payment back; one beside each settled payment"]
FirstDayBox = Annotated[Element, "date box of the filter for the first day"]
LastDayBox = Annotated[Element, "date box of the filter for the last day"]
PersonBox = Annotated[Element, "drop-down list of the filter for the person"]
FilterButton = Annotated[Element, "button that applies the filter"]

DescriptionBox = Annotated[Element, "box for what an expense was for, in the expense's form"]
AmountBox = Annotated[Element, "box for the amount of the whole expense, in the expense's form"]
DayBox = Annotated[Element, "date box for the day of an expense, in the expense's form"]
PayerBox = Annotated[Element, "drop-down list for the member who paid, in the expense's form"]
CategoryBox = Annotated[Element, "drop-down list for the category, in the expense's form"]
SplitBox = Annotated[Element, "drop-down list for the way to split, in the expense's form"]
TakesPart = Annotated[Element, "tick box for a member who takes part, in the expense's form; one beside each name"]
PortionBox = Annotated[
    Element,
    "box for a member's shares or exact amount, in the expense's form; one beside each name is visible",
]
SaveButton = Annotated[Element, "button that saves the expense, in the expense's form"]

TODAY = date(2025, 3, 14)


@dataclass(frozen=True)
class TripForm:
    """The first page, as the builder made it."""

    user: BrowserUser
    url: str
    name: str
    members: str
    create: str

    def start(self, name: str, members: str = "Anna, Ben, Cleo") -> None:
        self.user.opens(self.url)
        self.send(name, members)

    def send(self, name: str, members: str) -> None:
        self.user.types(name, into=self.name)
        self.user.types(members, into=self.members)
        self.user.clicks(self.create)


@dataclass(frozen=True)
class ExpenseForm:
    """The form of an expense, as the builder made it: filled in as far as a testcode cares."""

    user: BrowserUser
    add: str
    description: str
    amount: str
    save: str

    def begin(self, description: str, amount: str) -> None:
        self.user.clicks(self.add)
        self.fill(description, amount)

    def fill(self, description: str, amount: str) -> None:
        self.user.types(description, into=self.description)
        self.user.types(amount, into=self.amount)

    def saves(self) -> None:
        """Save, and be back on the trip's page."""
        self.user.clicks(self.save)
        self.user.sees(self.add)


def sees_balances(user: BrowserUser, balance: str, **amounts: str) -> None:
    for member, amount in amounts.items():
        user.sees(balance, text=amount, beside=member)


def suggested_payments(user: BrowserUser) -> list[str]:
    return re.findall(r"\w+ pays \w+ \d+\.\d\d [A-Z]{3}", user.page_text())


@testcode("New trip", "Start a trip")
def a_new_trip_has_no_expenses(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    currency_box: CurrencyBox,
    members_box: MembersBox,
    create_button: CreateButton,
    balance: Balance,
) -> None:
    form = TripForm(user, new_trip_url, trip_name_box, members_box, create_button)
    user.opens(new_trip_url)
    user.chooses("CHF", out_of=currency_box)
    form.send("Engadin on skis", " Anna ,Ben,  Cleo,")
    user.sees_text("Engadin on skis")
    user.sees_text("No expenses yet.")
    user.sees_text("Everyone is settled up.")
    user.sees_count(3, balance)
    sees_balances(user, balance, Anna="0.00 CHF", Ben="0.00 CHF", Cleo="0.00 CHF")


@testcode("New trip", "Refuse wrong trips")
def a_trip_needs_a_name_and_two_members(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
) -> None:
    form = TripForm(user, new_trip_url, trip_name_box, members_box, create_button)
    form.start("  ", "Anna, Ben")
    user.sees_text("Give the trip a name.")
    user.sees_value("Anna, Ben", in_=members_box)
    form.send("Alone", "Anna, ,")
    user.sees_text("A trip needs at least two members.")
    user.does_not_see_text("Give the trip a name.")
    user.sees_value("Alone", in_=trip_name_box)
    form.send("Alone", "")
    user.sees_text("A trip needs at least two members.")
    form.send("Twins", "Anna, Ben, anna")
    user.sees_text("Each member needs a different name.")
    user.sees_value("Anna, Ben, anna", in_=members_box)


@testcode("Trip", "Share the secret link")
def only_the_secret_link_opens_a_trip(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    secret_link_box: SecretLinkBox,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    save_button: SaveButton,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Secret island")
    link = user.value(secret_link_box)
    user.is_at(link)
    friend = user.someone_else()
    friend.opens(link)
    friend.sees_text("Secret island")
    form = ExpenseForm(friend, add_link, description_box, amount_box, save_button)
    form.begin("Treasure map", "12.00")
    form.saves()
    user.reloads()
    user.sees_text("Treasure map")

    secret = max(re.findall(r"[\w-]+", re.sub(r"^https?://[^/]+", "", link)), key=len)
    assert len(secret) >= 16, f"the secret part of the link, {secret!r}, has fewer than 16 characters"
    friend.opens(link.replace(secret, secret[:-4] + ("zzzz" if secret[-4:] != "zzzz" else "0000")))
    friend.sees_status(404)
    friend.opens(new_trip_url)
    friend.sees(create_button)
    friend.does_not_see_text("Secret island")


@testcode("Expense", "Split equally")
def only_who_is_ticked_takes_part(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    payer_box: PayerBox,
    takes_part: TakesPart,
    save_button: SaveButton,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("For some")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Opera", "75.01")
    user.chooses("Ben", out_of=payer_box)
    for member in ("Anna", "Ben", "Cleo"):
        user.unticks(takes_part, beside=member)
    user.clicks(save_button)
    user.sees_text("Choose at least one person.")
    user.ticks(takes_part, beside="Anna")
    user.ticks(takes_part, beside="Cleo")
    form.saves()
    sees_balances(user, balance, Anna="-37.51 EUR", Ben="75.01 EUR", Cleo="-37.50 EUR")


@testcode("Expense", "Split by shares")
def shares_weigh_the_parts(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    payer_box: PayerBox,
    split_box: SplitBox,
    portion_box: PortionBox,
    save_button: SaveButton,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Shares", "Anna, Ben, Cleo, Dora")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Rooms", "10.00")
    user.chooses("Dora", out_of=payer_box)
    user.chooses("By shares", out_of=split_box)
    user.clicks(save_button)
    user.sees_text("Choose at least one person.")
    for member, shares in {"Anna": "3", "Ben": "2", "Cleo": "1"}.items():
        user.types(shares, into=portion_box, beside=member)
    form.saves()
    sees_balances(user, balance, Anna="-5.00 EUR", Ben="-3.33 EUR", Cleo="-1.67 EUR", Dora="10.00 EUR")


@testcode("Expense", "Split by exact amounts")
def exact_amounts_must_add_up(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    split_box: SplitBox,
    portion_box: PortionBox,
    save_button: SaveButton,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Exactly")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Ski hire", "90.00")
    user.chooses("Exact amounts", out_of=split_box)
    user.types("50", into=portion_box, beside="Anna")
    user.types("39.99", into=portion_box, beside="Ben")
    user.clicks(save_button)
    user.sees_text("The amounts add up to 89.99 EUR, not 90.00 EUR.")
    user.sees_value("39.99", in_=portion_box, beside="Ben")
    user.types("40.01", into=portion_box, beside="Ben")
    user.clicks(save_button)
    user.sees_text("The amounts add up to 90.01 EUR, not 90.00 EUR.")
    user.types("39.99", into=portion_box, beside="Ben")
    user.types("0.01", into=portion_box, beside="Cleo")
    form.saves()
    sees_balances(user, balance, Anna="40.00 EUR", Ben="-39.99 EUR", Cleo="-0.01 EUR")


@testcode("Expense", "Refuse wrong expenses")
def wrong_expenses_are_refused(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    day_box: DayBox,
    save_button: SaveButton,
    secret_link_box: SecretLinkBox,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Mistakes")
    link = user.value(secret_link_box)
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin(" ", "")
    user.clicks(save_button)
    user.sees_text("Say what the expense was for.")
    user.sees_text("Give an amount, such as 12.50.")
    for amount, message in {
        "0": "The amount must be more than 0.",
        "-5": "The amount must be more than 0.",
        "12.345": "An amount has at most two decimals.",
    }.items():
        form.fill("Lunch", amount)
        user.clicks(save_button)
        user.sees_text(message)
        user.does_not_see_text("Say what the expense was for.")
        user.sees_value("Lunch", in_=description_box)
    form.fill("Lunch", "12.34")
    user.enters_date(TODAY + timedelta(days=1), into=day_box)
    user.clicks(save_button)
    user.sees_text("The date must not be in the future.")
    user.sees_value("12.34", in_=amount_box)
    user.opens(link)
    user.sees_text("No expenses yet.")


@testcode("Expense", "Edit an expense")
def an_expense_is_edited(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    day_box: DayBox,
    payer_box: PayerBox,
    split_box: SplitBox,
    takes_part: TakesPart,
    portion_box: PortionBox,
    save_button: SaveButton,
    expense_row: ExpenseRow,
    edit_link: EditLink,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Second thoughts")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Taxi", "21.00")
    user.unticks(takes_part, beside="Ben")
    form.saves()
    user.clicks(edit_link, beside="Taxi")
    user.sees_value("21.00", in_=amount_box)
    user.sees_value(TODAY.isoformat(), in_=day_box)
    assert not user.is_ticked(takes_part, beside="Ben"), "Ben took no part, but his box is ticked"
    assert user.is_ticked(takes_part, beside="Cleo"), "Cleo took part, but her box is not ticked"
    form.fill("Night bus", "24.00")
    user.chooses("Cleo", out_of=payer_box)
    user.chooses("Exact amounts", out_of=split_box)
    for member, portion in {"Anna": "0", "Ben": "24.00", "Cleo": "0"}.items():
        user.types(portion, into=portion_box, beside=member)
    form.saves()
    user.sees_count(1, expense_row)
    user.sees(expense_row, containing="Night bus")
    sees_balances(user, balance, Anna="0.00 EUR", Ben="-24.00 EUR", Cleo="24.00 EUR")
    user.clicks(edit_link, beside="Night bus")
    user.sees_value("24.00", in_=portion_box, beside="Ben")


@testcode("Trip", "List expenses")
def the_latest_expense_stands_first(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    day_box: DayBox,
    save_button: SaveButton,
    expense_row: ExpenseRow,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("In order")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Hostel", "1200.00")
    user.enters_date(date(2025, 2, 28), into=day_box)
    form.saves()
    form.begin("Breakfast", "8.40")
    form.saves()
    form.begin("Ferry", "26.10")
    user.enters_date(date(2025, 3, 2), into=day_box)
    form.saves()
    rows = user.texts(expense_row)
    expected = [
        "2025-03-14 Breakfast 8.40 EUR",
        "2025-03-02 Ferry 26.10 EUR",
        "2025-02-28 Hostel 1200.00 EUR",
    ]
    assert len(rows) == 3, f"three expenses were added, {len(rows)} are listed"
    for row, words in zip(rows, expected, strict=True):
        day, description, amount = words.split(" ", 2)
        assert all(word in row for word in (day, description, amount)), f"{words} is not in {row!r}"
    user.sees_text("Listed: 1234.50 EUR")


@testcode("Trip", "Delete an expense")
def an_expense_is_deleted_only_after_yes(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    save_button: SaveButton,
    expense_row: ExpenseRow,
    delete_button: DeleteButton,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Regrets")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Souvenirs", "30.00")
    form.saves()
    form.begin("Museum", "60.00")
    form.saves()
    with user.answers_dialog(accept=False) as dialog:
        user.clicks(delete_button, beside="Souvenirs")
    assert "Souvenirs" in dialog.message, f"the dialog does not name the expense: {dialog.message!r}"
    user.reloads()
    user.sees_count(2, expense_row)
    with user.answers_dialog(accept=True):
        user.clicks(delete_button, beside="Souvenirs")
    user.sees_count(1, expense_row)
    user.sees(expense_row, containing="Museum")
    sees_balances(user, balance, Anna="40.00 EUR", Ben="-20.00 EUR", Cleo="-20.00 EUR")


@testcode("Trip", "Show balances")
def balances_are_exact_to_the_cent(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    payer_box: PayerBox,
    save_button: SaveButton,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Odd cents")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Boat", "100.00")
    form.saves()
    sees_balances(user, balance, Anna="66.66 EUR", Ben="-33.33 EUR", Cleo="-33.33 EUR")
    form.begin("Postcard", "0.05")
    user.chooses("Ben", out_of=payer_box)
    form.saves()
    sees_balances(user, balance, Anna="66.64 EUR", Ben="-33.30 EUR", Cleo="-33.34 EUR")


@testcode("Trip", "Suggest payments")
def whoever_owes_most_pays_first(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    payer_box: PayerBox,
    split_box: SplitBox,
    portion_box: PortionBox,
    save_button: SaveButton,
) -> None:
    form = TripForm(user, new_trip_url, trip_name_box, members_box, create_button)
    form.start("Long table", "Anna, Ben, Cleo, Dora, Emil")
    expense = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    for payer, amount, portions in (
        ("Anna", "70.00", {"Ben": "20.00", "Cleo": "50.00"}),
        ("Emil", "40.00", {"Cleo": "10.00", "Dora": "30.00"}),
    ):
        expense.begin("Dinner", amount)
        user.chooses(payer, out_of=payer_box)
        user.chooses("Exact amounts", out_of=split_box)
        for member, portion in portions.items():
            user.types(portion, into=portion_box, beside=member)
        expense.saves()
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
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    payer_box: PayerBox,
    save_button: SaveButton,
    balance: Balance,
    settle_button: SettleButton,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Paid back")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Cabin", "90.00")
    form.saves()
    user.clicks(settle_button, beside="Cleo pays Anna 30.00 EUR")
    user.sees_text("Cleo paid Anna 30.00 EUR on 2025-03-14")
    user.does_not_see_text("Cleo pays Anna")
    sees_balances(user, balance, Anna="30.00 EUR", Ben="-30.00 EUR", Cleo="0.00 EUR")
    form.begin("Sauna", "15.00")
    user.chooses("Cleo", out_of=payer_box)
    form.saves()
    sees_balances(user, balance, Anna="25.00 EUR", Ben="-35.00 EUR", Cleo="10.00 EUR")
    payments = suggested_payments(user)
    assert payments == ["Ben pays Anna 25.00 EUR", "Ben pays Cleo 10.00 EUR"], f"suggested are {payments}"


@testcode("Trip", "Undo a settled payment", requires=[a_settled_payment_counts])
def a_settled_payment_is_undone(
    user: BrowserUser,
    balance: Balance,
    settle_button: SettleButton,
    undo_button: UndoButton,
) -> None:
    user.reloads()
    user.clicks(settle_button, beside="Ben pays Anna 25.00 EUR")
    user.sees_text("Ben paid Anna 25.00 EUR on 2025-03-14")
    user.clicks(settle_button, beside="Ben pays Cleo 10.00 EUR")
    user.sees_text("Everyone is settled up.")
    sees_balances(user, balance, Anna="0.00 EUR", Ben="0.00 EUR", Cleo="0.00 EUR")
    user.clicks(undo_button, beside="Ben paid Anna 25.00 EUR on 2025-03-14")
    user.sees_text("Ben pays Anna 25.00 EUR")
    user.does_not_see_text("Ben paid Anna")
    user.sees_text("Ben paid Cleo 10.00 EUR on 2025-03-14")
    sees_balances(user, balance, Anna="25.00 EUR", Ben="-25.00 EUR", Cleo="0.00 EUR")


@testcode("Trip", "Sum up categories")
def categories_have_percentages(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    category_box: CategoryBox,
    save_button: SaveButton,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Where it went")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    for description, amount, category in (
        ("Metro", "5.00", "Transport"),
        ("Bread", "2.00", "Food"),
        ("Hotel", "70.00", "Lodging"),
        ("Cheese", "3.00", "Food"),
    ):
        form.begin(description, amount)
        user.chooses(category, out_of=category_box)
        form.saves()
    lines = ("Lodging 70.00 EUR 87.5%", "Food 5.00 EUR 6.3%", "Transport 5.00 EUR 6.3%")
    for line in lines:
        user.sees_text(line)
    page = " ".join(user.page_text().split())
    places = [page.index(line) for line in lines]
    assert places == sorted(places), "the largest sum does not stand first, or equal ones not by name"
    assert not re.search(r"Activities \d", page), "a category without expenses is shown"


@testcode("Trip", "Filter expenses")
def the_list_is_filtered(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    day_box: DayBox,
    payer_box: PayerBox,
    takes_part: TakesPart,
    save_button: SaveButton,
    expense_row: ExpenseRow,
    balance: Balance,
    first_day_box: FirstDayBox,
    last_day_box: LastDayBox,
    person_box: PersonBox,
    filter_button: FilterButton,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Needles and hay")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    for description, amount, day, payer in (
        ("Train", "30.00", date(2025, 3, 1), "Anna"),
        ("Dinner", "24.00", date(2025, 3, 5), "Ben"),
        ("Museum", "12.00", date(2025, 3, 10), "Cleo"),
    ):
        form.begin(description, amount)
        user.enters_date(day, into=day_box)
        user.chooses(payer, out_of=payer_box)
        if description != "Train":
            user.unticks(takes_part, beside="Cleo")
        form.saves()
    user.chooses("Cleo", out_of=person_box)
    user.clicks(filter_button)
    user.sees_text("Listed: 42.00 EUR")
    user.sees_count(2, expense_row)
    user.does_not_see(expense_row, containing="Dinner")
    user.enters_date(date(2025, 3, 5), into=first_day_box)
    user.clicks(filter_button)
    user.sees_text("Listed: 12.00 EUR")
    user.chooses("Everyone", out_of=person_box)
    user.clicks(filter_button)
    user.sees_text("Listed: 36.00 EUR")
    user.enters_date(date(2025, 3, 9), into=last_day_box)
    user.clicks(filter_button)
    user.sees_text("Listed: 24.00 EUR")
    user.sees_count(1, expense_row)
    sees_balances(user, balance, Anna="2.00 EUR", Ben="-4.00 EUR", Cleo="2.00 EUR")
    user.enters_date(date(2025, 3, 4), into=last_day_box)
    user.clicks(filter_button)
    user.sees_text("The first day must not be after the last day.")
    user.sees_text("Listed: 66.00 EUR")


@testcode("Trip", "Copy the summary")
def the_summary_is_copied(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    currency_box: CurrencyBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    save_button: SaveButton,
) -> None:
    user.opens(new_trip_url)
    user.chooses("USD", out_of=currency_box)
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).send("Rock & Roll", "Anna, Ben")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Tickets", "1059.98")
    form.saves()
    user.copies("something else")
    user.clicks_text("Copy summary")
    user.sees_text("Summary copied.")
    copied = user.clipboard().strip().splitlines()
    assert copied == [
        "Rock & Roll",
        "Total: 1059.98 USD",
        "Anna: 529.99 USD",
        "Ben: -529.99 USD",
        "Ben pays Anna 529.99 USD",
    ], f"on the clipboard is {copied}"


@testcode("Printable page", "Print the trip")
def the_printable_page_opens_in_a_new_window(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    day_box: DayBox,
    save_button: SaveButton,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("On paper")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Canoes", "66.00")
    user.enters_date(date(2025, 3, 9), into=day_box)
    form.saves()
    form.begin("Tents", "33.00")
    user.enters_date(date(2025, 3, 7), into=day_box)
    form.saves()
    user.clicks_text("Printable page")
    user.goes_to_new_window()
    for text in ("On paper", "As of 2025-03-14", "Total: 99.00 EUR", "66.00 EUR", "Ben pays Anna 33.00 EUR"):
        user.sees_text(text)
    page = user.page_text()
    assert -1 < page.find("Tents") < page.find("Canoes"), "the expense with the earliest date is not first"
    for control in ("button", "input", "select", "textarea"):
        user.does_not_see(control)
    user.closes_window()
    user.sees(add_link)


@testcode("Trip", "Archive the trip")
def an_archived_trip_is_read_only(
    user: BrowserUser,
    new_trip_url: NewTripUrl,
    trip_name_box: TripNameBox,
    members_box: MembersBox,
    create_button: CreateButton,
    secret_link_box: SecretLinkBox,
    add_link: AddLink,
    description_box: DescriptionBox,
    amount_box: AmountBox,
    save_button: SaveButton,
    edit_link: EditLink,
    delete_button: DeleteButton,
    settle_button: SettleButton,
    expense_row: ExpenseRow,
    balance: Balance,
) -> None:
    TripForm(user, new_trip_url, trip_name_box, members_box, create_button).start("Long ago")
    form = ExpenseForm(user, add_link, description_box, amount_box, save_button)
    form.begin("Tram", "9.00")
    form.saves()
    with user.answers_dialog(accept=False):
        user.clicks_text("Archive trip")
    user.reloads()
    user.does_not_see_text("This trip is archived.")
    late = user.someone_else()
    late.opens(user.value(secret_link_box))
    late_form = ExpenseForm(late, add_link, description_box, amount_box, save_button)
    late_form.begin("Too late", "5.00")

    with user.answers_dialog(accept=True):
        user.clicks_text("Archive trip")
    user.sees_text("This trip is archived.")
    for control in (add_link, edit_link, delete_button, settle_button):
        user.does_not_see(control)
    late.clicks(save_button)
    late.sees_status(403)
    user.reloads()
    user.sees_count(1, expense_row)
    sees_balances(user, balance, Anna="6.00 EUR", Ben="-3.00 EUR", Cleo="-3.00 EUR")
    user.sees_text("Copy summary")
