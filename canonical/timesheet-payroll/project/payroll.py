"""Timesheet payroll: `python payroll.py INPUT.xlsx OUTPUT_FOLDER [--month YYYY-MM]`.

Reads a workbook of hours, checks every row, computes the pay of one month, and writes a workbook
and a bar chart. Exit status 0: written (perhaps with warnings); 2: asked wrongly or wrong input,
nothing written.
"""

import argparse
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from chart import draw_chart
from issues import Issue
from month import Month
from pay import compute_pay
from reading import Unreadable, read_workbook
from timesheet import Timesheet, check
from warning import find_warnings
from writing import write_workbook

DONE, WRONG_INPUT = 0, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; the exit status."""
    asked = understand(arguments)
    month = asked.month or last_month(date.today())
    try:
        sheets = read_workbook(asked.input)
    except Unreadable as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG_INPUT
    timesheet, errors = check(sheets, today=date.today())
    if errors:
        tell("error", errors)
        return WRONG_INPUT
    return produce(timesheet, month, asked.output)


def understand(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line; ends the program with status 2 when it is wrong."""
    parser = argparse.ArgumentParser(
        prog="payroll.py", description="Pay of a month from a workbook of hours."
    )
    parser.add_argument("input", type=Path, metavar="INPUT.xlsx", help="workbook of hours")
    parser.add_argument("output", type=Path, metavar="OUTPUT_FOLDER", help="where the results go")
    parser.add_argument("--month", type=Month.parse, metavar="YYYY-MM", help="default: last month")
    return parser.parse_args(arguments)


def last_month(today: date) -> Month:
    """Return the month before that of the given day."""
    before = today.replace(day=1) - timedelta(days=1)
    return Month(before.year, before.month)


def produce(timesheet: Timesheet, month: Month, folder: Path) -> int:
    """Write both results and tell the warnings; the exit status."""
    warnings = find_warnings(timesheet, month)
    pays = [compute_pay(timesheet, employee, month) for employee in timesheet.employees]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_workbook(folder / f"payroll-{month}.xlsx", pays, warnings)
        draw_chart(pays).save(folder / f"payroll-{month}.png")
    except OSError as error:
        print(f"error: {folder}: cannot be written: {error.strerror}", file=sys.stderr)
        return WRONG_INPUT
    tell("warning", warnings)
    total = sum(pay.total for pay in pays)
    print(f"{month}: {len(pays)} employees, total pay {total:.2f}")
    return DONE


def tell(what: str, issues: Sequence[Issue]) -> None:
    """Print each issue to standard error."""
    for issue in issues:
        print(f"{what}: {issue}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
