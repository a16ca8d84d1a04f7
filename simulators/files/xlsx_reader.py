"""Spreadsheets (.xlsx) as JSON; imported by the process that reads what a project wrote (see `LimitedCalls`)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
from openpyxl import Workbook
from openpyxl.cell.read_only import EmptyCell

from simulators.errors import ExpectationFailed, NotFound

MAX_UNPACKED_BYTES = 40 << 20
"""Bytes of a spreadsheet's parts, unpacked: a few bytes can be packed gigabytes."""

MAX_PART_BYTES = 1 << 20
"""Bytes of one part that holds no cells, texts or pictures: for example styles, which are slow to read."""

LARGE_PARTS = ("xl/worksheets/", "xl/sharedstrings", "xl/media/", "xl/charts/", "xl/drawings/")
MAX_PARTS = 2_000
MAX_CELLS = 1_000_000


def sheets(content: bytes, name: str) -> list[str]:
    """Return the names of a workbook's sheets, in their order."""
    with _opened(content, name) as book:
        return [str(title) for title in book.sheetnames]


def table(content: bytes, name: str, sheet: str | None) -> dict[str, Any]:
    """Return the name and the rows of a sheet (default: the first), values as `encoded`.

    Raises `ExpectationFailed` when it is not a workbook or too large, `NotFound` when it has no such sheet.
    """
    with _opened(content, name) as book:
        chosen = _sheet_of(book, name, sheet)
        rows = [list(row) for row in _values(book, chosen, name)]
    blank = [(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value is _Blank]
    formulas = _formulas(content, name, chosen) if blank else {}
    for row, column in blank:
        formula = formulas.get((row, column))
        rows[row][column] = None if formula is None else {"formula": formula}
    return {"name": chosen, "rows": [[encoded(value) for value in row] for row in rows]}


def encoded(value: object) -> object:
    """Return a cell's value as JSON can express it: dates, times and durations with their type."""
    if value is None or isinstance(value, bool | int | float | str | dict):
        return value
    if isinstance(value, timedelta):
        return {"timedelta": value.total_seconds()}
    if isinstance(value, datetime | date | time):
        return {type(value).__name__: value.isoformat()}
    return str(value)


class _Blank:
    """Stands for a cell that the file holds, but without a value: empty, or a formula without a stored value."""


@contextmanager
def _opened(content: bytes, name: str, formulas: bool = False) -> Iterator[Workbook]:
    _check_size(content, name)
    book = None
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=not formulas)
        yield book
    except (ExpectationFailed, MemoryError):
        raise
    except Exception as error:  # a broken file makes openpyxl raise whatever it stumbles over
        raise ExpectationFailed(f"{name} is not a spreadsheet (.xlsx) that can be read: {error}") from error
    finally:
        if book is not None:
            book.close()


def _check_size(content: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise ExpectationFailed(f"{name} is not a spreadsheet (.xlsx): {error}") from error
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MAX_UNPACKED_BYTES or len(parts) > MAX_PARTS:
        raise ExpectationFailed(f"{name} unpacks to {unpacked} bytes in {len(parts)} parts; more than is read")
    for part in parts:
        if part.file_size > MAX_PART_BYTES and not part.filename.lower().lstrip("/").startswith(LARGE_PARTS):
            raise ExpectationFailed(f"{name}: its part {part.filename} has {part.file_size} bytes; more than is read")


def _sheet_of(book: Workbook, name: str, sheet: str | None) -> str:
    names = [page.title for page in book.worksheets]
    if not names:
        raise ExpectationFailed(f"{name} has no sheet with cells")
    if sheet is not None and sheet not in names:
        raise NotFound(f"{name} has no sheet {sheet!r}; there are {', '.join(map(repr, names[:50]))}")
    return names[0] if sheet is None else sheet


def _values(book: Workbook, sheet: str, name: str) -> Iterator[list[object]]:
    for row in _rows(book, sheet, name):
        yield [_Blank if cell.value is None and not isinstance(cell, EmptyCell) else cell.value for cell in row]


def _formulas(content: bytes, name: str, sheet: str) -> dict[tuple[int, int], str]:
    with _opened(content, name, formulas=True) as book:
        return {
            (at, column): str(getattr(cell.value, "text", cell.value))
            for at, row in enumerate(_rows(book, sheet, name))
            for column, cell in enumerate(row)
            if cell.data_type == "f"
        }


def _rows(book: Workbook, sheet: str, name: str) -> Iterator[tuple]:  # type: ignore[type-arg]
    page = book[sheet]
    page.reset_dimensions()  # the file's own claim may be a million rows
    cells = 0
    for row in page.iter_rows():
        cells += len(row) + 1
        if cells > MAX_CELLS:
            raise ExpectationFailed(f"{name}: sheet {sheet!r} has more than {MAX_CELLS} cells; no more are read")
        yield row
