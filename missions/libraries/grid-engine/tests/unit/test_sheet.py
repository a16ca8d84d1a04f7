import pytest
from gridengine.errors import AddressError, FormulaError
from gridengine.sheet import Sheet


@pytest.fixture
def sheet():
    sheet = Sheet()
    sheet.set_many({"A1": "2", "A2": "3", "B1": "=A1*10", "B2": "=SUM(A1:A2)", "C1": "=B1+B2", "D5": "text"})
    return sheet


def test_an_empty_sheet():
    sheet = Sheet()
    assert (len(sheet), sheet.cells(), sheet.used_range(), sheet.errors(), sheet.evaluations) == (0, [], "", {}, 0)
    assert (sheet.value("A1"), sheet.display("A1"), sheet.text("A1"), sheet.has_formula("A1")) == (None, "", "", False)


def test_values_and_formulas(sheet):
    assert [sheet.value(cell) for cell in ("A1", "B1", "B2", "C1", "D5")] == [2.0, 20.0, 5.0, 25.0, "text"]
    assert [sheet.has_formula(cell) for cell in ("A1", "B1", "D9")] == [False, True, False]
    assert len(sheet) == 6


def test_inputs_are_kept_and_formulas_are_canonical(sheet):
    sheet.set("e1", "= sum( a1 )")
    sheet.set("E2", " 007 ")
    assert [sheet.text(cell) for cell in ("E1", "E2", "e1")] == ["=SUM(A1)", " 007 ", "=SUM(A1)"]
    assert sheet.value("E2") == 7.0


def test_changes_reach_all_that_depends(sheet):
    sheet.set("A1", "5")
    assert [sheet.value(cell) for cell in ("B1", "B2", "C1")] == [50.0, 8.0, 58.0]


def test_only_affected_cells_are_evaluated(sheet):
    before = sheet.evaluations
    sheet.set("A2", "4")
    assert sheet.evaluations - before == 2
    sheet.set("D5", "other")
    assert sheet.evaluations - before == 2
    sheet.set("B1", "=A1")
    assert sheet.evaluations - before == 4


def test_many_changes_are_evaluated_once():
    sheet = Sheet()
    sheet.set_many({"A1": "1", "A2": "2", "B1": "=A1+A2"})
    assert sheet.evaluations == 1
    sheet.set_many({"A1": "3", "A2": "4"})
    assert (sheet.evaluations, sheet.value("B1")) == (2, 7.0)


def test_all_changes_or_none(sheet):
    for wrong in ({"A1": "9", "B1": "=("}, {"A1": "9", "A0": "1"}):
        with pytest.raises((FormulaError, AddressError)):
            sheet.set_many(wrong)
    assert sheet.value("A1") == 2.0
    assert sheet.text("B1") == "=A1*10"


def test_an_empty_text_clears(sheet):
    sheet.set("A1", "")
    assert "A1" not in sheet.cells()
    assert [sheet.value(cell) for cell in ("A1", "B1", "B2")] == [None, 0.0, 3.0]


def test_clearing_a_range(sheet):
    sheet.clear("B1:D5")
    assert sheet.cells() == ["A1", "A2"]
    sheet.clear("A1")
    assert sheet.cells() == ["A2"]
    assert sheet.dependents("A2") == []


def test_a_formula_that_refers_to_an_empty_cell_shows_zero(sheet):
    sheet.set("E1", "=Z9")
    assert sheet.value("E1") == 0.0


def test_a_lone_equals_sign_is_text(sheet):
    sheet.set("E1", "=")
    assert (sheet.value("E1"), sheet.has_formula("E1")) == ("=", False)


def test_copying_moves_references(sheet):
    sheet.copy("B1:C1", "B3")
    assert [sheet.text(cell) for cell in ("B3", "C3")] == ["=A3*10", "=B3+B4"]
    sheet.copy("B2", "A9")
    assert sheet.text("A9") == "=SUM(#REF!)"
    assert sheet.display("A9") == "#REF!"


def test_copying_over_itself(sheet):
    sheet.copy("A1:A2", "A2")
    assert [sheet.text(cell) for cell in ("A1", "A2", "A3")] == ["2", "2", "3"]


def test_copying_empties_the_target(sheet):
    sheet.copy("E1:E2", "A1")
    assert sheet.cells() == ["B1", "C1", "B2", "D5"]


def test_copying_out_of_the_sheet_changes_nothing(sheet):
    for target in ("ZZ1", "A100000"):
        with pytest.raises(AddressError):
            sheet.copy("A1:B2", target)
    assert len(sheet) == 6


def test_what_is_used(sheet):
    assert sheet.cells() == ["A1", "B1", "C1", "A2", "B2", "D5"]
    assert sheet.used_range() == "A1:D5"
    sheet.clear("A1:A2")
    sheet.clear("B1:C1")
    assert sheet.used_range() == "B2:D5"


def test_precedents_and_dependents(sheet):
    assert sheet.precedents("B2") == ["A1:A2"]
    assert sheet.precedents("C1") == ["B1", "B2"]
    assert sheet.precedents("A1") == []
    assert sheet.dependents("A1") == ["B1", "B2"]
    assert sheet.dependents("A1", indirect=True) == ["B1", "C1", "B2"]
    assert sheet.dependents("C1") == []


def test_errors_are_listed_by_rows(sheet):
    sheet.set_many({"C2": "=1/0", "E1": "=C2", "A9": "#N/A"})
    assert list(sheet.errors().items()) == [("E1", "#DIV/0!"), ("C2", "#DIV/0!"), ("A9", "#N/A")]


def test_cycles_are_errors_until_they_are_broken(sheet):
    sheet.set("A1", "=C1")
    assert sheet.errors() == dict.fromkeys(["A1", "B1", "C1", "B2"], "#CYCLE!")
    sheet.set("B1", "7")
    assert sheet.errors() == dict.fromkeys(["A1", "C1", "B2"], "#CYCLE!")
    sheet.set("A1", "1")
    assert sheet.errors() == {}
    assert sheet.value("C1") == 11.0


def test_a_cell_that_reads_itself(sheet):
    sheet.set("E1", "=E1+1")
    sheet.set("E2", "=SUM(E1:E3)")
    assert sheet.errors() == {"E1": "#CYCLE!", "E2": "#CYCLE!"}
    sheet.clear("E1:E2")
    assert sheet.errors() == {}


@pytest.mark.parametrize("formula", ["=IFERROR(E1, 5)", "=ISERROR(E1)", "=IF(FALSE, E1, 5)", "=COUNT(E1:E2)"])
def test_what_is_behind_a_cycle_cannot_hide_it(sheet, formula):
    sheet.set("E1", "=E1")
    sheet.set("F1", formula)
    sheet.set("F2", "=F1+1")
    first = sheet.errors()
    sheet.recalculate()

    assert first == sheet.errors() == dict.fromkeys(["E1", "F1", "F2"], "#CYCLE!")
    sheet.set("E1", "1")
    assert sheet.errors() == {}


def test_recalculating_changes_nothing(sheet):
    before = [sheet.value(cell) for cell in sheet.cells()]
    count = sheet.evaluations
    sheet.recalculate()
    assert [sheet.value(cell) for cell in sheet.cells()] == before
    assert sheet.evaluations == count + 3


def test_large_and_small_areas_give_the_same():
    sheet = Sheet()
    sheet.set_many(
        {f"A{row}": str(row) for row in range(1, 21)}
        | {"C1": "=SUM(A1:B5)", "C2": "=SUM(A1:B99)", "C3": "=CONCAT(A9:B90)"}
    )
    assert [sheet.display(cell) for cell in ("C1", "C2", "C3")] == ["15", "210", "91011121314151617181920"]


@pytest.mark.parametrize("address", ["", "A0", "1A", "A1:B2", "$A$1"])
def test_wrong_addresses(sheet, address):
    for action in (sheet.value, sheet.text, sheet.display, sheet.has_formula, sheet.precedents, sheet.dependents):
        with pytest.raises(AddressError):
            action(address)
    with pytest.raises(AddressError):
        sheet.set(address, "1")


def test_a_value_can_become_a_formula_and_back(sheet):
    sheet.set("A1", "=A2")
    assert sheet.value("B1") == 30.0
    sheet.set("A1", "x")
    assert sheet.display("B1") == "#VALUE!"
    assert sheet.precedents("A1") == []
    sheet.set("A2", "9")
    assert sheet.value("A1") == "x"
