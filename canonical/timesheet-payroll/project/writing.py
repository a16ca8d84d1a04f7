"""Writing: the workbook of results."""

from collections.abc import Sequence
from datetime import time
from decimal import Decimal
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from issues import Issue
from pay import Pay, rounded

SUMMARY = (
    "Number",
    "Name",
    "Department",
    "Regular hours",
    "Overtime hours",
    "Holiday hours",
    "Regular pay",
    "Overtime pay",
    "Holiday pay",
    "Total pay",
)
DAYS = ("Date", "Start", "End", "Break", "Hours", "Day")
ISSUES = ("Sheet", "Row", "Code", "Message")
FIRST_FIGURE = 3
"""Where the figures begin in a row of the summary, counted from 0."""


def write_workbook(path: Path, pays: Sequence[Pay], warnings: Sequence[Issue]) -> None:
    """Summary, one sheet for each employee with entries, issues. Replaces the file as a whole."""
    workbook = Workbook()
    for sheet in workbook.worksheets:
        workbook.remove(sheet)
    fill(workbook.create_sheet("Summary"), [SUMMARY, *summary(pays)], total=True)
    for pay in pays:
        if pay.entries:
            fill(workbook.create_sheet(str(pay.employee.number)), [DAYS, *days(pay)], total=True)
    fill(workbook.create_sheet("Issues"), [ISSUES, *issue_rows(warnings)])
    draft = path.with_suffix(".draft")
    workbook.save(draft)
    draft.replace(path)


def fill(sheet: Worksheet, rows: Sequence[Sequence[object]], total: bool = False) -> None:
    """Put rows into an empty sheet; headings, and the last row when it is a `total`, in bold."""
    for row in rows:
        sheet.append([float(cell) if isinstance(cell, Decimal) else cell for cell in row])
    for number in {1, len(rows)} if total else {1}:
        for cell in sheet[number]:
            cell.font = Font(bold=True)
    for place, column in enumerate(sheet.columns, start=1):
        widest = max(len(str(cell.value or "")) for cell in column)
        sheet.column_dimensions[get_column_letter(place)].width = widest + 2
    for cell in (cell for row in sheet.iter_rows() for cell in row if isinstance(cell.value, float)):
        cell.number_format = "0.00"
    sheet.freeze_panes = "A2"


def summary(pays: Sequence[Pay]) -> list[Sequence[object]]:
    """A row for each employee, and the sums of the figures."""
    rows: list[Sequence[object]] = [
        (pay.employee.number, pay.employee.name, pay.employee.department, *figures(pay)) for pay in pays
    ]
    sums = [sum(column, Decimal(0)) for column in zip(*map(figures, pays), strict=True)]
    return [*rows, ("Total", None, None, *(sums or [Decimal(0)] * (len(SUMMARY) - FIRST_FIGURE)))]


def figures(pay: Pay) -> tuple[Decimal, ...]:
    """Return hours and amounts of an employee's pay, in the order of the columns."""
    hours = (pay.regular_hours, pay.overtime_hours, pay.holiday_hours)
    return (*hours, pay.regular, pay.overtime, pay.holiday, pay.total)


def days(pay: Pay) -> list[Sequence[object]]:
    """A row for each entry, and the sum of the hours."""
    rows: list[Sequence[object]] = [
        (e.day, clock(e.start), clock(e.end), e.pause, rounded(Decimal(e.minutes) / 60), kind)
        for e, kind in zip(pay.entries, pay.kinds, strict=True)
    ]
    minutes = sum(entry.minutes for entry in pay.entries)
    return [*rows, ("Total", None, None, None, rounded(Decimal(minutes) / 60))]


def clock(minutes: int) -> time:
    """Return minutes since midnight as a time of day."""
    return time(minutes // 60, minutes % 60)


def issue_rows(warnings: Sequence[Issue]) -> list[Sequence[object]]:
    """Return the rows of the sheet of warnings."""
    return [(issue.sheet, issue.row, issue.code, issue.message) for issue in warnings]
