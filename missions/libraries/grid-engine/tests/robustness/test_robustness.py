"""Malformed and extreme input: the stated exception, and nothing changed."""

import pytest
from gridengine import AddressError, FormulaError, LoadError, Sheet, export_json, import_csv, import_json, parse_formula


@pytest.fixture
def sheet():
    sheet = Sheet()
    sheet.set_many({"A1": "1", "B1": "=A1+1", "C1": "=B1*2"})
    return sheet


@pytest.mark.parametrize(
    "formula",
    ["=+", "=)", "=()", "=A1:", "=:A1", "=A1::B1", "=SUM(A1", "=SUM A1", "=1 2", "=A1..B1", "=\"", "=\"a\"\"", "=A1,B1", "=1e", "=%", "=#BAD!", "=A1 A1",
     "=SUM(,)", "=$", "=A$", "=\x00", "==1", "=A1 => 1", "=é", "=AAA1", "=A100001"],
)  # fmt: skip
def test_malformed_formulas_change_nothing(sheet, formula):
    before = export_json(sheet, values=True)

    with pytest.raises(FormulaError):
        sheet.set("A1", formula)
    assert export_json(sheet, values=True) == before


@pytest.mark.parametrize("address", ["", " ", "A", "1", "A0", "AAA1", "A1B", "-A1", "A1:A2", "A1.5", "Ａ1", "A٣"])
def test_malformed_addresses_change_nothing(sheet, address):
    before = export_json(sheet, values=True)

    for action in (
        lambda: sheet.set(address, "1"),
        lambda: sheet.set_many({"A1": "5", address: "1"}),
        lambda: sheet.copy("A1", address),
    ):
        with pytest.raises(AddressError):
            action()
    assert export_json(sheet, values=True) == before


@pytest.mark.parametrize(
    "formula",
    ["=" + "(" * 50_000, "=" + "-" * 50_000 + "1", "=1" + "^1" * 50_000, "=1" + "%" * 50_000, "=" + "ABS(" * 50_000],
)
def test_deep_nesting_is_refused(formula):
    with pytest.raises(FormulaError, match="nested too deeply"):
        parse_formula(formula)


def test_long_chains_of_operators_are_no_nesting(sheet):
    sheet.set("D1", "=1" + "+1" * 200)
    assert sheet.value("D1") == 201.0


def test_a_long_chain_of_cells():
    sheet = Sheet()
    sheet.set_many({"A1": "1"} | {f"A{row}": f"=A{row - 1}+1" for row in range(2, 3_001)})
    assert sheet.value("A3000") == 3000.0
    sheet.set("A1", "=A3000")
    assert len(sheet.errors()) == 3_000


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("=10^999", "#NUM!"),
        ("=-1e308-1e308", "#NUM!"),
        ("=SUM(1e308, 1e308)", "#NUM!"),
        ("=AVERAGE(1e308, 1e308)", "#NUM!"),
        ("=1e308*1e308", "#NUM!"),
        ('=REPT("x", 1e300)', "#VALUE!"),
        ('=LEFT("x", -1e300)', "#VALUE!"),
        ("=INDEX(A1:B2, 1e300)", "#REF!"),
        ("=CHOOSE(1e300, 1)", "#VALUE!"),
        ("=ROUND(1, 1e300)", "#NUM!"),
        ("=0^-1", "#DIV/0!"),
        ("=MOD(5, 0)", "#DIV/0!"),
        ("=(-1)^0.5", "#NUM!"),
        ("=VLOOKUP(1, A1, 2)", "#VALUE!"),
        ("=UNKNOWN()", "#NAME?"),
        ("=IF()", "#VALUE!"),
    ],
)
def test_extreme_arguments_are_errors_in_the_cell(sheet, formula, code):
    sheet.set("D1", formula)
    assert sheet.display("D1") == code


def test_texts_cannot_grow_without_limit():
    sheet = Sheet()
    sheet.set_many({"A1": "x"} | {f"A{row}": f"=A{row - 1}&A{row - 1}" for row in range(2, 60)})
    assert sheet.display("A59") == "#VALUE!"


def test_an_area_over_the_whole_sheet_is_refused(sheet):
    with pytest.raises(FormulaError, match="area is too large"):
        sheet.set("D1", "=SUM(A1:ZZ100000)")
    assert sheet.text("D1") == ""


def test_a_failing_batch_changes_nothing(sheet):
    before = (export_json(sheet, values=True), sheet.evaluations)

    with pytest.raises(FormulaError):
        sheet.set_many({"A1": "100", "B1": "", "Z9": "=SUM("})
    assert (export_json(sheet, values=True), sheet.evaluations) == before


@pytest.mark.parametrize(("area", "target"), [("A1:B2", "ZZ1"), ("A1:A2", "A100000"), ("A1:", "B1"), ("A1:C1", "")])
def test_a_copy_that_does_not_fit_changes_nothing(sheet, area, target):
    before = export_json(sheet, values=True)

    with pytest.raises(AddressError):
        sheet.copy(area, target)
    assert export_json(sheet, values=True) == before


@pytest.mark.parametrize(
    "text",
    ["null", "5", "{}", '{"format": "grid-engine/2", "cells": {}}', '{"format": "grid-engine/1", "cells": {"A1": null}}',
     '{"format": "grid-engine/1", "cells": {"": "1"}}', '{"format": "grid-engine/1", "cells": {"A1": "=A1:"}}', '{"format": "grid-engine/1"}', "[]]"],
)  # fmt: skip
def test_malformed_documents(text):
    with pytest.raises(LoadError):
        import_json(text)


@pytest.mark.parametrize("text", ['"', '"a" b', "a\n=1+", "," * 702, '"a\nb'])
def test_malformed_csv(text):
    with pytest.raises(LoadError):
        import_csv(text)


@pytest.mark.parametrize("value", [None, 5, b"1", 1.5])
def test_inputs_that_are_no_texts(sheet, value):
    before = export_json(sheet, values=True)

    with pytest.raises((TypeError, AttributeError)):
        sheet.set("A1", value)
    assert export_json(sheet, values=True) == before


def test_a_cycle_does_not_spoil_the_rest(sheet):
    sheet.set_many({"E1": "=E2", "E2": "=E1"})
    sheet.set("A1", "4")
    assert (sheet.value("C1"), len(sheet.errors())) == (10.0, 2)
