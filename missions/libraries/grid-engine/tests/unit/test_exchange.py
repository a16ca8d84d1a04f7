import json

import pytest
from gridengine.errors import GridError, LoadError
from gridengine.exchange import csv_lines, export_csv, export_json, import_csv, import_json
from gridengine.sheet import Sheet


@pytest.fixture
def sheet():
    sheet = Sheet()
    sheet.set_many({"A1": "Name", "B1": "a,b", "A2": "=1/4", "C3": '=A1&"!"', "B3": 'say "hi"', "C1": "ü\nx"})
    return sheet


def test_values_as_csv(sheet):
    assert export_csv(sheet) == 'Name,"a,b","ü\nx"\n0.25,,\n,"say ""hi""",Name!\n'


def test_inputs_as_csv(sheet):
    assert export_csv(sheet, formulas=True) == 'Name,"a,b","ü\nx"\n=1/4,,\n,"say ""hi""","=A1&""!"""\n'


def test_an_empty_sheet_as_csv():
    assert export_csv(Sheet()) == ""
    assert list(csv_lines(Sheet())) == []


def test_csv_begins_at_the_first_cell():
    sheet = Sheet()
    sheet.set("B2", "x")
    assert list(csv_lines(sheet)) == [",\n", ",x\n"]


def test_csv_is_read_back(sheet):
    again = import_csv(export_csv(sheet, formulas=True))
    assert [again.text(cell) for cell in again.cells()] == [sheet.text(cell) for cell in sheet.cells()]
    assert again.display("C3") == "Name!"


def test_fields_are_entered_as_by_a_user():
    sheet = import_csv('12,TRUE,\'5\r\n=A1*2,,"a""b"')
    assert [sheet.value(cell) for cell in ("A1", "B1", "C1", "A2", "B2", "C2")] == [12.0, True, "5", 24.0, None, 'a"b']


def test_lines_may_come_one_by_one():
    assert import_csv(f"{number}\n" for number in range(5)).cells() == ["A1", "A2", "A3", "A4", "A5"]
    assert import_csv("").cells() == []


@pytest.mark.parametrize(
    ("text", "place"),
    [('a\n"b', "line 2"), ('a\n"b"c', "line 2"), ("1\n2\n=(", "line 3"), ("x," * 702 + "y", "line 1")],
)
def test_wrong_csv(text, place):
    with pytest.raises(LoadError) as caught:
        import_csv(text)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"{place}: ")
    assert isinstance(caught.value, GridError)


def test_messages_of_wrong_csv():
    with pytest.raises(LoadError, match=r"^line 1: a value is missing at position 2: '=\('$"):
        import_csv("=(")
    with pytest.raises(LoadError, match="^line 1: more cells than a sheet has$"):
        import_csv("x," * 702 + "y")
    with pytest.raises(LoadError, match="^line 1: not CSV: "):
        import_csv('"a')
    assert len(import_csv("x," * 701 + "y")) == 702


def test_json(sheet):
    content = json.loads(export_json(sheet))
    assert content == {"format": "grid-engine/1", "cells": {cell: sheet.text(cell) for cell in sheet.cells()}}
    assert list(content["cells"]) == sheet.cells()
    assert export_json(sheet).startswith('{\n  "format"')
    assert "ü" in export_json(sheet)


def test_json_with_values(sheet):
    values = json.loads(export_json(sheet, values=True))["values"]
    assert values == {"A1": "Name", "B1": "a,b", "C1": "ü\nx", "A2": "0.25", "B3": 'say "hi"', "C3": "Name!"}


@pytest.mark.parametrize("values", [True, False])
def test_json_is_read_back(sheet, values):
    again = import_json(export_json(sheet, values))
    assert export_json(again, True) == export_json(sheet, True)


def _document(**changes):
    return json.dumps({"format": "grid-engine/1", "cells": {}} | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "document: the format is not grid-engine/1"),
        (_document(format="x"), "document: the format is not grid-engine/1"),
        (_document(extra=1), "extra: unknown key"),
        (_document(cells=[]), "cells: not an object"),
        ('{"format": "grid-engine/1"}', "cells: not an object"),
        (_document(cells={"A1": 5}), "A1: not a text"),
        (_document(cells={"A1": "1", "a1": "2"}), "a1: given twice"),
        (_document(cells={"A0": "1"}), "A0: not an address: 'A0'"),
        (_document(cells={"A1": "=("}), "A1: a value is missing at position 2: '=('"),
    ],
)
def test_wrong_documents(text, message):
    with pytest.raises(LoadError) as caught:
        import_json(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000])
def test_what_is_no_json(text):
    with pytest.raises(LoadError, match="^document: not JSON: ") as caught:
        import_json(text)
    assert caught.value.place == ""


def test_small_letters_are_allowed_in_documents():
    assert import_json(_document(cells={"b2": "5"})).cells() == ["B2"]
