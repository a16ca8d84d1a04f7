"""Sheets as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator

from gridengine.address import COLUMNS, ROWS, Address, parse_range
from gridengine.errors import GridError, LoadError
from gridengine.sheet import Sheet

FORMAT = "grid-engine/1"


def export_csv(sheet: Sheet, formulas: bool = False) -> str:
    """Return the cells from A1 to the last used row and column as CSV: values as shown, or inputs with `formulas`.

    Lines end with ``\\n``; an empty sheet is an empty text.
    """
    return "".join(csv_lines(sheet, formulas))


def csv_lines(sheet: Sheet, formulas: bool = False) -> Iterator[str]:
    """Return the lines of `export_csv` one at a time."""
    used = sheet.used_range()
    if not used:
        return
    last = parse_range(used).last
    read = sheet.text if formulas else sheet.display
    for row in range(1, last.row + 1):
        buffer = io.StringIO()
        cells = [read(str(Address(column, row))) for column in range(1, last.column + 1)]
        csv.writer(buffer, lineterminator="\n").writerow(cells)
        yield buffer.getvalue()


def import_csv(lines: str | Iterable[str]) -> Sheet:
    """Return the sheet of a CSV text or of its lines; fields are entered as a user would enter them.

    Raises `LoadError` with the line for a wrong formula, for text that is no CSV, and for more rows or columns than a
    sheet has.
    """
    source = io.StringIO(lines, newline="") if isinstance(lines, str) else lines
    reader = csv.reader(source, strict=True)
    texts: dict[str, str] = {}
    try:
        for number, row in enumerate(reader, start=1):
            if number > ROWS or len(row) > COLUMNS:
                raise LoadError(f"line {reader.line_num}", "more cells than a sheet has")
            for column, text in enumerate(row, start=1):
                if text:
                    _checked(f"line {reader.line_num}", str(Address(column, number)), text)
                    texts[str(Address(column, number))] = text
    except csv.Error as error:
        raise LoadError(f"line {reader.line_num}", f"not CSV: {error}") from error
    sheet = Sheet()
    sheet.set_many(texts)
    return sheet


def export_json(sheet: Sheet, values: bool = False) -> str:
    """Return the sheet as JSON: ``{"format": "grid-engine/1", "cells": {"A1": "=B1*2", …}}``, by rows and columns.

    With `values` there is also ``"values"``: what every cell shows.
    """
    content: dict[str, object] = {"format": FORMAT, "cells": {cell: sheet.text(cell) for cell in sheet.cells()}}
    if values:
        content["values"] = {cell: sheet.display(cell) for cell in sheet.cells()}
    return json.dumps(content, indent=2, ensure_ascii=False)


def import_json(text: str) -> Sheet:
    """Return the sheet of a JSON document; its ``"values"`` are not read, but calculated.

    Raises `LoadError`: for what is no JSON, another format, unknown keys, cells that are no texts, wrong addresses and
    formulas, and a cell that is given twice in different spelling.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LoadError("", f"not JSON: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise LoadError("", f"the format is not {FORMAT}")
    unknown = sorted(content.keys() - {"format", "cells", "values"})
    if unknown:
        raise LoadError(unknown[0], "unknown key")
    cells = content.get("cells")
    if not isinstance(cells, dict):
        raise LoadError("cells", "not an object")
    for address, entry in cells.items():
        _check_entry(address, entry, cells)
    sheet = Sheet()
    sheet.set_many(cells)
    return sheet


def _check_entry(address: str, entry: object, cells: dict[str, object]) -> None:
    if not isinstance(entry, str):
        raise LoadError(address, "not a text")
    if address != address.upper() and address.upper() in cells:
        raise LoadError(address, "given twice")
    _checked(address, address, entry)


def _checked(place: str, address: str, text: str) -> None:
    """Try an input in a sheet of its own. Raises `LoadError` where it is refused."""
    try:
        Sheet().set(address, text)
    except GridError as error:
        raise LoadError(place, str(error)) from error
