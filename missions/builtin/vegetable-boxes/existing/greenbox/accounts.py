"""Accounts of the members: what they were charged and paid, and what is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from greenbox.days import today
from greenbox.farm import Farm
from greenbox.layout import print_rows
from greenbox.members import Member, Posting
from greenbox.money import show_amount
from greenbox.register import Invoice


@dataclass(frozen=True)
class OpenInvoice:
    """An invoice of which an amount is not paid, in cents."""

    invoice: Invoice
    cents: int


def postings_of(farm: Farm, member: Member) -> list[Posting]:
    """Return what a member was charged (negative) and paid, by day."""
    invoices = farm.register.of_member(member.name)
    charged = [Posting(each.day, -each.cents, f"invoice {each.number}") for each in invoices]
    return sorted([*charged, *member.postings], key=lambda posting: posting.day)


def balance_of(farm: Farm, member: Member) -> int:
    """Return what a member has paid more (or less, negative) than was charged, in cents."""
    return sum(posting.cents for posting in postings_of(farm, member))


def print_balances(farm: Farm, only: Member | None = None) -> None:
    """Print the balances that are not zero and their total, or that of one member."""
    if only is not None:
        print_rows([(only.name, show_amount(balance_of(farm, only)))])
        return
    balances = [(member.name, balance_of(farm, member)) for member in farm.members]
    rows = [(name, show_amount(cents)) for name, cents in balances if cents]
    print_rows([*rows, ("Total", show_amount(sum(cents for _, cents in balances)))])


def print_statement(farm: Farm, member: Member) -> None:
    """Print all that a member was charged and paid, with the balance after each."""
    balance = 0
    rows = []
    for posting in postings_of(farm, member):
        balance += posting.cents
        rows.append((posting.day, posting.text, show_amount(posting.cents), show_amount(balance)))
    print_rows(rows)


def open_invoices(farm: Farm, member: Member) -> Iterator[OpenInvoice]:
    """Yield the invoices of a member that are not paid in full: money pays the oldest ones first."""
    left = sum(posting.cents for posting in member.postings)
    for invoice in farm.register.of_member(member.name):
        paid = min(left, invoice.cents)
        left -= paid
        if paid < invoice.cents:
            yield OpenInvoice(invoice, invoice.cents - paid)


def print_reminders(farm: Farm, day: date | None = None) -> None:
    """Print the invoices that were due before a day and are not paid in full, by name and number."""
    wanted = day or today()
    rows: list[tuple[object, ...]] = []
    total = 0
    for member in farm.members:
        for each in open_invoices(farm, member):
            if each.invoice.due < wanted:
                rows.append((member.name, each.invoice.number, each.invoice.due, show_amount(each.cents)))
                total += each.cents
    print_rows([*rows, ("Total", "", "", show_amount(total))])
