"""Simulated use by clerks and managers of the inventory desk.

All testcodes share one stock, so each imports or adds items with part numbers and names of its own, and searches for
them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

CLERK, MANAGER = ("karl", "Spanner-4711"), ("marta", "Torque-4711")
HEADING = "part_number,name,category,location,quantity,minimum,price"
EXPORT = '//*[self::a or self::button][normalize-space()="Export CSV"]'
IMPORT = '//button[normalize-space()="Import"] | //input[@type="submit"][@value="Import"]'
SAVE_ITEM = '//*[self::button or self::input][normalize-space()="Save item" or @value="Save item"]'
SHOW = '//*[self::button or self::input][normalize-space()="Show" or @value="Show"]'
REMOVE_FORM = '//form[.//button[normalize-space()="Remove"] or .//input[@value="Remove"]]'
RECEIVE_FORM = '//form[.//button[normalize-space()="Receive"] or .//input[@value="Receive"]]'

NewItemUrl = Annotated[Url, "page where a manager adds an item"]
ReportUrl = Annotated[Url, "page Low stock"]
ImportUrl = Annotated[Url, "page where a manager imports items"]
ReportRow = Annotated[Element, "row of one item in Low stock, without the heading; as many match as are low"]
MovementRow = Annotated[
    Element, "entry of one movement on an item's page, without a heading; as many match as there are"
]


@dataclass(frozen=True)
class Login:
    """Where one logs in."""

    login_url: Annotated[Url, "page where one logs in"]
    login_name_box: Annotated[Element, "box for the name, where one logs in"]
    login_password_box: Annotated[Element, "box for the password, where one logs in"]

    def sends(self, user: BrowserUser, name: str, password: str) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)

    def logs_in(self, user: BrowserUser, account: tuple[str, str] = MANAGER) -> None:
        user.opens(self.login_url)
        self.sends(user, *account)
        user.does_not_see(self.login_password_box)

    def another(self, user: BrowserUser, account: tuple[str, str]) -> BrowserUser:
        """Another user, logged in at another browser."""
        other = user.someone_else()
        self.logs_in(other, account)
        return other


@dataclass(frozen=True)
class Items:
    """The table of items with search, filters and order."""

    items_url: Annotated[Url, "page Items"]
    search_box: Annotated[Element, "box for the words to search, in Items"]
    item_row: Annotated[
        Element, "row of one item in the table of Items, without the heading; as many match as are shown"
    ]

    def searches(self, user: BrowserUser, words: str) -> None:
        user.opens(self.items_url)
        user.types(words, into=self.search_box)
        user.clicks_text("Show")

    def shows(self, user: BrowserUser, *numbers: str) -> None:
        """Exactly these part numbers are shown, in this order."""
        user.sees_count(len(numbers), self.item_row)
        rows = user.texts(self.item_row)
        shown = [next((number for number in numbers if number in row), row) for row in rows]
        assert shown == list(numbers), f"the table shows {shown}, expected were {list(numbers)}"

    def sees(self, user: BrowserUser, number: str, *texts: str) -> None:
        """The row of an item holds these texts."""
        self.searches(user, number)
        user.sees_count(1, self.item_row)
        for text in texts:
            user.sees(self.item_row, containing=text)

    def opens_item(self, user: BrowserUser, number: str) -> str:
        """Open the page of an item, and return its address."""
        self.searches(user, number)
        user.clicks_text(number)
        user.does_not_see(SHOW)
        return user.url()


@dataclass(frozen=True)
class Filters:
    """The filters beside the search."""

    category_filter: Annotated[Element, "drop-down list for the category, in Items"]
    low_filter: Annotated[Element, "tick box Low stock only, in Items"]


@dataclass(frozen=True)
class ItemForm:
    """The form by which a manager adds or edits an item."""

    number_box: Annotated[Element, "box for the part number, where a manager adds or edits an item"]
    name_box: Annotated[Element, "box for the name, where a manager adds or edits an item"]
    category_box: Annotated[Element, "drop-down list for the category, where a manager adds or edits an item"]
    minimum_box: Annotated[Element, "box for the minimum, where a manager adds or edits an item"]
    price_box: Annotated[Element, "box for the price, where a manager adds or edits an item"]

    def fill(
        self, user: BrowserUser, number: str, name: str, minimum: str, price: str, category: str = "Other"
    ) -> None:
        user.types(number, into=self.number_box)
        user.types(name, into=self.name_box)
        user.chooses(category, out_of=self.category_box)
        user.types(minimum, into=self.minimum_box)
        user.types(price, into=self.price_box)

    def saves(self, user: BrowserUser) -> None:
        user.clicks_text("Save item")
        user.does_not_see(SAVE_ITEM)


@dataclass(frozen=True)
class Movements:
    """Stock and movements on the page of an item."""

    pieces_box: Annotated[Element, "box for the number of pieces, on an item's page"]
    note_box: Annotated[Element, "box for the note, on an item's page"]
    stock: Annotated[Element, "quantity in stock, the number alone, on an item's page"]

    def books(self, user: BrowserUser, button: str, pieces: str, note: str = "") -> None:
        user.types(pieces, into=self.pieces_box)
        user.types(note, into=self.note_box)
        user.clicks_text(button)


@dataclass(frozen=True)
class Import:
    """Where a manager imports items."""

    import_url: ImportUrl
    file_box: Annotated[Element, "file box, where a manager imports items"]

    def sends(self, user: BrowserUser, text: str) -> None:
        user.opens(self.import_url)
        user.uploads_text(text, "items.csv", into=self.file_box)
        user.clicks(IMPORT)

    def adds(self, user: BrowserUser, rows: Sequence[str]) -> None:
        """Import new items, one text for each."""
        self.sends(user, "\n".join([HEADING, *rows]) + "\n")
        user.sees_text(f"{len(rows)} new, 0 changed, 0 unchanged")


def can_hold(user: BrowserUser, box: str, text: str) -> bool:
    """Whether a box can hold the text: nobody can type letters into one of the type number."""
    return not text.isalpha() or user.attribute(box, "type") != "number"


def is_in(text: str, row: str) -> bool:
    """The text, or number, is in the row by itself, not as a part of a longer number."""
    return re.search(rf"(?<![\d.]){re.escape(text)}(?![\d.])", row) is not None


@testcode("Account", "Log in")
def logging_in_leads_to_the_page_that_was_wanted(
    user: BrowserUser, login: Login, items: Items, report_url: ReportUrl
) -> None:
    for url in (items.items_url, report_url):
        user.opens(url)
        user.sees(login.login_password_box)
    login.sends(user, "marta", "Spanner-4711")
    user.sees_text("Name or password is wrong.")
    login.sends(user, *MANAGER)
    user.is_at(report_url)
    user.does_not_see(login.login_password_box)
    user.clicks_text("Log out")
    user.opens(report_url)
    user.sees(login.login_password_box)


@testcode("Account", "Keep the roles apart")
def clerks_are_kept_from_what_managers_do(
    user: BrowserUser,
    login: Login,
    items: Items,
    files: Import,
    item_form: ItemForm,
    new_item_url: NewItemUrl,
    report_url: ReportUrl,
) -> None:
    login.logs_in(user)
    files.adds(user, ["RO-0001,Role spoke,Wheels,,5,0,1.00"])
    address = items.opens_item(user, "RO-0001")
    user.clicks_text("Edit")
    edit = user.url()
    user.types("0.01", into=item_form.price_box)
    editing = user.form_of(item_form.price_box)
    clerk = login.another(user, CLERK)
    for url in (new_item_url, report_url, files.import_url, edit):
        user.opens(url)
        user.sees_status(200)
        clerk.opens(url)
        clerk.sees_status(403)
    clerk.opens(address)
    clerk.posts(editing.url, editing.fields)
    clerk.sees_status(403)
    clerk.opens(address)
    clerk.sees_status(200)
    clerk.sees_text("Role spoke")
    clerk.sees_text("1.00")
    for text in ("Edit", "Remove", "New item", "Import", "Low stock"):
        clerk.does_not_see(f'//*[self::a or self::button][normalize-space()="{text}"]')


@testcode("Item", "Add an item")
def a_new_item_has_no_stock(
    user: BrowserUser, login: Login, items: Items, item_form: ItemForm, movements: Movements, new_item_url: NewItemUrl
) -> None:
    """A small part number is made capital; markup in a name is text."""
    login.logs_in(user)
    user.opens(new_item_url)
    item_form.fill(user, "ad-0001", "<b>Bell</b> & bracket", "3", "1249.5", "Brakes")
    item_form.saves(user)
    clerk = login.another(user, CLERK)
    items.sees(clerk, "AD-0001", "<b>Bell</b> & bracket", "Brakes", "1249.50")
    items.opens_item(clerk, "AD-0001")
    clerk.sees_number(0, in_=movements.stock)
    clerk.sees_text("<b>Bell</b> & bracket")


@testcode("Item", "Refuse wrong items")
def wrong_items_are_refused(
    user: BrowserUser, login: Login, items: Items, item_form: ItemForm, new_item_url: NewItemUrl
) -> None:
    login.logs_in(user)
    user.opens(new_item_url)
    item_form.fill(user, "WR-0001", "Wrench", "0", "0")
    item_form.saves(user)
    number = "The part number must look like AB-1234."
    minimum = "The minimum must be a whole number from 0 to 9999."
    price = "Give a price such as 12.50."
    wrong = [
        ("WR0002", "Wrong", "0", "1", number),
        ("WRX-0002", "Wrong", "0", "1", number),
        ("WR-00023", "Wrong", "0", "1", number),
        ("wr-0001", "Wrong", "0", "1", "This part number exists already."),
        ("WR-0002", "  ", "0", "1", "Give a name."),
        ("WR-0002", "Wrong", "-1", "1", minimum),
        ("WR-0002", "Wrong", "10000", "1", minimum),
        ("WR-0002", "Wrong", "1.5", "1", minimum),
        ("WR-0002", "Wrong", "0", "-0.01", price),
        ("WR-0002", "Wrong", "0", "1.005", price),
        ("WR-0002", "Wrong", "0", "cheap", price),
    ]
    previous = ""
    user.opens(new_item_url)
    for *values, message in wrong:
        if message == previous:
            user.opens(new_item_url)
        user.does_not_see_text(message)
        item_form.fill(user, *values)
        user.clicks_text("Save item")
        user.sees_text(message)
        if can_hold(user, item_form.price_box, values[3]):
            user.sees_value(values[3], in_=item_form.price_box)
        previous = message
    items.searches(user, "WR-0")
    items.shows(user, "WR-0001")
    user.opens(new_item_url)
    item_form.fill(user, "WR-0002", "Wrench again", "9999", "0.01")
    item_form.saves(user)
    items.sees(user, "WR-0002", "9999", "0.01")


@testcode("Item", "Edit an item")
def an_edited_item_keeps_its_stock(
    user: BrowserUser, login: Login, items: Items, item_form: ItemForm, movements: Movements, files: Import
) -> None:
    login.logs_in(user)
    files.adds(user, ["ED-0001,Edith pedal,Wheels,Shelf 4,17,5,29.90", "ED-0002,Edith saddle,Other,,3,1,9.00"])
    items.opens_item(user, "ED-0001")
    user.clicks_text("Edit")
    for value, box in (("ED-0001", "number"), ("Edith pedal", "name"), ("5", "minimum"), ("29.90", "price")):
        user.sees_value(value, in_=getattr(item_form, f"{box}_box"))
    user.sees(item_form.category_box, text="Wheels")
    user.types("ED-0002", into=item_form.number_box)
    user.clicks_text("Save item")
    user.sees_text("This part number exists already.")
    item_form.fill(user, "ED-0003", "Edith crank", "682", "31.05", "Drivetrain")
    item_form.saves(user)
    items.searches(user, "Edith")
    items.shows(user, "ED-0002", "ED-0003")
    items.sees(user, "ED-0003", "Edith crank", "Drivetrain", "Shelf 4", "682", "31.05")
    items.opens_item(user, "ED-0003")
    user.sees_number(17, in_=movements.stock)
    for text in ("Edith crank", "Drivetrain", "Shelf 4", "682", "31.05"):
        user.sees_text(text)


@testcode("Item", "Edit an item")
def changes_made_meanwhile_are_not_overwritten(
    user: BrowserUser, login: Login, items: Items, item_form: ItemForm, movements: Movements, files: Import
) -> None:
    """A second edit is refused, also after an import; a movement meanwhile is none of it, and is kept."""
    login.logs_in(user)
    files.adds(user, ["ME-0001,Meanwhile rim,Wheels,,10,0,50.00"])
    other, clerk = login.another(user, MANAGER), login.another(user, CLERK)
    for person in (user, other):
        items.opens_item(person, "ME-0001")
        person.clicks_text("Edit")
    user.types("44.00", into=item_form.price_box)
    item_form.saves(user)
    other.types("Meanwhile hub", into=item_form.name_box)
    other.clicks_text("Save item")
    other.sees_text("This item has been changed meanwhile.")
    items.sees(clerk, "ME-0001", "Meanwhile rim", "44.00")
    items.opens_item(other, "ME-0001")
    other.clicks_text("Edit")
    files.sends(user, f"{HEADING}\nME-0001,Meanwhile rim,Wheels,Rack 2,10,0,44.00\n")
    user.sees_text("0 new, 1 changed, 0 unchanged")
    other.types("Meanwhile hub", into=item_form.name_box)
    other.clicks_text("Save item")
    other.sees_text("This item has been changed meanwhile.")
    items.opens_item(other, "ME-0001")
    other.clicks_text("Edit")
    items.opens_item(clerk, "ME-0001")
    movements.books(clerk, "Take out", "4")
    clerk.sees_number(6, in_=movements.stock)
    other.types("Meanwhile hub", into=item_form.name_box)
    item_form.saves(other)
    items.sees(clerk, "ME-0001", "Meanwhile hub", "Rack 2", "44.00")
    items.opens_item(clerk, "ME-0001")
    clerk.sees_number(6, in_=movements.stock)


@testcode("Item", "Remove an item")
def an_item_is_removed_only_without_stock(
    user: BrowserUser, login: Login, items: Items, movements: Movements, files: Import
) -> None:
    """Nor by opening the address of the button, nor by a clerk who sends its form."""
    login.logs_in(user)
    files.adds(user, ["RE-0001,Remover bolt,Other,,3,0,1.00", "RE-0002,Remover nut,Other,,0,0,1.00"])
    clerk = login.another(user, CLERK)
    address = items.opens_item(user, "RE-0002")
    if user.count(REMOVE_FORM):
        form = user.form_of(REMOVE_FORM)
        user.opens(form.url)
        clerk.opens(address)
        clerk.posts(form.url, form.fields)
        clerk.sees_status(403)
    items.opens_item(user, "RE-0001")
    with user.answers_dialog(accept=True) as dialog:
        user.clicks_text("Remove")
    assert "RE-0001" in dialog.message, f"the dialog does not name the part number: {dialog.message!r}"
    user.sees_text("There are still 3 in stock.")
    items.opens_item(user, "RE-0001")
    movements.books(user, "Take out", "3")
    user.sees_number(0, in_=movements.stock)
    with user.answers_dialog(accept=False):
        user.clicks_text("Remove")
    items.searches(user, "Remover")
    items.shows(user, "RE-0001", "RE-0002")
    address = items.opens_item(user, "RE-0001")
    with user.answers_dialog(accept=True):
        user.clicks_text("Remove")
    items.searches(user, "Remover")
    items.shows(user, "RE-0002")
    user.opens(address)
    user.does_not_see(movements.pieces_box)


@testcode("Item", "Book movements")
def movements_change_the_stock(
    user: BrowserUser,
    login: Login,
    items: Items,
    movements: Movements,
    files: Import,
    movement_row: MovementRow,
) -> None:
    login.logs_in(user)
    files.adds(user, ["MO-0001,Mover chain,Drivetrain,,0,0,12.00"])
    clerk = login.another(user, CLERK)
    for person, button, pieces, note in (
        (clerk, "Receive", "12", "<i>from</i> the factory"),
        (user, "Take out", "5", "order 88"),
        (clerk, "Receive", "1", ""),
    ):
        items.opens_item(person, "MO-0001")
        movements.books(person, button, pieces, note)
    clerk.sees_number(8, in_=movements.stock)
    clerk.sees_count(3, movement_row)
    rows = clerk.texts(movement_row)
    expected = [("+1", "8", "karl"), ("-5", "7", "order 88", "marta"), ("+12", "12", "<i>from</i> the factory", "karl")]
    for row, texts in clerk.pairs(rows, expected):
        for text in texts:
            assert text in row.replace("\u2212", "-"), f"{text} is not in {row!r}; the latest movement comes first"
    items.sees(user, "MO-0001", "8")


@testcode("Item", "Book movements")
def opening_an_address_moves_nothing(
    user: BrowserUser,
    login: Login,
    items: Items,
    movements: Movements,
    files: Import,
    movement_row: MovementRow,
) -> None:
    """Neither do visitors without an account see an item's page."""
    login.logs_in(user)
    files.adds(user, ["OP-0001,Opener cable,Brakes,,4,0,3.00"])
    address = items.opens_item(user, "OP-0001")
    before = user.count(movement_row)
    action = user.attribute(RECEIVE_FORM, "action") if user.count(RECEIVE_FORM) else None
    user.opens(urljoin(address, action or ""))
    user.opens(address)
    user.sees_number(4, in_=movements.stock)
    user.sees_count(before, movement_row)
    visitor = user.someone_else()
    visitor.opens(address)
    visitor.does_not_see_text("Opener cable")
    movements.books(user, "Receive", "9999")
    user.sees_number(10003, in_=movements.stock)


@testcode("Item", "Refuse wrong movements")
def more_than_the_stock_is_not_taken_out(
    user: BrowserUser, login: Login, items: Items, movements: Movements, files: Import, movement_row: MovementRow
) -> None:
    """Not even from a window that was opened when there was enough. The boxes still hold what was typed."""
    login.logs_in(user, MANAGER)
    files.adds(user, ["TA-0001,Taker tube,Wheels,,7,0,4.00"])
    stale = login.another(user, CLERK)
    items.opens_item(user, "TA-0001")
    items.opens_item(stale, "TA-0001")
    for pieces in ("0", "-2", "1.5", "many", "10000", ""):
        movements.books(user, "Take out", pieces, "for order 12")
        user.sees_text("Give a whole number from 1 to 9999.")
        if can_hold(user, movements.pieces_box, pieces):
            user.sees_value(pieces, in_=movements.pieces_box)
        user.sees_value("for order 12", in_=movements.note_box)
        items.opens_item(user, "TA-0001")
        user.does_not_see_text("Give a whole number from 1 to 9999.")
    user.sees_number(7, in_=movements.stock)
    movements.books(user, "Take out", "8")
    user.sees_text("Only 7 in stock.")
    items.opens_item(user, "TA-0001")
    movements.books(user, "Take out", "3")
    user.sees_number(4, in_=movements.stock)
    movements.books(stale, "Take out", "5")
    stale.sees_text("Only 4 in stock.")
    stale.sees_value("5", in_=movements.pieces_box)
    items.opens_item(stale, "TA-0001")
    stale.sees_count(2, movement_row)
    movements.books(stale, "Take out", "4")
    stale.sees_number(0, in_=movements.stock)


@testcode("Items", "Search")
def every_word_must_occur(user: BrowserUser, login: Login, items: Items, files: Import) -> None:
    login.logs_in(user)
    rows = [
        "SE-0001,Quartz lamp front,Other,,1,0,10.00",
        "SE-0002,Quartz lamp rear,Other,,1,0,10.00",
        "SE-0003,Topaz lamp rear 100%,Other,,1,0,10.00",
    ]
    files.adds(user, rows)
    items.searches(user, "LAMP qUARTZ")
    items.shows(user, "SE-0001", "SE-0002")
    user.sees_text("2 items")
    user.sees_value("LAMP qUARTZ", in_=items.search_box)
    items.searches(user, "se-00 rear")
    items.shows(user, "SE-0002", "SE-0003")
    items.searches(user, "lamp 100%")
    items.shows(user, "SE-0003")
    user.sees_text("1 item")
    user.does_not_see_text("No items found.")
    items.searches(user, "quartz topaz")
    user.sees_text("No items found.")
    user.sees_count(0, items.item_row)


@testcode("Items", "Filter")
def filters_can_be_combined(user: BrowserUser, login: Login, items: Items, filters: Filters, files: Import) -> None:
    """Low is what has its minimum or less; what has the minimum 0 never is."""
    login.logs_in(user)
    rows = [
        "FI-0001,Filler pad,Brakes,,5,5,1.00",
        "FI-0002,Filler disc,Brakes,,6,5,1.00",
        "FI-0003,Filler cog,Drivetrain,,0,1,1.00",
        "FI-0004,Filler ring,Drivetrain,,0,0,1.00",
    ]
    files.adds(user, rows)
    user.opens(items.items_url)
    user.sees(filters.category_filter, text="All categories")
    items.searches(user, "filler")
    items.shows(user, "FI-0001", "FI-0002", "FI-0003", "FI-0004")
    user.chooses("Brakes", out_of=filters.category_filter)
    user.clicks_text("Show")
    items.shows(user, "FI-0001", "FI-0002")
    user.ticks(filters.low_filter)
    user.clicks_text("Show")
    items.shows(user, "FI-0001")
    user.sees(filters.category_filter, text="Brakes")
    assert user.is_ticked(filters.low_filter), "Low stock only was ticked, but is not any more"
    user.chooses("All categories", out_of=filters.category_filter)
    user.clicks_text("Show")
    items.shows(user, "FI-0001", "FI-0003")
    user.unticks(filters.low_filter)
    user.chooses("Drivetrain", out_of=filters.category_filter)
    user.clicks_text("Show")
    items.shows(user, "FI-0003", "FI-0004")


@testcode("Items", "Sort")
def headings_sort_both_ways(user: BrowserUser, login: Login, items: Items, files: Import) -> None:
    """Numbers are sorted as numbers, names without regard to capitals, equal rows always by part number."""
    login.logs_in(user)
    rows = [
        "SO-0003,sorter beta,Other,,100,0,9.00",
        "SO-0001,Sorter Gamma,Other,,20,0,10.00",
        "SO-0004,Sorter Alpha,Other,,3,0,9.00",
        "SO-0002,sorter delta,Other,,20,0,110.00",
    ]
    files.adds(user, rows)
    items.searches(user, "sorter")
    items.shows(user, "SO-0001", "SO-0002", "SO-0003", "SO-0004")
    for heading, upwards, downwards in (
        ("Quantity", "4123", "3124"),
        ("Name", "4321", "1234"),
        ("Price", "3412", "2134"),
        ("Part number", "1234", "4321"),
    ):
        for order in (upwards, downwards):
            user.clicks_text(heading)
            items.shows(user, *(f"SO-000{number}" for number in order))
    user.sees_value("sorter", in_=items.search_box)


@testcode("Items", "Turn pages")
def pages_keep_search_filter_and_order(
    user: BrowserUser, login: Login, items: Items, filters: Filters, files: Import
) -> None:
    login.logs_in(user)
    rows = [f"PA-{n:04},Pager item,{'Wheels' if n <= 41 else 'Other'},,{n},0,1.00" for n in range(1, 61)]
    files.adds(user, rows)
    items.searches(user, "pager")
    user.sees_text("60 items")
    user.sees_text("Page 1 of 3")
    user.sees_count(20, items.item_row)
    user.does_not_see_text("Previous page")
    user.chooses("Wheels", out_of=filters.category_filter)
    user.clicks_text("Show")
    user.sees_text("41 items")
    user.clicks_text("Quantity")
    user.clicks_text("Quantity")
    items.shows(user, *(f"PA-{n:04}" for n in range(41, 21, -1)))
    user.clicks_text("Next page")
    user.sees_text("Page 2 of 3")
    items.shows(user, *(f"PA-{n:04}" for n in range(21, 1, -1)))
    user.clicks_text("Next page")
    items.shows(user, "PA-0001")
    user.does_not_see_text("Next page")
    user.sees(filters.category_filter, text="Wheels")
    user.clicks_text("Previous page")
    user.sees_text("Page 2 of 3")
    user.types("pager item", into=items.search_box)
    user.clicks_text("Show")
    user.sees_text("Page 1 of 3")
    user.sees_text("41 items")
    user.clicks_text("Next page")
    user.types("pager 000", into=items.search_box)
    user.clicks_text("Show")
    user.sees_text("Page 1 of 1")
    user.sees_text("9 items")


@testcode("Items", "Show the stock value")
def the_stock_value_follows_the_filters(
    user: BrowserUser, login: Login, items: Items, filters: Filters, files: Import
) -> None:
    """25 items on two pages; clerks do not see it."""
    login.logs_in(user)
    rows = [f"VA-{n:04},Valuer pin,Other,,3,0,0.35" for n in range(1, 25)]
    files.adds(user, [*rows, "VA-0025,Valuer frame,Wheels,,2,0,1100.10"])
    items.searches(user, "valuer")
    user.sees_text("Stock value: 2225.40")
    user.clicks_text("Next page")
    user.sees_text("Stock value: 2225.40")
    user.chooses("Other", out_of=filters.category_filter)
    user.clicks_text("Show")
    user.sees_text("Stock value: 25.20")
    clerk = login.another(user, CLERK)
    items.searches(clerk, "valuer")
    clerk.sees_text("25 items")
    clerk.does_not_see_text("Stock value")


@testcode("Items", "Export items")
def the_export_holds_what_was_found(
    user: BrowserUser, login: Login, items: Items, filters: Filters, files: Import
) -> None:
    """All 22 on both pages, in the order shown, without the one of another category; it can be imported again."""
    login.logs_in(user)
    rows = [f'EX-{n:04},"Exporter ""{n}"", long",Brakes,Box {n},{n},2,{n}.50' for n in range(1, 23)]
    files.adds(user, [*rows, "EX-0099,Exporter other,Other,,1,0,1.00"])
    clerk = login.another(user, CLERK)
    items.searches(clerk, "exporter")
    clerk.chooses("Brakes", out_of=filters.category_filter)
    clerk.clicks_text("Show")
    clerk.clicks_text("Price")
    clerk.clicks_text("Price")
    text = clerk.downloads(EXPORT).text()
    table = clerk.reads_csv(text)
    expected = [
        [f"EX-{n:04}", f'Exporter "{n}", long', "Brakes", f"Box {n}", str(n), "2", f"{n}.50"] for n in range(22, 0, -1)
    ]
    assert table[:1] == [HEADING.split(",")], f"the heading is {table[:1]}"
    assert table[1:] == expected, f"the rows are {table[1:]}"
    files.sends(user, text)
    user.sees_text("0 new, 0 changed, 22 unchanged")


@testcode("Import", "Import items")
def an_import_adds_and_changes(
    user: BrowserUser, login: Login, items: Items, movements: Movements, files: Import, movement_row: MovementRow
) -> None:
    login.logs_in(user)
    known = [
        "IM-0001,Importer fork,Wheels,Rack,4,1,80.00",
        "IM-0002,Importer stem,Other,,2,1,20.00",
        "IM-0004,Importer bell,Other,,1,0,3.00",
    ]
    files.adds(user, known)
    rows = [
        "IM-0001,Importer fork,Wheels,Rack,4,1,80.00",
        "",
        'im-0002,"Importer stem, long",Drivetrain,Drawer 7,9,612,20.5',
        "IM-0003,Importer post,Other,,6,0,15.00",
        "IM-0004,Importer bell,Other,,5,0,3.00",
    ]
    files.sends(user, "\ufeff" + "\r\n".join([HEADING, *rows]) + "\r\n")
    user.sees_text("1 new, 2 changed, 1 unchanged")
    items.searches(user, "importer")
    items.shows(user, "IM-0001", "IM-0002", "IM-0003", "IM-0004")
    items.sees(user, "IM-0002", "Importer stem, long", "Drivetrain", "Drawer 7", "9", "612", "20.50")
    items.opens_item(user, "IM-0002")
    user.sees_count(2, movement_row)
    first, second = user.rows(user.texts(movement_row), count=2)
    for row, texts in ((first, ("+7", "9", "Import", "marta")), (second, ("+2", "2", "Import"))):
        for text in texts:
            assert text in row, f"{text} is not in {row!r}"
    items.opens_item(user, "IM-0001")
    user.sees_count(1, movement_row)
    user.sees_number(4, in_=movements.stock)


@testcode("Import", "Refuse wrong files")
def every_wrong_row_is_named(user: BrowserUser, login: Login, items: Items, files: Import) -> None:
    """Nothing of the file is imported, neither new items nor changes of known ones; without the wrong rows it is."""
    login.logs_in(user)
    rows = [
        "WF-0001,Wrongfile one,Other,,1,0,1.00",
        "WF-02,Wrongfile,Other,,1,0,1.00",
        "",
        "wf-0001,Wrongfile,Other,,1,0,1.00",
        "WF-0005, ,Tools,,1,0,1.00",
        "WF-0006,Wrongfile,Tools,,x,0,1.00",
        "WF-0007,Wrongfile,Other,,1.5,0,1.00",
        "WF-0008,Wrongfile,Other,,10000,-1,1.00",
        "WF-0009,Wrongfile,Other,,1,-1,1.005",
        "WF-0010,Wrongfile,Other,,1,0,1.005",
        "WF-0011,Wrongfile,Other,,1,0",
        "WF-0012,Wrongfile two,Other,,9999,0,0.00",
    ]
    files.adds(user, ["WF-0100,Wrongfile known,Other,,3,0,7.00"])
    others = [
        "WF-0100,Wrongfile changed,Other,,8,0,9.00",
        "WF-0006,Wrongfile,Other,,1,0,1.00",
        "WF-0013,Wrongfile,Other,,1,0,1.00,2",
    ]
    files.sends(user, "\n".join([HEADING, *rows, *others]))
    for message in (
        "Row 3: the part number must look like AB-1234",
        "Row 5: the part number stands in the file twice",
        "Row 6: the name is missing",
        "Row 7: unknown category",
        "Row 8: wrong quantity",
        "Row 9: wrong quantity",
        "Row 10: wrong minimum",
        "Row 11: wrong price",
        "Row 12: there must be 7 values",
        "Row 15: the part number stands in the file twice",
        "Row 16: there must be 7 values",
    ):
        user.sees_text(message)
    for right in ("Row 1:", "Row 2:", "Row 4:", "Row 13:"):
        user.does_not_see_text(right)
    items.searches(user, "wrongfile")
    items.shows(user, "WF-0100")
    items.sees(user, "WF-0100", "Wrongfile known", "3", "7.00")
    files.adds(user, [rows[0], rows[-1]])
    items.searches(user, "wrongfile")
    items.shows(user, "WF-0001", "WF-0012", "WF-0100")


@testcode("Import", "Refuse wrong files")
def a_file_needs_its_heading(user: BrowserUser, login: Login, items: Items, files: Import) -> None:
    login.logs_in(user)
    row = "HE-0001,Header bar,Other,,1,0,1.00"
    for text in (f"{row}\n", f"{HEADING.replace('minimum', 'least')}\n{row}\n", f"{HEADING.replace(',', ';')}\n", ""):
        files.sends(user, text or "\n")
        user.sees_text("This is not a file of items.")
    user.opens(files.import_url)
    user.uploads("latin-1.csv", into=files.file_box)
    user.clicks(IMPORT)
    user.sees_text("This is not a file of items.")
    items.searches(user, "header")
    user.sees_text("No items found.")
    files.sends(user, f"{HEADING}\n")
    user.sees_text("0 new, 0 changed, 0 unchanged")
    user.does_not_see_text("This is not a file of items.")
    files.adds(user, [row])
    items.searches(user, "header bar")
    items.shows(user, "HE-0001")


@testcode("Low stock", "Report low stock")
def the_report_lists_what_to_order(
    user: BrowserUser,
    login: Login,
    items: Items,
    movements: Movements,
    files: Import,
    report_url: ReportUrl,
    report_row: ReportRow,
    report_total: Annotated[Element, "line with the total in Low stock"],
) -> None:
    """The total grows by the costs of the four items that are low; two others never are. Equal costs are in the order
    of the part numbers, in whatever order the items came."""
    login.logs_in(user)
    user.opens(report_url)
    before = user.number(report_total)
    rows = [
        "LO-0001,Lowest tyre,Wheels,,3,10,20.10",
        "LO-0002,Lowest <b>valve</b> &amp; cap,Wheels,,4,4,90.00",
        "LO-0003,Lowest bolt,Other,,5,4,1.00",
        "LO-0004,Lowest nut,Other,,0,0,1.00",
        "LO-0006,Lowest rack,Other,,0,1,171.00",
        "LO-0005,Lowest bell,Other,,2,20,9.00",
    ]
    files.adds(user, rows)
    user.opens(report_url)
    shown = [row for row in user.texts(report_row) if "LO-00" in row]
    expected = [
        ("LO-0002", "Lowest <b>valve</b> &amp; cap", "4", "360.00"),
        ("LO-0005", "Lowest bell", "2", "20", "38", "342.00"),
        ("LO-0006", "Lowest rack", "0", "1", "2", "342.00"),
        ("LO-0001", "Lowest tyre", "3", "10", "17", "341.70"),
    ]
    for row, texts in user.pairs(shown, expected):
        for text in texts:
            assert is_in(text, row), f"{text} is not in {row!r}; the highest cost comes first"
    user.sees_number(before + Decimal("1385.70"), in_=report_total)
    items.opens_item(user, "LO-0003")
    movements.books(user, "Take out", "1")
    user.opens(report_url)
    user.sees(report_row, containing="4.00", beside="LO-0003")
    user.sees_number(before + Decimal("1389.70"), in_=report_total)
