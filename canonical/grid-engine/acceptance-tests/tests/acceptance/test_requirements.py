"""What the requirements ask for beyond the usual cases: every function, operator and error, as a program meets them."""

import json

import pytest
from gridengine import (
    Address,
    AddressError,
    CellError,
    FormulaError,
    LoadError,
    Range,
    Sheet,
    csv_lines,
    export_csv,
    export_json,
    import_csv,
    import_json,
    parse_address,
    parse_formula,
    parse_range,
    to_formula,
)
from gridengine.address import column_name, column_number
from gridengine.functions.arguments import area
from gridengine.values import Failure

CELLS = {
    "A1": "3", "A2": "1", "A3": "2", "A4": "x", "A5": "TRUE", "A7": "10", "B1": "Pear", "B2": "apple", "B3": "'5",
    "C1": "#N/A", "C2": "FALSE", "D1": "1", "E1": "2", "F1": "4", "G1": "0",
}  # fmt: skip


def _shown(formula):
    sheet = Sheet()
    sheet.set_many(CELLS)
    sheet.set("Z9", formula)
    return sheet.display("Z9")


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=1+2*3^2-4/2", "17"),
        ("=-2^2", "4"),
        ("=2^-1^2", "2"),
        ("=+50%%", "0.005"),
        ('="a"&1&TRUE&H1', "a1TRUE"),
        ("=(A1+A2)*2", "8"),
        ("=A1>A2", "TRUE"),
        ('="B"="b"', "TRUE"),
        ("=1<>2", "TRUE"),
        ("=A1<=3", "TRUE"),
        ("=A1>=4", "FALSE"),
        ("=H1=0", "TRUE"),
        ('=H1=""', "TRUE"),
        ("=H1=FALSE", "TRUE"),
        ('=TRUE>"z"', "TRUE"),
        ('="a"<1', "FALSE"),
        ("=H1", "0"),
        ("=A1:A1", "3"),
        ("=A1:A2", "#VALUE!"),
        ("=1/0", "#DIV/0!"),
        ("=0^-1", "#DIV/0!"),
        ("=(-1)^0.5", "#NUM!"),
        ("=1e300*1e300", "#NUM!"),
        ("=10^400", "#NUM!"),
        ('="x"+1', "#VALUE!"),
        ("=C1+1", "#N/A"),
        ("=1&C1", "#N/A"),
        ("=C1=1", "#N/A"),
        ("=#REF!", "#REF!"),
        ("=IF(A1>2, 5)", "5"),
        ("=IF(A1>5, 5)", "FALSE"),
        ('=IF("true", 1, 2)', "1"),
        ('=IF("maybe", 1, 2)', "#VALUE!"),
        ("=IF(C1, 1, 2)", "#N/A"),
        ("=IF(1)", "#VALUE!"),
        ("=IFERROR(A1, 9)", "3"),
        ("=IFERROR(C1, 9)", "9"),
        ("=CHOOSE(2, 5, 6)", "6"),
        ("=CHOOSE(3, 5, 6)", "#VALUE!"),
        ("=NOTHING()", "#NAME?"),
        ("=ABS()", "#VALUE!"),
        ("=ABS(1, 2)", "#VALUE!"),
        ("=SUM(A1:A5, 4, TRUE)", "11"),
        ("=SUM(C1)", "#N/A"),
        ("=SUM(A1:C1)", "#N/A"),
        ("=SUM(1e308, 1e308)", "#NUM!"),
        ("=PRODUCT(A1:A3)", "6"),
        ("=PRODUCT(H1:H2)", "0"),
        ("=MIN(A1:A3)", "1"),
        ("=MAX(A1:A3)", "3"),
        ("=ABS(-2)", "2"),
        ("=INT(-1.5)", "-2"),
        ("=ROUND(-2.5)", "-3"),
        ("=ROUND(1.005, 2)", "1.01"),
        ("=ROUND(1, 16)", "#NUM!"),
        ("=MOD(-3, 2)", "1"),
        ("=MOD(3, 0)", "#DIV/0!"),
        ("=POWER(2, 3)", "8"),
        ("=SQRT(9)", "3"),
        ("=SQRT(-1)", "#NUM!"),
        ("=AVERAGE(A1:A3)", "2"),
        ("=AVERAGE(H1:H2)", "#DIV/0!"),
        ("=MEDIAN(A1:A3)", "2"),
        ("=MEDIAN(A1, A7)", "6.5"),
        ("=MEDIAN(H1:H2)", "#NUM!"),
        ("=COUNT(A1:C2, 5, H1)", "3"),
        ("=COUNTA(A1:C2, 5, H1)", "7"),
        ('=COUNTIF(A1:A7, ">1")', "3"),
        ('=COUNTIF(A1:A7, "<>2")', "5"),
        ("=COUNTIF(A1:C1, 3)", "1"),
        ("=COUNTIF(A1:A2, #N/A)", "#N/A"),
        ("=COUNTIF(A1:A2, C1:C1)", "#N/A"),
        ("=COUNTIF(3, 3)", "#VALUE!"),
        ('=SUMIF(A1:A3, "<3")', "3"),
        ('=SUMIF(A1:A3, "<=3", A1:A2)', "#VALUE!"),
        ('=SUMIF(A1:A1, 3, C1:C1)', "#N/A"),
        ('=SUMIF(B1:B3, "apple", A1:A3)', "1"),
        ('=LEN("word")', "4"),
        ('=LEFT("word")&LEFT("word", 2)', "wwo"),
        ('=RIGHT("word", 3)&RIGHT("word")', "ordd"),
        ('=LEFT("word", -1)', "#VALUE!"),
        ('=MID("word", 2, 2)', "or"),
        ('=MID("word", 0, 2)', "#VALUE!"),
        ('=UPPER("a")&LOWER("B")&TRIM("  c  d ")', "Abc d"),
        ("=CONCAT(A1:A2, B1:B2, 7)", "31Pearapple7"),
        ("=CONCAT(A1:C1)", "#N/A"),
        ('=FIND("r", "word")', "3"),
        ('=FIND("R", "word")', "#N/A"),
        ('=SUBSTITUTE("a-b-c", "-", "+")', "a+b+c"),
        ('=SUBSTITUTE("a", "", "+")', "a"),
        ('=REPT("ab", 2)', "abab"),
        ('=REPT("ab", 20000)', "#VALUE!"),
        ('=LEN(CONCAT(REPT("a", 32767), "b"))', "#VALUE!"),
        ('=VALUE(" 25% ")', "0.25"),
        ('=VALUE("x")', "#VALUE!"),
        ('=VALUE("1e999")', "#VALUE!"),
        ("=AND(TRUE, A1, A5:A5)", "TRUE"),
        ("=OR(FALSE, G1)", "FALSE"),
        ("=AND(B1:B2)", "#VALUE!"),
        ('=NOT("FALSE")', "TRUE"),
        ("=ISERROR(C1)", "TRUE"),
        ("=ISERROR(1/0)", "TRUE"),
        ("=ISBLANK(H1)", "TRUE"),
        ("=ISNUMBER(A1)", "TRUE"),
        ("=ISTEXT(B1)", "TRUE"),
        ("=ISNUMBER(A1:A2)", "#VALUE!"),
        ("=ROWS(A1:C2)+COLUMNS(A1:C2)", "5"),
        ("=INDEX(A1:C2, 2, 2)", "apple"),
        ("=INDEX(A1:A3, 2)", "1"),
        ("=INDEX(A1:A3, 4)", "#REF!"),
        ("=MATCH(2, A1:A3)", "3"),
        ("=MATCH(9, A1:A3)", "#N/A"),
        ("=MATCH(3, D1:G1, 1)", "2"),
        ("=MATCH(3, A1:B2)", "#VALUE!"),
        ("=MATCH(FALSE, C1:C2)", "2"),
        ('=VLOOKUP(1, A1:B3, 2)', "apple"),
        ("=VLOOKUP(1, A1:B3, 3)", "#REF!"),
        ("=VLOOKUP(9, A1:B3, 2, TRUE)", "5"),
        ("=1.5e20", "1.5e+20"),
        ("=-0", "0"),
    ],
)  # fmt: skip
def test_formulas_have_values(formula, shown):
    assert _shown(formula) == shown


@pytest.mark.parametrize(
    ("formula", "position"),
    [
        ("1+2", 0),
        ("=1 2", 3),
        ("=1+", 3),
        ("=(1", 3),
        ("=SUM(1", 6),
        ("=1e999", 1),
        ("=A1:ZZ100000", 1),
        ("=A0", 1),
        ("=A1:5", 4),
        ("=1 ?", 3),
        ("=" + "(" * 51 + "1" + ")" * 51, 52),
        ("=" + "-" * 51 + "1", 52),
        ("=1" + "%" * 51, 52),
        ("=" + "2^" * 51 + "1", 103),
    ],
)
def test_what_is_no_formula_is_refused_at_its_place(formula, position):
    with pytest.raises(FormulaError) as caught:
        parse_formula(formula)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("= -a1 + $B$2 % ", "=-A1+$B$2%"),
        ('=if( true ,"a""b" , (1.50) )', '=IF(TRUE, "a""b", (1.5))'),
        ("=#n/a&false", "=#N/A&FALSE"),
        ("=sum( b2:$a1 )", "=SUM(B2:$A1)"),
        ("=now()", "=NOW()"),
    ],
)
def test_formulas_have_one_text(text, canonical):
    assert to_formula(parse_formula(text)) == canonical


def test_formulas_move_when_they_are_copied():
    sheet = Sheet()
    sheet.set_many({"B2": '=-A1+$A1*A$1%&SUM(A1:$B$2)&(A2)&"t"', "B3": "word", "D1": "old"})
    sheet.copy("B2:C3", "C1")
    assert sheet.text("C1") == '=-#REF!+#REF!*B$1%&SUM(#REF!)&(B1)&"t"'
    assert (sheet.text("C2"), sheet.text("D1")) == ("word", "")
    with pytest.raises(AddressError):
        sheet.copy("A1:B2", "ZZ1")


def test_cells_are_cleared_changed_and_asked():
    sheet = Sheet()
    sheet.set_many({"A1": "1", "B1": "=A1", "C1": "=SUM(A1:B1)", "D1": "=SUM(A1:B1)"})
    assert (len(sheet), sheet.used_range(), sheet.value("C1")) == (4, "A1:D1", 2.0)
    sheet.set("D1", "=B1")
    sheet.clear("A1:A9")
    assert (sheet.text("A1"), sheet.text("D1"), sheet.value("C1"), sheet.value("A1")) == ("", "=B1", 0.0, None)
    sheet.recalculate()
    assert (sheet.has_formula("D1"), sheet.has_formula("A1")) == (True, False)
    assert sheet.precedents("D1") == ["B1"]
    assert sheet.precedents("A1") == []
    assert sheet.dependents("B1") == ["C1", "D1"]
    for refused in (lambda: sheet.set("A0", "1"), lambda: sheet.set("A1", "=("), lambda: sheet.value("$A$1")):
        with pytest.raises((AddressError, FormulaError)):
            refused()
    assert Sheet().used_range() == ""
    sheet.set_many({"A5": "1", "A6": ""})
    assert _shown('=COUNTIF(A1:A3, "")') == "0"


def test_what_reads_a_cycle_is_behind_it():
    sheet = Sheet()
    sheet.set_many({"A1": "=B1", "B1": "=A1"})
    sheet.set("C1", "=A1+1")
    assert sheet.display("C1") == "#CYCLE!"
    sheet.set("D1", "=SUM(C1:C2)")
    assert sheet.display("D1") == "#CYCLE!"


def test_addresses_and_ranges():
    assert (column_name(27), column_number("zz")) == ("AA", 702)
    assert sorted([Address(2, 1), Address(1, 2), Address(1, 1)]) == [Address(1, 1), Address(2, 1), Address(1, 2)]
    assert (Address(1, 1) in parse_range("A1"), "A1" in parse_range("A1")) == (True, False)
    assert Range.between(Address(3, 1), Address(1, 2)).size == 6
    for refused in (
        lambda: Address(0, 1),
        lambda: column_number("A1"),
        lambda: parse_address("$A1"),
        lambda: parse_address("A100001"),
        lambda: parse_range("A1:"),
        lambda: parse_range("A1:B"),
    ):
        with pytest.raises(AddressError):
            refused()
    with pytest.raises(TypeError):
        Address(1, 1) < "A1"  # noqa: B015


def test_sheets_as_csv():
    assert export_csv(Sheet()) == ""
    sheet = import_csv(['a,"b ""c"""\n', ",=1+1\n"])
    assert list(csv_lines(sheet, formulas=True)) == ['a,"b ""c"""\n', ",=1+1\n"]
    for wrong in ('"a', "=(", ",".join("x" * 703), "\n" * 100_001):
        with pytest.raises(LoadError):
            import_csv(wrong)


@pytest.mark.parametrize(
    "document",
    [
        "{",
        "[]",
        '{"format": "other"}',
        '{"format": "grid-engine/1", "cells": {}, "more": 1}',
        '{"format": "grid-engine/1"}',
        '{"format": "grid-engine/1", "cells": {"A1": 5}}',
        '{"format": "grid-engine/1", "cells": {"A0": "5"}}',
        '{"format": "grid-engine/1", "cells": {"a1": "5", "A1": "6"}}',
        '{"format": "grid-engine/1", "cells": {"A1": "=("}}',
    ],
)
def test_documents_that_are_no_sheet_are_refused(document):
    with pytest.raises(LoadError):
        import_json(document)


def test_sheets_as_json():
    sheet = import_json('{"format": "grid-engine/1", "cells": {"b1": "=1/0", "A1": "true"}}')
    content = json.loads(export_json(sheet, values=True))
    assert content["cells"] == {"A1": "true", "B1": "=1/0"}
    assert content["values"] == {"A1": "TRUE", "B1": "#DIV/0!"}
    assert "values" not in json.loads(export_json(sheet))


def test_errors_are_no_areas():
    with pytest.raises(Failure):
        area(CellError("#N/A"))
