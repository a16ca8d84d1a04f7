"""Reading and expecting."""

from __future__ import annotations

from decimal import Decimal

import pytest

from simulators.browser import BrowserUser
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound


@pytest.fixture
def home(shared: BrowserUser) -> BrowserUser:
    shared.opens("/")
    return shared


@pytest.fixture
def table(shared: BrowserUser) -> BrowserUser:
    shared.opens("/table")
    return shared


@pytest.fixture
def pictures(shared: BrowserUser) -> BrowserUser:
    shared.opens("/pictures")
    return shared


def test_texts(home: BrowserUser) -> None:
    assert home.text("#title") == "Welcome"
    assert home.text("#spaced") == "several blanks\ntwo lines"
    assert home.texts(".item") == ["one", "two"]
    assert home.texts(".nobody") == []
    assert home.count(".item") == 2
    assert home.attribute("#attributed", "data-kind") == "fruit"
    assert home.attribute("#attributed", "lang") is None
    assert home.title() == "Home"
    assert home.url() == "http://localhost:8000/"
    assert "Welcome" in home.page_text()


@pytest.mark.parametrize("element", ["//h1", "xpath=//h1", "css=h1", "(//h1)[1]"])
def test_ways_to_name_an_element(home: BrowserUser, element: str) -> None:
    home.sees(element, text="Welcome")


def test_what_is_seen(home: BrowserUser) -> None:
    home.sees("#title", text="Welcome", containing="come", matching="^W.*e$")
    home.sees_text("several blanks two lines")
    home.sees_count(2, ".item")
    home.does_not_see("#hidden")
    home.does_not_see(".item", containing="three")
    home.does_not_see_text("secret")
    home.is_at("/")
    home.sees_status(200)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("element", ["#hidden", "#empty", "#faint", "#folded", "#aside", "#nowhere"])
def test_what_cannot_be_seen(home: BrowserUser, element: str) -> None:
    home.does_not_see(element)
    with pytest.raises(NotFound, match=f"no visible element matches '{element}'"):
        home.sees(element)


@pytest.mark.usefixtures("impatient")
def test_messages_say_what_is_there_instead(home: BrowserUser) -> None:
    with pytest.raises(NotFound, match=r"'#total'.*\nthe page http://localhost:8000/ 'Home' shows: Welcome"):
        home.clicks("#total")
    with pytest.raises(ExpectationFailed, match="expected the text 'Goodbye', it shows 'Welcome'"):
        home.sees("#title", text="Goodbye")
    with pytest.raises(ExpectationFailed, match="matching"):
        home.sees("#title", matching=r"^\d+$")
    with pytest.raises(ExpectationFailed, match="but 1 are: 'one'"):
        home.does_not_see(".item", containing="one")
    with pytest.raises(ExpectationFailed, match="there are 2"):
        home.sees_count(3, ".item")
    with pytest.raises(ExpectationFailed, match="the text 'Bye' is not on the page"):
        home.sees_text("Bye")
    with pytest.raises(ExpectationFailed, match="should not be on the page"):
        home.does_not_see_text("Welcome")
    with pytest.raises(ExpectationFailed, match="the browser is at http://localhost:8000/"):
        home.is_at("/form")
    with pytest.raises(ExpectationFailed, match="answered with 200"):
        home.sees_status(404)


@pytest.mark.usefixtures("impatient")
def test_several_elements_are_not_one(home: BrowserUser) -> None:
    with pytest.raises(NotFound, match=r"2 visible elements match '\.item'"):
        home.sees(".item")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("element", ["body", "html", "//*", "*", "//*[contains(., 'Welcome')]"])
def test_the_whole_page_is_no_element(home: BrowserUser, element: str) -> None:
    with pytest.raises(InvalidAnswer, match="whole page"):
        home.sees(element)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("element", ["#1", "div[", "//h1[", "h1:has-text('x')"])
def test_a_malformed_selector(home: BrowserUser, element: str) -> None:
    with pytest.raises(NotFound, match="not a selector"):
        home.sees(element)


def test_an_unknown_page(shared: BrowserUser) -> None:
    shared.opens("/unknown")
    shared.sees_status(404)


def test_tables(table: BrowserUser) -> None:
    rows = [["Name", "Price"], ["Milk", "1.50"], ["Best eggs", "2.75"]]
    assert table.table("#prices") == rows
    table.sees_table(rows, "#prices")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("row", "column", "cell", "reason"),
    [(1, 1, "1.5", "row 2, column 2: expected '1.5'"), (2, 0, "eggs", "row 3, column 1")],
)
def test_a_table_that_differs(table: BrowserUser, row: int, column: int, cell: str, reason: str) -> None:
    rows = [["Name", "Price"], ["Milk", "1.50"], ["Best eggs", "2.75"]]
    rows[row][column] = cell
    with pytest.raises(ExpectationFailed, match=reason):
        table.sees_table(rows, "#prices")


@pytest.mark.usefixtures("impatient")
def test_a_table_with_too_many_rows(table: BrowserUser) -> None:
    with pytest.raises(ExpectationFailed, match="has 3 rows, expected 1; 4 cells differ") as failed:
        table.sees_table([["Name", "Price"]], "#prices")
    assert "row 3, column 2: expected nothing, the table shows '2.75'" in str(failed.value)
    with pytest.raises(NotFound, match="is not a table"):
        table.table("#total")


@pytest.mark.usefixtures("impatient")
def test_numbers(table: BrowserUser) -> None:
    assert table.number("#total") == Decimal("1234.50")
    table.sees_number("1234.5", in_="#total")
    table.sees_number(Decimal("-12.50"), in_="#minus")
    with pytest.raises(ExpectationFailed, match=r"shows 1234\.50"):
        table.sees_number(1234, in_="#total")
    with pytest.raises(ExpectationFailed, match="found: 3, 4"):
        table.number("#two")
    with pytest.raises(ExpectationFailed, match="found: none"):
        table.number("#none")


def test_what_appears_later_is_waited_for(shared: BrowserUser) -> None:
    shared.opens("/later")
    shared.sees_number(42, in_="#spot")
    shared.does_not_see("#going")
    shared.clicks("#busy")
    shared.sees("#pressed", text="pressed")


@pytest.mark.parametrize("element", ["#good", "#drawn", "#chart", "#holder"])
def test_pictures(pictures: BrowserUser, element: str) -> None:
    pictures.sees_picture(element)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("element", "reason"), [("#broken", "did not load"), ("#blank", "one colour"), ("#bare", "one colour")]
)
def test_pictures_that_are_none(pictures: BrowserUser, element: str, reason: str) -> None:
    with pytest.raises(ExpectationFailed, match=reason):
        pictures.sees_picture(element)


@pytest.mark.usefixtures("impatient")
def test_pictures_that_look_the_same(pictures: BrowserUser) -> None:
    drawn = pictures.picture("#drawn")
    pictures.sees_picture("#chart", unlike=drawn)
    with pytest.raises(ExpectationFailed, match="exactly the same"):
        pictures.sees_picture("#drawn", unlike=drawn)
