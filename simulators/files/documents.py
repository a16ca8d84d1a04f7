"""Tables and pictures among a project's files, and what testcodes may ask of them."""

from __future__ import annotations

import base64
import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from simulators.errors import ExpectationFailed, InfrastructureError, NotFound
from simulators.runtime.processes.limited_calls import LimitedCalls

MAX_TABLE_BYTES = 10 << 20
"""Maximum size of a spreadsheet file in bytes."""

TABLE_READER = "simulators.files.xlsx_reader"
MAX_CELLS = 1_000_000
"""Maximum number of cells of a CSV file."""


@dataclass(frozen=True)
class Table:
    """One sheet (or a CSV file): `rows` of cell values, trailing empty rows and columns removed.

    `is_text` is True when the cells of the file have no types: a CSV file.
    """

    name: str
    rows: tuple[tuple[object, ...], ...]
    is_text: bool = False

    def at(self, row: int, column: int) -> object:
        """Return the value in `row` and `column`, counted from 0; None outside of the table."""
        if row < len(self.rows) and column < len(self.rows[row]):
            return self.rows[row][column]
        return None


@dataclass(frozen=True)
class Uncomputed:
    """Placeholder for the value of a formula that the file does not store."""

    formula: str


def read_table(content: bytes, name: str, sheet: str | None, calls: LimitedCalls, seconds: float) -> Table:
    """Return the table in the file `name`: a sheet (default: the first) of a workbook, or a CSV file.

    Raises `ExpectationFailed` when it is not such a file or too large, `NotFound` when it has no such sheet.
    Formulas whose value is not stored are `Uncomputed`.
    """
    if is_csv(name):
        if sheet is not None:
            raise NotFound(f"{name} is a CSV file; it has no sheet {sheet!r}")
        return Table(name, _trimmed(_csv_rows(content, name)), is_text=True)
    found = calls.call(f"{TABLE_READER}:table", (content,), name, sheet, subject=name, seconds=seconds)
    return Table(str(found["name"]), _trimmed([[_decoded(value) for value in row] for row in found["rows"]]))


def read_sheets(content: bytes, name: str, calls: LimitedCalls, seconds: float) -> list[str]:
    """Return the names of a workbook's sheets, in their order."""
    return [
        str(title) for title in calls.call(f"{TABLE_READER}:sheets", (content,), name, subject=name, seconds=seconds)
    ]


def write_tables(name: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """Return a workbook with these sheets, or a CSV file of the only one."""
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


def _decoded(value: object) -> object:
    """Return the value of a cell that `xlsx_reader.encoded` has encoded."""
    if not isinstance(value, dict):
        return _value(value)
    ((kind, text),) = value.items()
    if kind == "formula":
        return Uncomputed(str(text))
    if kind == "timedelta":
        return timedelta(seconds=float(text))
    kinds: dict[str, Callable[[str], object]] = {
        "datetime": datetime.fromisoformat,
        "date": date.fromisoformat,
        "time": time.fromisoformat,
    }
    return kinds[kind](text)


def _value(value: object) -> object:
    return None if value == "" else value


def _csv_rows(content: bytes, name: str) -> list[list[object]]:
    try:
        text = content.decode("utf-8-sig")
        first = re.sub(r'"[^"]*"', "", text.partition("\n")[0])
        delimiter = max("\t" if name.lower().endswith(".tsv") else ",", ";", "\t", key=first.count)
        rows, cells = [], 0
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            cells += len(row) + 1
            if cells > MAX_CELLS:
                raise ExpectationFailed(f"{name} has more than {MAX_CELLS} cells; no more are read")
            rows.append([_value(value) for value in row])
        return rows
    except UnicodeDecodeError as error:
        raise ExpectationFailed(f"{name} is not text (UTF-8): {error}") from error
    except csv.Error as error:
        raise ExpectationFailed(f"{name} is not a CSV file: {error}") from error


def _trimmed(rows: Sequence[Sequence[object]]) -> tuple[tuple[object, ...], ...]:
    """Return the rows with equal lengths, without the empty rows and columns at the end."""
    used = [max((at + 1 for at, value in enumerate(row) if value is not None), default=0) for row in rows]
    height = max((at + 1 for at, length in enumerate(used) if length), default=0)
    width = max(used, default=0)
    return tuple(tuple(row[:width]) + (None,) * (width - len(row)) for row in rows[:height])


MAX_PICTURE_BYTES = 32 << 20
PICTURE_READER = "simulators.files.picture_reader"


@dataclass(frozen=True)
class Picture:
    """Size of a readable picture in pixels; `plain` when all of its pixels have one colour."""

    width: int
    height: int
    plain: bool


def read_picture(content: bytes, name: str, calls: LimitedCalls, seconds: float) -> Picture:
    """Return properties of a picture. Raises `ExpectationFailed` when it is unreadable or too large."""
    found = calls.call(f"{PICTURE_READER}:facts", (content,), name, subject=name, seconds=seconds)
    return Picture(int(found["width"]), int(found["height"]), bool(found["plain"]))


def count_colors(
    content: bytes,
    name: str,
    calls: LimitedCalls,
    seconds: float,
    within: tuple[int, int, int, int] | None = None,
) -> dict[tuple[int, int, int], int]:
    """Return the number of pixels of each colour in the area `within`; red, green, blue from 0 to 255."""
    counted = calls.call(f"{PICTURE_READER}:colors", (content,), name, within, subject=name, seconds=seconds)
    return {(int(red), int(green), int(blue)): int(count) for count, (red, green, blue) in counted}


def similarity(content: bytes, other: bytes, name: str, other_name: str, calls: LimitedCalls, seconds: float) -> float:
    """Return the similarity of two pictures, 0 … 1; see `simulators.files.picture_reader.similarity`."""
    return float(
        calls.call(f"{PICTURE_READER}:likeness", (content, other), name, other_name, subject=name, seconds=seconds)
    )


def preview(content: bytes, name: str, calls: LimitedCalls, seconds: float) -> bytes:
    """Return a picture as PNG of a bounded size, written by the process that reads files."""
    return base64.b64decode(calls.call(f"{PICTURE_READER}:preview", (content,), name, subject=name, seconds=seconds))
