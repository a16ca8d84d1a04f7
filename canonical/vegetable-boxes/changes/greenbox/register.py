"""The register of all invoices that were written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from greenbox.days import Month, parse_day
from greenbox.errors import Refused
from greenbox.members import key_of
from greenbox.money import parse_signed, show_amount
from greenbox.numbering import as_number, order_of
from greenbox.tables import Row, append_rows, read_table

FILE = "invoices.csv"
COLUMNS = ("number", "month", "member", "amount", "day", "due")


@dataclass(frozen=True)
class Invoice:
    """One invoice that was written: its number is like ``2025-007``, its amount in cents."""

    number: str
    month: Month
    member: str
    cents: int
    day: date
    due: date


@dataclass(frozen=True)
class Register:
    """All invoices in the order of their numbers."""

    folder: Path
    invoices: tuple[Invoice, ...]

    def of_member(self, name: str) -> list[Invoice]:
        """Return the invoices of a member, the oldest one first."""
        return [each for each in self.invoices if key_of(each.member) == key_of(name)]

    def has(self, month: Month) -> bool:
        """Return True when invoices of a month were written."""
        return any(each.month == month for each in self.invoices)

    def next_numbers(self, year: int, count: int) -> list[str]:
        """Return the numbers of so many new invoices of a year, which begin with 001 every year."""
        of_year = [each.number for each in self.invoices if each.number.startswith(f"{year:04d}-")]
        last = int(of_year[-1].partition("-")[2]) if of_year else 0
        return [f"{year:04d}-{as_number(last + number)}" for number in range(1, count + 1)]

    def add(self, invoices: Sequence[Invoice]) -> None:
        """Add invoices to the file."""
        append_rows(self.folder / FILE, COLUMNS, map(_as_row, invoices))


def _as_row(invoice: Invoice) -> tuple[object, ...]:
    return (
        invoice.number,
        invoice.month,
        invoice.member,
        show_amount(invoice.cents),
        invoice.day.isoformat(),
        invoice.due.isoformat(),
    )


def read_register(folder: Path) -> Register:
    """Return the register of the folder ``data``, whatever the order of its lines. Raises `Damaged`."""
    invoices = [_invoice(row) for row in read_table(folder / FILE, COLUMNS)]
    return Register(folder, tuple(sorted(invoices, key=lambda each: order_of(each.number))))


def _invoice(row: Row) -> Invoice:
    number = row.filled("number").strip()
    year, mark, count = number.partition("-")
    if not mark or not (year.isdecimal() and count.isdecimal()) or len(year) != 4:
        row.refuse(f"{number!r} is not the number of an invoice, such as 2025-007")
    try:
        return Invoice(
            f"{year}-{as_number(int(count))}",
            Month.parse(row["month"]),
            " ".join(row.filled("member").split()),
            parse_signed(row["amount"]),
            parse_day(row["day"]),
            parse_day(row["due"]),
        )
    except Refused as error:
        row.refuse(error)
