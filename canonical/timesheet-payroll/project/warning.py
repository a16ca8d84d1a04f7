"""Warnings: what is unusual, but can be paid."""

from collections import defaultdict

from issues import Issue
from month import Month
from timesheet import Employee, Entry, Timesheet

LONG_DAY_MINUTES = 10 * 60
NO_BREAK_MINUTES = 6 * 60


def find_warnings(timesheet: Timesheet, month: Month) -> list[Issue]:
    """Warnings of the month, in the order of sheet, row and code."""
    entries = sorted((e for e in timesheet.entries if e.day in month), key=lambda entry: entry.row)
    found = [
        *without_entries(timesheet.employees, entries, month),
        *without_break(entries),
        *long_days(entries),
    ]
    return sorted(found, key=lambda issue: (issue.sheet, issue.row or 0, issue.code))


def without_entries(employees: list[Employee], entries: list[Entry], month: Month) -> list[Issue]:
    """Return a warning for each employee who has no entry in the month."""
    worked = {entry.employee for entry in entries}
    return [
        Issue("Employees", employee.row, f"{employee.name} has no entries in {month}", "NO_ENTRIES")
        for employee in employees
        if employee.number not in worked
    ]


def without_break(entries: list[Entry]) -> list[Issue]:
    """Return a warning for each long entry without a break."""
    return [
        Issue("Entries", entry.row, f"{entry.minutes / 60:.2f} hours without a break", "NO_BREAK")
        for entry in entries
        if entry.pause == 0 and entry.minutes > NO_BREAK_MINUTES
    ]


def long_days(entries: list[Entry]) -> list[Issue]:
    """A warning at the last row of every day of an employee with more than ten hours."""
    days: defaultdict[tuple[int, object], list[Entry]] = defaultdict(list)
    for entry in entries:
        days[entry.employee, entry.day].append(entry)
    return [
        Issue("Entries", day[-1].row, f"{minutes / 60:.2f} hours on {day[-1].day}", "LONG_DAY")
        for day in days.values()
        if (minutes := sum(entry.minutes for entry in day)) > LONG_DAY_MINUTES
    ]
