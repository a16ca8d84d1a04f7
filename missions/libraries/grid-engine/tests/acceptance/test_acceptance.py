"""The library as its users meet it: everything through the package itself."""

import gridengine
import pytest
from gridengine import (
    AddressError,
    CellError,
    FormulaError,
    GridError,
    LoadError,
    Sheet,
    export_csv,
    export_json,
    import_csv,
    import_json,
    parse_formula,
    parse_range,
    to_formula,
)

INVOICE = """Item,Price,Count,Sum
Pen,1.20,10,=B2*C2
Book,15,2,=B3*C3
Bag,49.90,1,=B4*C4
,,Net,=SUM(D2:D4)
,,Tax,"=ROUND(D5*19%, 2)"
,,Total,=D5+D6
"""


def test_the_package_offers_its_names():
    assert {"Sheet", "CellError", "GridError", "FUNCTIONS", "import_csv", "parse_formula"} <= set(gridengine.__all__)
    assert all(hasattr(gridengine, name) for name in gridengine.__all__)


def test_an_invoice_is_calculated():
    sheet = import_csv(INVOICE)
    assert [sheet.display(f"D{row}") for row in range(2, 8)] == ["12", "30", "49.9", "91.9", "17.46", "109.36"]


def test_an_invoice_is_changed():
    sheet = import_csv(INVOICE)
    sheet.set("C4", "2")
    sheet.set("C2", "")
    assert [sheet.display(cell) for cell in ("D2", "D5", "D7")] == ["0", "129.8", "154.46"]


def test_a_row_is_added_by_copying():
    sheet = import_csv(INVOICE)
    sheet.copy("D2:D2", "E3")
    sheet.copy("A4:D4", "A9")
    assert [sheet.text(cell) for cell in ("E3", "D9")] == ["=C3*D3", "=B9*C9"]
    assert sheet.display("D9") == "49.9"


def test_grades_are_looked_up():
    sheet = Sheet()
    sheet.set_many({"A1": "0", "B1": "F", "A2": "50", "B2": "C", "A3": "80", "B3": "A"})
    sheet.set_many({f"D{row}": text for row, text in enumerate(["79.5", "80", "12", "x"], start=1)})
    sheet.set("E1", '=IFERROR(VLOOKUP(D1, $A$1:$B$3, 2, TRUE), "?")')
    for row in (2, 3, 4):
        sheet.copy("E1", f"E{row}")

    assert [sheet.display(f"E{row}") for row in range(1, 5)] == ["C", "A", "F", "A"]
    assert sheet.text("E4") == '=IFERROR(VLOOKUP(D4, $A$1:$B$3, 2, TRUE), "?")'


def test_the_sum_follows_its_cells_and_nothing_else_is_evaluated():
    sheet = Sheet()
    sheet.set_many({f"A{row}": str(row) for row in range(1, 101)} | {"B1": "=SUM(A1:A100)", "C1": "=COUNT(D1:D9)"})
    before = sheet.evaluations
    sheet.set("A50", "0")

    assert sheet.value("B1") == 5000.0
    assert sheet.evaluations == before + 1


def test_errors_are_shown_and_can_be_caught():
    sheet = Sheet()
    sheet.set_many({"A1": "=1/0", "A2": "=A1+1", "A3": '=IFERROR(A2, "none")', "A4": "=NOPE(1)", "A5": '="a"*2'})

    assert [sheet.display(f"A{row}") for row in range(1, 6)] == ["#DIV/0!", "#DIV/0!", "none", "#NAME?", "#VALUE!"]
    assert sheet.value("A1") == CellError("#DIV/0!")
    assert list(sheet.errors()) == ["A1", "A2", "A4", "A5"]


def test_a_cycle_is_reported_and_broken():
    sheet = Sheet()
    sheet.set_many({"A1": "=B1+1", "B1": "=C1", "C1": "5"})
    sheet.set("C1", "=A1")
    assert set(sheet.errors()) == {"A1", "B1", "C1"}
    sheet.set("B1", "1")
    assert (sheet.errors(), sheet.value("C1")) == ({}, 2.0)


def test_what_depends_on_what():
    sheet = import_csv(INVOICE)
    assert sheet.precedents("D5") == ["D2:D4"]
    assert sheet.dependents("B2") == ["D2"]
    assert sheet.dependents("B2", indirect=True) == ["D2", "D5", "D6", "D7"]


def test_a_sheet_travels_as_json_and_csv():
    sheet = import_csv(INVOICE)
    again = import_json(export_json(sheet, values=True))
    assert export_csv(again) == export_csv(sheet)
    assert export_csv(import_csv(export_csv(sheet, formulas=True))).splitlines()[-1] == ",,Total,109.36"


def test_formulas_on_their_own():
    assert to_formula(parse_formula('= sum(a1:b2) &"x"')) == '=SUM(A1:B2)&"x"'
    assert [str(cell) for cell in parse_range("B2:A1")] == ["A1", "B1", "A2", "B2"]


def test_a_table_with_conditions():
    sheet = import_csv("fruit,amount\napple,5\npear,7\napple,2\n")
    sheet.set_many(
        {"D1": '=SUMIF(A2:A4, "apple", B2:B4)', "D2": '=COUNTIF(B2:B4, ">=5")', "D3": "=IF(D1>D2, MAX(B2:B4), 0)"}
    )
    assert [sheet.value(cell) for cell in ("D1", "D2", "D3")] == [7.0, 2.0, 7.0]


def test_one_exception_is_enough_to_catch_everything():
    sheet = Sheet()
    for wrong, kind in (
        (lambda: sheet.set("A1", "=("), FormulaError),
        (lambda: sheet.value("A0"), AddressError),
        (lambda: import_json("?"), LoadError),
        (lambda: import_csv("=("), LoadError),
    ):
        with pytest.raises(GridError) as caught:
            wrong()
        assert isinstance(caught.value, kind)
    assert issubclass(GridError, ValueError)
