"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from greenbox import changing, listing
from greenbox.accounts import print_balances, print_reminders, print_statement
from greenbox.bank import import_statement
from greenbox.checks import problems_of
from greenbox.crates import print_crates
from greenbox.days import Month, parse_day, parse_year, today
from greenbox.errors import Refused
from greenbox.exchange import export_members
from greenbox.farm import Farm, read_farm
from greenbox.invoices import print_preview, write_invoices
from greenbox.numbering import parse_number
from greenbox.packing import print_harvest, print_labels, print_pack_list
from greenbox.sheets import print_sheet
from greenbox.statistics import print_statistics

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

Arguments = argparse.Namespace
Command = Callable[[Farm, Arguments], int | None]


def main(words: Sequence[str]) -> int:
    """Carry out one command; return the exit status."""
    asked = parser().parse_args(words)
    try:
        status: int | None = asked.command(read_farm(), asked)
    except Refused as error:
        print(error, file=sys.stderr)
        return error.status
    return status or 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    found = argparse.ArgumentParser(prog="main.py", description="Vegetable boxes: members, deliveries, invoices.")
    commands = found.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_lists(commands)
    _add_money(commands)
    _add_changes(commands)
    return found


def _added(commands: Commands, name: str, does: Command, described: str, *arguments: str) -> argparse.ArgumentParser:
    """Add a command with these arguments."""
    each: argparse.ArgumentParser = commands.add_parser(name, help=described, description=described)
    for argument in arguments:
        each.add_argument(argument.lower(), metavar=argument)
    each.set_defaults(command=does)
    return each


def _with_day(each: argparse.ArgumentParser) -> argparse.ArgumentParser:
    each.add_argument("--day", default="today", metavar="DAY", help="like 2025-05-14; default: today")
    return each


def _add_lists(commands: Commands) -> None:
    _with_day(_added(commands, "members", _members, "List the members."))
    _with_day(_added(commands, "member", _member, "Show the card of a member.", "NAME"))
    _added(commands, "pack", _pack, "Print the pack list of a day.", "DAY")
    _added(commands, "labels", _labels, "Print the labels of a day.", "DAY")
    _added(commands, "route", _route, "Print the driver's sheet of a route.", "DAY", "ROUTE")
    _added(commands, "harvest", _harvest, "Print what the boxes of these days need.", "FIRST", "LAST")
    _with_day(_added(commands, "crates", _crates, "List the crates that are out."))
    _added(commands, "stats", _stats, "Print the figures of a year.", "YEAR")
    _with_day(_added(commands, "export", _export, "Write the members to a file.", "FILE"))
    _added(commands, "check", _check, "Check all files.")
    journal = _added(commands, "journal", _journal, "List the entries of the journal.")
    journal.add_argument("--from", dest="first", default="", metavar="NUMBER", help="first entry")
    journal.add_argument("--to", dest="last", default="", metavar="NUMBER", help="last entry")
    journal.add_argument("--member", default="", metavar="NAME", help="entries of one member only")


def _add_money(commands: Commands) -> None:
    invoice = _added(commands, "invoice", _invoice, "Write the invoices of a month.", "MONTH")
    invoice.add_argument("--preview", action="store_true", help="print the amounts, and write nothing")
    balance = _added(commands, "balance", _balance, "Print the balances.")
    balance.add_argument("name", nargs="?", default="", metavar="NAME")
    _added(commands, "statement", _statement, "Print all charges and payments of a member.", "NAME")
    _with_day(_added(commands, "reminders", _reminders, "List the invoices that are overdue."))
    _added(commands, "import", _import, "Import a statement of the bank.", "FILE", "NUMBER")


def _add_changes(commands: Commands) -> None:
    for name, described in (("join", "Take on a member."), ("move", "Bring a member's box to another stop.")):
        each = _change(commands, name, described, "NAME")
        each.add_argument("--route", required=True, metavar="ROUTE")
        each.add_argument("--stop", default="", metavar="NUMBER", help="default: after the last one of the route")
    _change(commands, "leave", "End a membership.", "NAME")
    box = _change(commands, "box", "Give a member a box, or another one.", "NAME", "SIZE")
    box.add_argument("rhythm", nargs="?", default="weekly", metavar="RHYTHM", help="weekly, even or odd")
    _change(commands, "nobox", "End a member's box.", "NAME")
    _change(commands, "pause", "Leave out boxes.", "NAME", "FIRST", "LAST", dated=False)
    _change(commands, "resume", "End all pauses.", "NAME")
    _change(commands, "extra", "Order an extra for a day.", "NAME", "CODE", "COUNT", "DAY", dated=False)
    _change(commands, "crates-back", "Note crates that came back.", "NAME", "COUNT")
    _change(commands, "pay", "Note a payment.", "NAME", "AMOUNT")
    _change(commands, "credit", "Give money to a member's account.", "NAME", "AMOUNT")
    _change(commands, "cancel", "Cancel an entry.", "NUMBER")


def _change(
    commands: Commands, name: str, described: str, *arguments: str, dated: bool = True
) -> argparse.ArgumentParser:
    """Add a command that makes an entry."""

    def enter(farm: Farm, asked: Arguments) -> None:
        print(f"entered {CHANGES[name](farm, asked).enter(farm)}")

    each = _added(commands, name, enter, described, *arguments)
    each.add_argument("--note", default="", metavar="NOTE")
    return _with_day(each) if dated else each


def _day(asked: Arguments) -> date:
    return parse_day(asked.day)


def _members(farm: Farm, asked: Arguments) -> None:
    listing.print_members(farm, _day(asked))


def _member(farm: Farm, asked: Arguments) -> None:
    listing.print_member(farm, farm.members.member(asked.name), _day(asked))


def _pack(farm: Farm, asked: Arguments) -> None:
    print_pack_list(farm, _day(asked))


def _labels(farm: Farm, asked: Arguments) -> None:
    print_labels(farm, _day(asked))


def _route(farm: Farm, asked: Arguments) -> None:
    print_sheet(farm, _day(asked), asked.route)


def _harvest(farm: Farm, asked: Arguments) -> None:
    print_harvest(farm, parse_day(asked.first), parse_day(asked.last))


def _crates(farm: Farm, asked: Arguments) -> None:
    print_crates(farm, _day(asked))


def _stats(farm: Farm, asked: Arguments) -> None:
    print_statistics(farm, parse_year(asked.year))


def _export(farm: Farm, asked: Arguments) -> None:
    print(f"{export_members(farm, Path(asked.file), _day(asked))} members")


def _check(farm: Farm, asked: Arguments) -> int:
    problems = list(problems_of(farm, today()))
    for problem in problems or ["no problems"]:
        print(problem)
    return 1 if problems else 0


def _journal(farm: Farm, asked: Arguments) -> None:
    first, last = (parse_number(each) if each else "" for each in (asked.first, asked.last))
    listing.print_journal(farm, first, last, farm.members.member(asked.member) if asked.member else None)


def _invoice(farm: Farm, asked: Arguments) -> None:
    does = print_preview if asked.preview else write_invoices
    does(farm, Month.parse(asked.month))


def _balance(farm: Farm, asked: Arguments) -> None:
    print_balances(farm, farm.members.member(asked.name) if asked.name else None)


def _statement(farm: Farm, asked: Arguments) -> None:
    print_statement(farm, farm.members.member(asked.name))


def _reminders(farm: Farm, asked: Arguments) -> None:
    print_reminders(farm, _day(asked))


def _import(farm: Farm, asked: Arguments) -> None:
    print(import_statement(farm, Path(asked.file), asked.number))


CHANGES: dict[str, Callable[[Farm, Arguments], changing.Change]] = {
    "join": lambda farm, asked: changing.join(farm, asked.name, asked.route, asked.stop, _day(asked), asked.note),
    "move": lambda farm, asked: changing.move(farm, asked.name, asked.route, asked.stop, _day(asked), asked.note),
    "leave": lambda farm, asked: changing.leave(farm, asked.name, _day(asked), asked.note),
    "box": lambda farm, asked: changing.box(farm, asked.name, asked.size, asked.rhythm, _day(asked), asked.note),
    "nobox": lambda farm, asked: changing.nobox(farm, asked.name, _day(asked), asked.note),
    "pause": lambda farm, asked: changing.pause(
        farm, asked.name, parse_day(asked.first), parse_day(asked.last), asked.note
    ),
    "resume": lambda farm, asked: changing.resume(farm, asked.name, _day(asked), asked.note),
    "extra": lambda farm, asked: changing.extra(farm, asked.name, asked.code, asked.count, _day(asked), asked.note),
    "crates-back": lambda farm, asked: changing.crates_back(farm, asked.name, asked.count, _day(asked), asked.note),
    "pay": lambda farm, asked: changing.pay(farm, asked.name, asked.amount, _day(asked), asked.note),
    "credit": lambda farm, asked: changing.credit(farm, asked.name, asked.amount, _day(asked), asked.note),
    "cancel": lambda farm, asked: changing.cancel(farm, asked.number, _day(asked), asked.note),
}
"""The entries that commands make."""
