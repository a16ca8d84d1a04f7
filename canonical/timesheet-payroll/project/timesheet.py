"""Checking: from rows of cells to employees, entries, holidays and rates."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TypeVar

from cells import WrongCell, as_date, as_minutes, as_number, as_text, as_whole_number
from issues import Issue
from reading import Row, Sheets

T = TypeVar("T")

DEFAULT_RATES = {
    "daily hours": Decimal("8"),
    "overtime factor": Decimal("1.25"),
    "sunday factor": Decimal("1.5"),
}


@dataclass(frozen=True)
class Employee:
    """`row` is where the employee stands in the sheet, `rate` the pay of one hour."""

    row: int
    number: int
    name: str
    department: str
    rate: Decimal


@dataclass(frozen=True)
class Entry:
    """Work of one employee on one day. `start` and `end` in minutes since midnight, `pause` in minutes."""

    row: int
    employee: int
    day: date
    start: int
    end: int
    pause: int

    @property
    def minutes(self) -> int:
        """Minutes worked."""
        return self.end - self.start - self.pause


@dataclass(frozen=True)
class Holiday:
    """A day with a name, and the factor by which its hours are paid."""

    day: date
    name: str
    factor: Decimal


@dataclass
class Timesheet:
    """All that the workbook says; entries in the order of day and start, employees of their numbers."""

    employees: list[Employee] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    holidays: dict[date, Holiday] = field(default_factory=dict)
    rates: dict[str, Decimal] = field(default_factory=lambda: dict(DEFAULT_RATES))


def check(sheets: Sheets, today: date) -> tuple[Timesheet, list[Issue]]:
    """The timesheet, and every error in it; with errors the timesheet is not to be used."""
    if sheets.missing:
        return Timesheet(), list(sheets.missing)
    timesheet, errors = Timesheet(), []
    employees, wrong = read_all(sheets.rows["Employees"], read_employee)
    errors += wrong + repeated(employees, "employee", lambda employee: employee.number)
    entries, wrong = read_all(sheets.rows["Entries"], lambda row: read_entry(row, today))
    numbers = {employee.number for _, employee in employees}
    errors += wrong + unknown_employees(entries, numbers) + overlaps(entries)
    holidays, wrong = read_all(sheets.rows["Holidays"], read_holiday)
    errors += wrong + repeated(holidays, "holiday", lambda holiday: holiday.day)
    rates, wrong = read_all(sheets.rows["Rates"], read_rate)
    errors += wrong
    timesheet.employees = sorted((e for _, e in employees), key=lambda employee: employee.number)
    timesheet.entries = sorted((e for _, e in entries), key=lambda entry: (entry.day, entry.start))
    timesheet.holidays = {holiday.day: holiday for _, holiday in holidays}
    timesheet.rates.update(dict(rate for _, rate in rates))
    return timesheet, in_order(first_of_each_row(errors), list(sheets.rows))


def first_of_each_row(errors: Iterable[Issue]) -> list[Issue]:
    """One error for each row: the first that was found."""
    first: dict[tuple[str, int | None], Issue] = {}
    for error in errors:
        first.setdefault((error.sheet, error.row), error)
    return list(first.values())


def in_order(errors: Iterable[Issue], sheets: Sequence[str]) -> list[Issue]:
    """By sheet, in the order of `sheets`, and row."""
    return sorted(errors, key=lambda issue: (sheets.index(issue.sheet), issue.row or 0))


def read_all(rows: Iterable[Row], read: Callable[[Row], T]) -> tuple[list[tuple[Row, T]], list[Issue]]:
    """What `read` makes of each row, beside the row; and the errors of the rows it refused."""
    good: list[tuple[Row, T]] = []
    errors: list[Issue] = []
    for row in rows:
        try:
            good.append((row, read(row)))
        except WrongCell as error:
            errors.append(row.issue(str(error)))
    return good, errors


def read_employee(row: Row) -> Employee:
    """Return the employee in a row. Raises WrongCell for values out of range."""
    rate = as_number(row.cells["Hourly rate"], "hourly rate")
    if rate <= 0:
        raise WrongCell(f"hourly rate {rate} is not above zero")
    return Employee(
        row.number,
        as_whole_number(row.cells["Number"], "number"),
        as_text(row.cells["Name"], "name"),
        as_text(row.cells["Department"], "department"),
        rate,
    )


def read_entry(row: Row, today: date) -> Entry:
    """Return the entry in a row. Raises WrongCell for values out of range, such as a day after today."""
    entry = Entry(
        row.number,
        as_whole_number(row.cells["Employee"], "employee"),
        as_date(row.cells["Date"]),
        as_minutes(row.cells["Start"], "start"),
        as_minutes(row.cells["End"], "end"),
        0 if row.cells["Break"] is None else as_whole_number(row.cells["Break"], "break"),
    )
    if entry.day > today:
        raise WrongCell(f"{entry.day} lies in the future")
    if entry.end <= entry.start:
        raise WrongCell("the end is not after the start")
    if entry.pause < 0 or entry.minutes <= 0:
        raise WrongCell(f"a break of {entry.pause} minutes is impossible here")
    return entry


def read_holiday(row: Row) -> Holiday:
    """Return the holiday in a row. Raises WrongCell for a factor below 1."""
    factor = as_number(row.cells["Factor"], "factor")
    if factor < 1:
        raise WrongCell(f"factor {factor} is below 1")
    return Holiday(as_date(row.cells["Date"]), as_text(row.cells["Name"], "name"), factor)


def read_rate(row: Row) -> tuple[str, Decimal]:
    """Return a rate's name and value. Raises WrongCell for an unknown name or a value of zero or less."""
    name = as_text(row.cells["Rate"], "rate").lower()
    if name not in DEFAULT_RATES:
        raise WrongCell(f"there is no rate {name}")
    value = as_number(row.cells["Value"], name)
    if value <= 0:
        raise WrongCell(f"{name} {value} is not above zero")
    return name, value


def repeated(items: Sequence[tuple[Row, T]], what: str, key: Callable[[T], object]) -> list[Issue]:
    """An error for every item whose key stood in a row before."""
    first: dict[object, int] = {}
    errors = []
    for row, item in items:
        before = first.setdefault(key(item), row.number)
        if before != row.number:
            errors.append(row.issue(f"{what} {key(item)} stands in row {before} already"))
    return errors


def unknown_employees(entries: Sequence[tuple[Row, Entry]], known: set[int]) -> list[Issue]:
    """Return an issue for each entry whose employee is not known."""
    return [
        row.issue(f"employee {entry.employee} is unknown")
        for row, entry in entries
        if entry.employee not in known
    ]


def overlaps(entries: Sequence[tuple[Row, Entry]]) -> list[Issue]:
    """An error for every entry that overlaps one of the same employee in a row before."""
    errors = []
    for place, (row, entry) in enumerate(entries):
        for _, other in entries[:place]:
            if overlap(entry, other):
                errors.append(row.issue(f"the time overlaps row {other.row}"))
                break
    return errors


def overlap(one: Entry, other: Entry) -> bool:
    """Return True when two entries of one employee overlap in time."""
    same = one.employee == other.employee and one.day == other.day
    return same and one.start < other.end and other.start < one.end
