"""What an employee earns in a month."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from month import Month
from timesheet import Employee, Entry, Timesheet

SUNDAY = 6
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Pay:
    """Hours (rounded to two digits) and amounts (rounded to the cent) of one employee in one month.

    `kinds` says for each entry of the month what kind of day it was on.
    """

    employee: Employee
    entries: tuple[Entry, ...]
    kinds: tuple[str, ...]
    regular_hours: Decimal
    overtime_hours: Decimal
    holiday_hours: Decimal
    regular: Decimal
    overtime: Decimal
    holiday: Decimal

    @property
    def total(self) -> Decimal:
        """The sum of regular, overtime and holiday pay."""
        return self.regular + self.overtime + self.holiday


def compute_pay(timesheet: Timesheet, employee: Employee, month: Month) -> Pay:
    """The pay of `employee` in `month`; amounts are computed from exact minutes and rounded once."""
    entries = [e for e in timesheet.entries if e.employee == employee.number and e.day in month]
    minutes: defaultdict[date, int] = defaultdict(int)
    for entry in entries:
        minutes[entry.day] += entry.minutes
    limit = timesheet.rates["daily hours"] * 60
    regular = overtime = holiday = weighted = Decimal(0)
    for day, total in minutes.items():
        worked = Decimal(total)
        factor = special_factor(timesheet, day)
        if factor is not None:
            holiday += worked
            weighted += worked * factor
        else:
            regular += min(worked, limit)
            overtime += max(worked - limit, Decimal(0))
    return Pay(
        employee,
        tuple(entries),
        tuple(kind_of_day(timesheet, entry.day) for entry in entries),
        rounded(regular / 60),
        rounded(overtime / 60),
        rounded(holiday / 60),
        rounded(regular * employee.rate / 60),
        rounded(overtime * employee.rate * timesheet.rates["overtime factor"] / 60),
        rounded(weighted * employee.rate / 60),
    )


def special_factor(timesheet: Timesheet, day: date) -> Decimal | None:
    """The factor of a holiday or Sunday, the larger one when it is both; None for other days."""
    factors = []
    if day in timesheet.holidays:
        factors.append(timesheet.holidays[day].factor)
    if day.weekday() == SUNDAY:
        factors.append(timesheet.rates["sunday factor"])
    return max(factors, default=None)


def kind_of_day(timesheet: Timesheet, day: date) -> str:
    """Return the name of a holiday, "Sunday" or "Workday"."""
    if day in timesheet.holidays:
        return timesheet.holidays[day].name
    return "Sunday" if day.weekday() == SUNDAY else "Workday"


def rounded(number: Decimal) -> Decimal:
    """`number` with two digits behind the point, half upwards."""
    return number.quantize(CENT, rounding=ROUND_HALF_UP)
