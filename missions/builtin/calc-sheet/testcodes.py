"""What somebody tries who calculates in a small sheet. The browser of every testcode has a sheet of its own."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated

from missions import BrowserUser, Inputs, Url, testcode

Home = Annotated[Url, "page with the sheet"]

CONTENT = (
    '//*[self::input or self::textarea][@aria-label="Content" or @id=//label[normalize-space()="Content"]/@for'
    ' or @aria-labelledby=//*[normalize-space()="Content"]/@id'
    ' or ancestor::label[starts-with(normalize-space(), "Content")]]'
)
FILL = '[aria-label="Fill"]'
HERE = '[role="gridcell"][aria-selected="true"]'


def cell(name: str) -> str:
    return f'[role="gridcell"][aria-label="{name}"]'


def button(name: str) -> str:
    return f'//button[normalize-space()="{name}" or @aria-label="{name}"] | //input[@type="button"][@value="{name}"]'


def enters(user: BrowserUser, **entries: str | int) -> None:
    """Enter into cells by the box Content: `enters(user, A1="5")`."""
    for name, entry in entries.items():
        user.clicks(cell(name))
        user.types(str(entry), into=CONTENT)
        user.presses("Enter", on=CONTENT)


def shows(user: BrowserUser, **texts: str | int) -> None:
    for name, text in texts.items():
        user.sees(cell(name), text=str(text))


def presses(user: BrowserUser, *keys: str) -> None:
    for key in keys:
        user.presses(key)


def is_at(user: BrowserUser, *names: str) -> None:
    """Exactly these cells are selected."""
    user.sees_count(len(names), HERE)
    for name in names:
        user.sees_count(1, f'{cell(name)}[aria-selected="true"]')


def width(user: BrowserUser, name: str) -> int:
    """Return the width of a cell in pixels, as its picture (PNG) has it."""
    return int.from_bytes(user.picture(cell(name))[16:20])


@testcode("Sheet", "Move")
def arrows_go_to_the_next_cell(user: BrowserUser, home: Home) -> None:
    """Tab and Enter too; a click goes anywhere."""
    user.opens(home)
    is_at(user, "A1")
    presses(user, "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft")
    is_at(user, "B1")
    presses(user, "Enter", "Tab", "Tab")
    is_at(user, "D2")
    presses(user, "Shift+Tab")
    is_at(user, "C2")
    user.clicks(cell("F9"))
    is_at(user, "F9")
    presses(user, "ArrowUp")
    is_at(user, "F8")


@testcode("Sheet", "Move")
def one_stays_at_the_edges(user: BrowserUser, home: Home) -> None:
    """At all four of them, with all keys; from there one goes back at once."""
    user.opens(home)
    presses(user, "ArrowUp", "ArrowLeft", "Shift+Tab")
    is_at(user, "A1")
    presses(user, "ArrowRight")
    is_at(user, "B1")
    user.clicks(cell("H20"))
    presses(user, "ArrowDown", "ArrowRight", "Tab", "Enter")
    is_at(user, "H20")
    presses(user, "ArrowLeft", "ArrowUp")
    is_at(user, "G19")
    for name, keys in (
        ("H5", ("Tab", "ArrowRight")),
        ("A5", ("Shift+Tab", "ArrowLeft")),
        ("C20", ("Enter", "ArrowDown")),
    ):
        user.clicks(cell(name))
        presses(user, *keys)
        is_at(user, name)
    user.sees_count(160, '[role="gridcell"]')


@testcode("Sheet", "Enter")
def typing_begins_an_entry(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """It replaces what was there; Enter goes down, Tab to the right."""
    first, second = inputs.sample(range(10, 100), 2)
    user.opens(home)
    presses(user, *str(first), "Enter")
    is_at(user, "A2")
    presses(user, *str(second), "Tab")
    is_at(user, "B2")
    shows(user, A1=first, A2=second)
    presses(user, "=", "a", "1", "+", "A", "2", "Enter")
    shows(user, B2=first + second)
    user.clicks(cell("A1"))
    presses(user, "7", "Enter")
    shows(user, A1=7, B2=7 + second)
    user.reloads()
    shows(user, A1=7, A2=second, B2=7 + second)


@testcode("Sheet", "Enter")
def escape_leaves_the_cell_as_it_was(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """One stays there, and there is one change to take back, not two."""
    word = inputs.word()
    user.opens(home)
    enters(user, B2=word)
    user.clicks(cell("B2"))
    presses(user, "x", "y", "Escape")
    shows(user, B2=word)
    is_at(user, "B2")
    presses(user, "F2", "z", "Escape")
    shows(user, B2=word)
    user.clicks(button("Undo"))
    shows(user, B2="")
    user.is_disabled(button("Undo"))


@testcode("Sheet", "Enter")
def entries_are_continued(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """With F2 and with a double click, behind what is there; of a formula the formula."""
    number = inputs.randint(10, 99)
    user.opens(home)
    enters(user, A1=number, B1="=A1")
    user.clicks(cell("B1"))
    presses(user, "F2", "+", "1", "Enter")
    shows(user, B1=number + 1)
    user.double_clicks(cell("A1"))
    presses(user, "End", "5", "Enter")
    shows(user, A1=f"{number}5", B1=10 * number + 6)
    user.clicks(cell("B1"))
    user.sees_value("=A1+1", in_=CONTENT)


@testcode("Sheet", "Enter")
def going_elsewhere_stores(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """With the mouse, in the middle of an entry; what looks like a tag is a text."""
    number, word = inputs.randint(100, 999), inputs.word()
    user.opens(home)
    user.clicks(cell("C3"))
    presses(user, *str(number))
    user.clicks(cell("E5"))
    is_at(user, "E5")
    shows(user, C3=number)
    enters(user, D1=f"  <b>{word}</b> ", D2=" 12 ", D3="=D2+1")
    shows(user, D1=f"<b>{word}</b>", D3=13)
    user.clicks(cell("D1"))
    user.sees_value(f"<b>{word}</b>", in_=CONTENT)


@testcode("Sheet", "Enter")
def the_content_of_the_cell_is_above(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """The formula, not its result; Enter in the box goes down."""
    number = inputs.randint(2, 99)
    user.opens(home)
    enters(user, A1=number, B2="=a1*2")
    is_at(user, "B3")
    user.sees_value("", in_=CONTENT)
    presses(user, "ArrowUp")
    user.sees_value("=a1*2", in_=CONTENT)
    shows(user, B2=2 * number)
    user.clicks(cell("A1"))
    user.sees_value(str(number), in_=CONTENT)


@testcode("Sheet", "Select a range")
def a_range_is_selected_with_shift(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Back over the first cell too; moving ends it; its numbers are summed up, texts and errors are not."""
    a, b, c = inputs.sample(range(1, 500), 3)
    user.opens(home)
    enters(user, A1=a, B1=b, A2="text", B2="=1/0", C2=c)
    user.clicks(cell("A1"))
    user.sees_text(f"Sum {a}")
    presses(user, "Shift+ArrowRight", "Shift+ArrowDown")
    is_at(user, "A1", "B1", "A2", "B2")
    user.sees_text(f"Sum {a + b}")
    presses(user, "Shift+ArrowRight")
    user.sees_text(f"Sum {a + b + c}")
    presses(user, "Shift+ArrowUp", "Shift+ArrowUp")
    is_at(user, "A1", "B1", "C1")
    presses(user, "ArrowDown")
    is_at(user, "A2")
    user.clicks(cell("C2"))
    presses(user, "Shift+ArrowLeft", "Shift+ArrowUp")
    is_at(user, "B1", "C1", "B2", "C2")
    user.sees_text(f"Sum {b + c}")


@testcode("Sheet", "Select a range")
def a_range_is_selected_with_the_mouse(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Up and to the left as well; Delete empties all of it, as one change."""
    a, b = inputs.sample(range(1, 500), 2)
    user.opens(home)
    enters(user, B2=f"{a}.25", C3=f"{b}.5", D4=1)
    user.drags(cell("C3"), to=cell("B2"))
    is_at(user, "B2", "C2", "B3", "C3")
    user.sees_text(f"Sum {Decimal(a + b) + Decimal('0.75')}")
    presses(user, "Delete")
    shows(user, B2="", C3="", D4=1)
    user.sees_text("Sum 0")
    presses(user, "Ctrl+Z")
    shows(user, B2=f"{a}.25", C3=f"{b}.5")


@testcode("Sheet", "Keep the sheet")
def the_sheet_is_kept(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Formulas as formulas; another browser has another sheet; nothing can be taken back after loading."""
    number, word = inputs.randint(1, 99), inputs.word()
    user.opens(home)
    enters(user, A1=number, B1="=A1+1", H20=word)
    user.reloads()
    shows(user, A1=number, B1=number + 1, H20=word)
    user.is_disabled(button("Undo"))
    user.is_disabled(button("Redo"))
    presses(user, "Ctrl+Z")
    shows(user, A1=number)
    enters(user, A1=number + 5)
    shows(user, B1=number + 6)
    presses(user, "Ctrl+Z")
    user.reloads()
    shows(user, A1=number, B1=number + 1)
    other = user.someone_else()
    other.opens(home)
    shows(other, A1="", B1="")


@testcode("Formulas", "Calculate")
def formulas_follow_the_usual_rules(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Precedence, signs, parentheses, blanks, small letters, division from left to right."""
    a, b = inputs.sample(range(2, 60), 2)
    user.opens(home)
    enters(user, A1=a, A2=f"-{b}.5")
    for name, formula, value in (
        ("B1", "=2+3*A1", 2 + 3 * a),
        ("B2", "=(2+3)*a1", 5 * a),
        ("B3", "= A1 - 10 - 2 ", a - 12),
        ("B4", "=64/4/2", 8),
        ("B5", "=-A1*-2", 2 * a),
        ("B6", "=2*(A1-(3-1))", 2 * (a - 2)),
        ("B7", "=+A1", a),
        ("B8", "=2-A2*2", 2 * b + 3),
    ):
        enters(user, **{name: formula})
        shows(user, **{name: value})
    shows(user, A2=f"-{b}.5")


@testcode("Formulas", "Calculate")
def functions_take_ranges(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Corners in any order, texts and empty cells skipped, nothing at all, as a part of a formula."""
    a, b, c = inputs.sample(range(2, 200), 3)
    user.opens(home)
    enters(user, A1=a, B2=b, A3=f"-{c}", B1="text")
    for name, formula, value in (
        ("D1", "=SUM(A1:B3)", a + b - c),
        ("D2", "=sum(B3:a1)", a + b - c),
        ("D3", "=MIN(A1:B3)", -c),
        ("D4", "=MAX(B1:A3)", max(a, b)),
        ("D5", "=COUNT(A1:B3)", 3),
        ("D6", "=MAX(A3:A3)", -c),
        ("D7", "=MIN(F1:F9)", 0),
        ("D8", "=SUM(A1:A1)*2+COUNT(E1:E3)", 2 * a),
    ):
        enters(user, **{name: formula})
        shows(user, **{name: value})
    enters(user, B3=1000)
    shows(user, D1=a + b - c + 1000, D5=4, D4=1000)


@testcode("Formulas", "Calculate")
def results_have_six_decimals_at_most(user: BrowserUser, home: Home) -> None:
    """Without zeros at the end, without traces of binary fractions, without a negative zero."""
    user.opens(home)
    for formula, text in (
        ("=0.1+0.2", "0.3"),
        ("=1/3", "0.333333"),
        ("=2/3", "0.666667"),
        ("=1.50*2", "3"),
        ("=0.5-0.50", "0"),
        ("=0*-1", "0"),
        ("=-0.0000001", "0"),
        ("=1.1*1.1", "1.21"),
        ("=-7/4", "-1.75"),
        ("=100000*100000", "10000000000"),
    ):
        enters(user, C1=formula)
        shows(user, C1=text)


@testcode("Formulas", "Calculate")
def everything_is_calculated_anew(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Along a chain that was entered from its end, over cells that become empty or texts."""
    number = inputs.randint(2, 99)
    user.opens(home)
    enters(user, D1="=C1*2", C1="=B1+A1", B1="=A1")
    shows(user, D1=0)
    enters(user, A1=number)
    shows(user, B1=number, C1=2 * number, D1=4 * number)
    enters(user, B1="word")
    shows(user, C1="#VALUE", D1="#VALUE")
    user.clicks(cell("B1"))
    presses(user, "Delete")
    shows(user, C1=number, D1=2 * number)


@testcode("Formulas", "Show errors")
def errors_are_named(user: BrowserUser, home: Home) -> None:
    """And a formula that is put right has its result."""
    user.opens(home)
    enters(user, A1="text")
    for formula, text in (
        ("=1+", "#ERROR"),
        ("=", "#ERROR"),
        ("=(1", "#ERROR"),
        ("=1 2", "#ERROR"),
        ("=AVERAGE(A1:A2)", "#ERROR"),
        ("=A1:A2", "#ERROR"),
        ("=1+%", "#ERROR"),
        ("=I1", "#REF"),
        ("=A21+1", "#REF"),
        ("=SUM(A1:A21)", "#REF"),
        ("=A1+1", "#VALUE"),
        ("=-A1", "#VALUE"),
        ("=1/0", "#DIV/0"),
        ("=1/B1", "#DIV/0"),
        ("=1/2", "0.5"),
    ):
        enters(user, C3=formula)
        shows(user, C3=text)


@testcode("Formulas", "Show errors")
def errors_go_on(user: BrowserUser, home: Home) -> None:
    """Into formulas and functions; the first of two; they end with their cause."""
    user.opens(home)
    enters(user, A1="=1/0", A2="=Z99", A3="=A1+A2", A4="=A2+A1", A5="=SUM(A2:B2)", A6="=COUNT(A1:A2)", A7="=A3*0")
    shows(user, A3="#DIV/0", A4="#REF", A5="#REF", A6="#DIV/0", A7="#DIV/0")
    enters(user, A1=3, A2=4)
    shows(user, A3=7, A4=7, A5=4, A6=2, A7=0)


@testcode("Formulas", "Show errors")
def circles_are_found(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Of one cell, of three, by a range; what depends on one shows it too; a broken circle is calculated."""
    number = inputs.randint(2, 99)
    user.opens(home)
    enters(user, A1="=A1", B1="=C1+1", C1="=D1", D1="=B1", E1="=D1*2", F1="=SUM(F1:F3)", G1="=B2", B2=5)
    shows(user, A1="#CIRCLE", B1="#CIRCLE", C1="#CIRCLE", D1="#CIRCLE", E1="#CIRCLE", F1="#CIRCLE", G1=5)
    enters(user, D1=number)
    shows(user, C1=number, B1=number + 1, E1=2 * number, A1="#CIRCLE")
    presses(user, "Ctrl+Z")
    shows(user, B1="#CIRCLE", E1="#CIRCLE")


@testcode("Tools", "Copy and paste")
def cells_in_copied_formulas_move_along(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Unless $ keeps column or row; also in ranges and small letters; texts stay texts."""
    a, b, c, d = inputs.sample(range(2, 400), 4)
    user.opens(home)
    enters(user, A1=a, B1=b, A2=c, B2=d)
    for formula, moved in (
        ("=A1+1", "=B2+1"),
        ("=$A$1+A$1+$A1", "=$A$1+B$1+$A2"),
        ("=SUM(A1:$B2)", "=SUM(B2:$B3)"),
        ("A1", "A1"),
    ):
        enters(user, D4=formula)
        user.clicks(cell("D4"))
        presses(user, "Ctrl+C")
        user.clicks(cell("E5"))
        presses(user, "Ctrl+V")
        user.sees_value(moved, in_=CONTENT)
        if formula == "=A1+1":
            shows(user, D4=a + 1, E5=d + 1)
    shows(user, D4="A1", E5="A1")


@testcode("Tools", "Copy and paste")
def ranges_are_copied_as_far_as_they_fit(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """As one change; cells outside become #REF; empty cells are copied too."""
    a, b = inputs.sample(range(2, 400), 2)
    user.opens(home)
    enters(user, A1=a, B2=b, B1="=A1", H19="old", G20="old")
    user.clicks(cell("B2"))
    presses(user, "Shift+ArrowLeft", "Shift+ArrowUp", "Ctrl+C")
    user.clicks(cell("G19"))
    presses(user, "Ctrl+V")
    shows(user, G19=a, H19=a, G20="", H20=b)
    user.clicks(cell("H20"))
    presses(user, "Ctrl+V")
    shows(user, H20=a, H19=a)
    presses(user, "Ctrl+Z", "Ctrl+Z")
    shows(user, G19="", H19="old", G20="old", H20="")
    user.clicks(cell("B1"))
    presses(user, "Ctrl+C")
    user.clicks(cell("A5"))
    presses(user, "Ctrl+V")
    shows(user, A5="#REF", B1=a)


@testcode("Tools", "Fill")
def the_handle_fills_a_column(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """Downwards and upwards, as copying would, in one change."""
    a, b, c = inputs.sample(range(2, 400), 3)
    user.opens(home)
    enters(user, A1=a, A2=b, A3=c, B1="=A1*2+$A$1")
    user.clicks(cell("B1"))
    user.drags(FILL, to=cell("B3"))
    shows(user, B1=3 * a, B2=2 * b + a, B3=2 * c + a, B4="")
    presses(user, "Ctrl+Z")
    shows(user, B1=3 * a, B2="", B3="")
    enters(user, D3="x")
    user.clicks(cell("D3"))
    user.drags(FILL, to=cell("D1"))
    shows(user, D1="x", D2="x", D3="x", D4="")


@testcode("Tools", "Fill")
def the_handle_fills_a_row(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """And over what is there; the sheet is kept."""
    a, b, c = inputs.sample(range(2, 400), 3)
    user.opens(home)
    enters(user, A1=a, B1=b, C1=c, A2="=A1+1", C2="old")
    user.clicks(cell("A2"))
    user.drags(FILL, to=cell("C2"))
    shows(user, A2=a + 1, B2=b + 1, C2=c + 1, D2="")
    user.reloads()
    shows(user, A2=a + 1, B2=b + 1, C2=c + 1)
    enters(user, B1=0)
    shows(user, B2=1)


def undoes(user: BrowserUser, states: Sequence[str], name: str, action: str) -> None:
    """Do `action` (a key or a button's name) for each of the states that follow."""
    for state in states:
        if action in ("Undo", "Redo"):
            user.clicks(button(action))
        else:
            presses(user, action)
        shows(user, **{name: state})


@testcode("Tools", "Undo and redo")
def changes_are_taken_back_one_by_one(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """By keys and buttons, to the beginning, and done again."""
    words = inputs.words(3)
    user.opens(home)
    user.is_disabled(button("Undo"))
    for word in words:
        enters(user, A1=word)
    user.clicks(cell("A1"))
    presses(user, "Delete")
    undoes(user, [words[2], words[1]], "A1", "Ctrl+Z")
    undoes(user, [words[0], ""], "A1", "Undo")
    user.is_disabled(button("Undo"))
    user.clicks(cell("C5"))
    undoes(user, [words[0], words[1]], "A1", "Ctrl+Y")
    undoes(user, [words[2], ""], "A1", "Redo")
    user.is_disabled(button("Redo"))
    undoes(user, [words[2]], "A1", "Undo")


@testcode("Tools", "Undo and redo")
def a_new_change_ends_redo(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """What changes nothing does not, and is no change to be taken back."""
    one, two, three = inputs.words(3)
    user.opens(home)
    enters(user, A1=one, B1=two)
    presses(user, "Ctrl+Z")
    shows(user, B1="")
    enters(user, A1=one)
    user.clicks(cell("D4"))
    presses(user, "Delete")
    presses(user, "F2", "Enter")
    presses(user, "Ctrl+Y")
    shows(user, A1=one, B1=two)
    presses(user, "Ctrl+Z")
    enters(user, C1=three)
    user.is_disabled(button("Redo"))
    presses(user, "Ctrl+Y")
    shows(user, A1=one, B1="", C1=three)
    presses(user, "Ctrl+Z", "Ctrl+Z")
    shows(user, A1="", B1="", C1="")


@testcode("Tools", "Zoom")
def the_sheet_grows(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """In steps, kept after loading, and not taken back; filling works at every zoom."""
    number = inputs.randint(2, 99)
    user.opens(home)
    user.sees_text("100 %")
    usual = width(user, "B2")
    for _ in range(5):
        user.clicks(button("Larger"))
    user.sees_text("150 %")
    larger = width(user, "B2")
    assert 1.4 * usual < larger < 1.6 * usual, f"a cell is {larger} pixels wide at 150 %, and {usual} at 100 %"
    user.reloads()
    user.sees_text("150 %")
    enters(user, A1=number)
    presses(user, "Ctrl+Z")
    user.sees_text("150 %")
    shows(user, A1="")
    presses(user, "Ctrl+Y")
    user.clicks(cell("A1"))
    user.drags(FILL, to=cell("A3"))
    shows(user, A2=number, A3=number, A4="")


@testcode("Tools", "Zoom")
def zoom_has_its_ends(user: BrowserUser, home: Home) -> None:
    """At 50 % and 200 % the buttons are disabled, and work again on the way back."""
    user.opens(home)
    for _ in range(5):
        user.clicks(button("Smaller"))
    user.sees_text("50 %")
    user.is_disabled(button("Smaller"))
    user.clicks(button("Larger"))
    user.sees_text("60 %")
    for _ in range(14):
        user.clicks(button("Larger"))
    user.sees_text("200 %")
    user.is_disabled(button("Larger"))
    user.clicks(button("Smaller"))
    user.sees_text("190 %")


@testcode("Tools", "Download")
def what_is_shown_is_downloaded(user: BrowserUser, home: Home, inputs: Inputs) -> None:
    """To the last row and column with an entry, also an error; quoted where needed."""
    number, word = inputs.randint(2, 99), inputs.word()
    user.opens(home)
    enters(user, B1=number, A2=f'{word}, "x"', B3="=B1/4", C4="=1/0", E6="gone")
    user.clicks(cell("E6"))
    presses(user, "Delete")
    found = user.downloads(button("Download"))
    assert found.name == "sheet.csv", f"the file is called {found.name}"
    rows = user.reads_csv(found.text())
    quarter = f"{Decimal(number) / 4:f}"
    expected = [["", str(number), ""], [f'{word}, "x"', "", ""], ["", quarter, ""], ["", "", "#DIV/0"]]
    assert rows == expected, f"the file holds {rows}"
