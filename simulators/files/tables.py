"""Spreadsheets and CSV files as tables of values."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from simulators.errors import ExpectationFailed, InfrastructureError, NotFound

if TYPE_CHECKING:
    from openpyxl import Workbook

MOST_BYTES = 10 << 20
"""Bytes of a spreadsheet file that are looked at."""

MOST_UNPACKED = 40 << 20
"""Bytes of a spreadsheet's parts, unpacked: a few bytes can be packed gigabytes."""

MOST_PARTS = 2_000
MOST_CELLS = 1_000_000


@dataclass(frozen=True)
class Table:
    """One sheet (or a CSV file): `rows` of cell values, trailing empty rows and columns removed.

    `is_text` tells that the cells of the file have no types: a CSV file.
    """

    name: str
    rows: tuple[tuple[object, ...], ...]
    is_text: bool = False

    def at(self, row: int, column: int) -> object:
        """The value in `row` and `column`, from 0; None where the table has ended."""
        if row < len(self.rows) and column < len(self.rows[row]):
            return self.rows[row][column]
        return None


@dataclass(frozen=True)
class Uncomputed:
    """Stands for the value of a formula that the file does not store."""

    formula: str


@lru_cache(maxsize=4)
def read_table(content: bytes, name: str, sheet: str | None = None) -> Table:
    """The table in the file `name`: a sheet (default: the first) of a workbook, or a CSV file.

    Raises `ExpectationFailed` when it is no such file or too large, `NotFound` when it has no such sheet.
    Formulas whose value is not stored are `Uncomputed`.
    """
    if is_csv(name):
        if sheet is not None:
            raise NotFound(f"{name} is a CSV file; it has no sheet {sheet!r}")
        return Table(name, _trimmed(_csv_rows(content, name)), is_text=True)
    with _opened(content, name) as book:
        chosen = _sheet_of(book, name, sheet)
        rows = [list(row) for row in _values(book, chosen, name)]
    blank = [(r, c) for r, row in enumerate(rows) for c, value in enumerate(row) if value is _Blank]
    formulas = _formulas(content, name, chosen) if blank else {}
    for row, column in blank:
        formula = formulas.get((row, column))
        rows[row][column] = None if formula is None else Uncomputed(formula)
    return Table(chosen, _trimmed(rows))


def read_sheets(content: bytes, name: str) -> list[str]:
    """The names of a workbook's sheets, in their order."""
    with _opened(content, name) as book:
        return list(book.sheetnames)


def write_tables(name: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """A workbook with these sheets, or a CSV file of the only one."""
    if is_csv(name):
        if len(sheets) != 1:
            raise InfrastructureError(f"{name}: a CSV file holds one table, the mission gives {len(sheets)}")
        text = io.StringIO(newline="")
        csv.writer(text).writerows(next(iter(sheets.values())))
        return text.getvalue().encode()
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        page = book.create_sheet(title)
        for row in rows:
            page.append(list(row))
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def is_csv(name: str) -> bool:
    return name.lower().endswith((".csv", ".tsv"))


class _Blank:
    """Stands for a cell that the file holds, but without a value: empty, or a formula nobody computed."""


@contextmanager
def _opened(content: bytes, name: str, formulas: bool = False) -> Iterator[Workbook]:
    """The workbook, read on demand; what is wrong with it becomes `ExpectationFailed`."""
    import openpyxl

    _must_be_small(content, name)
    book = None
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=not formulas)
        yield book
    except (ExpectationFailed, MemoryError):
        raise
    except Exception as error:  # a broken file makes openpyxl raise whatever it stumbles over
        raise ExpectationFailed(f"{name} is no spreadsheet (.xlsx) that can be read: {error}") from error
    finally:
        if book is not None:
            book.close()


def _must_be_small(content: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise ExpectationFailed(f"{name} is no spreadsheet (.xlsx): {error}") from error
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED or len(parts) > MOST_PARTS:
        raise ExpectationFailed(f"{name} unpacks to {unpacked} bytes in {len(parts)} parts; more than is looked at")


def _sheet_of(book: Workbook, name: str, sheet: str | None) -> str:
    names = [page.title for page in book.worksheets]
    if not names:
        raise ExpectationFailed(f"{name} has no sheet with cells")
    if sheet is not None and sheet not in names:
        raise NotFound(f"{name} has no sheet {sheet!r}; there are {', '.join(map(repr, names[:50]))}")
    return names[0] if sheet is None else sheet


def _values(book: Workbook, sheet: str, name: str) -> Iterator[list[object]]:
    from openpyxl.cell.read_only import EmptyCell

    for row in _rows(book, sheet, name):
        yield [_Blank if cell.value is None and not isinstance(cell, EmptyCell) else _value(cell.value) for cell in row]


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
        if cells > MOST_CELLS:
            raise ExpectationFailed(f"{name}: sheet {sheet!r} has more than {MOST_CELLS} cells; no more are looked at")
        yield row


def _value(value: object) -> object:
    return None if value == "" else value


def _csv_rows(content: bytes, name: str) -> list[list[object]]:
    try:
        text = content.decode("utf-8-sig")
        first = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
        delimiter = max("\t" if name.lower().endswith(".tsv") else ",", ";", "\t", key=first.count)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        return [[_value(value) for value in row] for row in rows]
    except UnicodeDecodeError as error:
        raise ExpectationFailed(f"{name} is no text (UTF-8): {error}") from error
    except csv.Error as error:
        raise ExpectationFailed(f"{name} is no CSV file: {error}") from error


def _trimmed(rows: Sequence[Sequence[object]]) -> tuple[tuple[object, ...], ...]:
    """All rows of one length, without the empty rows and columns at the end."""
    used = [max((at + 1 for at, value in enumerate(row) if value is not None), default=0) for row in rows]
    height = max((at + 1 for at, length in enumerate(used) if length), default=0)
    width = max(used, default=0)
    return tuple(tuple(row[:width]) + (None,) * (width - len(row)) for row in rows[:height])
