"""Statements of the bank: payments that are entered into the journal, each statement once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from greenbox.days import parse_day
from greenbox.entries import parse_note
from greenbox.errors import Refused
from greenbox.farm import Farm
from greenbox.money import parse_amount, show_amount
from greenbox.numbering import order_of, parse_number
from greenbox.tables import Row, append_rows, read_table, rows_of

FILE = "bank.csv"
COLUMNS = ("statement", "payments", "amount")
STATEMENT_COLUMNS = ("day", "name", "amount", "text")


@dataclass(frozen=True)
class Statement:
    """One statement that was imported; its number is that of the bank, which goes up by one."""

    number: str
    payments: int
    cents: int


def read_statements(folder: Path) -> list[Statement]:
    """Return the statements that were imported. Raises `Damaged`."""
    found = []
    for row in read_table(folder / FILE, COLUMNS):
        try:
            number = parse_number(row["statement"])
            found.append(Statement(number, int(row["payments"]), parse_amount(row["amount"])))
        except (Refused, ValueError) as error:
            row.refuse(error)
    return found


def import_statement(farm: Farm, file: Path, number: str) -> str:
    """Enter all payments of a statement, or none of them; return what was done. Raises `Refused`.

    Statements are imported in the order of their numbers.
    """
    wanted = parse_number(number)
    before = read_statements(farm.folder)
    if before and order_of(wanted) <= max(order_of(each.number) for each in before):
        raise Refused(f"statement {wanted} is not newer than the last one that was imported")
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file}: cannot be read: {error}") from error
    journal, total, count = farm.journal, 0, 0
    for row in rows_of(text, file.name, STATEMENT_COLUMNS):
        name, cents = _payment(farm, row)
        journal = journal.with_entry(
            _day(row), "pay", name, {"amount": show_amount(cents)}, parse_note(row["text"]) or f"statement {wanted}"
        )
        total, count = total + cents, count + 1
    journal.save_since(farm.journal)
    append_rows(farm.folder / FILE, COLUMNS, [(wanted, count, show_amount(total))])
    return f"{count} payments, {show_amount(total)}"


def _payment(farm: Farm, row: Row) -> tuple[str, int]:
    try:
        return farm.members.member(row["name"]).name, parse_amount(row["amount"])
    except Refused as error:
        raise Refused(f"{row.place}: {error}") from error


def _day(row: Row) -> date:
    try:
        return parse_day(row["day"])
    except Refused as error:
        raise Refused(f"{row.place}: {error}") from error
