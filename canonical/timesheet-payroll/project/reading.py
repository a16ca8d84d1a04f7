"""Reading: from a workbook to rows of cells by their headings."""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.worksheet import Worksheet

from issues import Issue

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "Employees": ("Number", "Name", "Department", "Hourly rate"),
    "Entries": ("Employee", "Date", "Start", "End", "Break"),
    "Holidays": ("Date", "Name", "Factor"),
    "Rates": ("Rate", "Value"),
}
"""The sheets there must be, and the columns each of them must have."""


class Unreadable(Exception):
    """The input is not there or is no workbook."""


@dataclass(frozen=True)
class Row:
    """One row of a sheet that is not empty: its number in the sheet, and its cells by heading."""

    sheet: str
    number: int
    cells: Mapping[str, object]

    def issue(self, message: str, code: str = "") -> Issue:
        """Return an issue at the place of this row."""
        return Issue(self.sheet, self.number, message, code)


@dataclass(frozen=True)
class Sheets:
    """The rows of each sheet, and what was missing."""

    rows: Mapping[str, Sequence[Row]]
    missing: Sequence[Issue]


def read_workbook(path: Path) -> Sheets:
    """All sheets that the payroll needs. Raises `Unreadable`."""
    try:
        workbook = load_workbook(path, data_only=True)
    except FileNotFoundError:
        raise Unreadable(f"{path}: there is no such file") from None
    except (InvalidFileException, zipfile.BadZipFile, OSError, KeyError, ValueError):
        raise Unreadable(f"{path}: is not an .xlsx workbook that can be read") from None
    rows: dict[str, list[Row]] = {}
    missing: list[Issue] = []
    for name, columns in COLUMNS.items():
        if name in workbook.sheetnames:
            rows[name], absent = read_sheet(workbook[name], columns)
            missing += [Issue(name, None, f"column {column} is missing") for column in absent]
        else:
            missing.append(Issue(name, None, "sheet is missing"))
    return Sheets(rows, missing)


def read_sheet(sheet: Worksheet, columns: Sequence[str]) -> tuple[list[Row], list[str]]:
    """The rows under the headings in row 1, and the columns that are missing."""
    table = sheet.iter_rows(values_only=True)
    headings = [str(cell).strip().lower() if cell is not None else "" for cell in next(table, ())]
    absent = [column for column in columns if column.lower() not in headings]
    if absent:
        return [], absent
    places = {column: headings.index(column.lower()) for column in columns}
    return [
        Row(sheet.title, number, {column: cleaned(cells[place]) for column, place in places.items()})
        for number, cells in enumerate(table, start=2)
        if any(cleaned(cell) is not None for cell in cells)
    ], []


def cleaned(cell: object) -> object:
    """A cell's value; blanks around a text are taken off, a text of blanks is no value."""
    return cell.strip() or None if isinstance(cell, str) else cell
