"""What answers mean: days, accounts, and the lines of an entry."""

import re
from datetime import date, datetime

from dialogue import NotAccepted
from model import Kind, Ledger, Line
from money import read_amount, shown

NAME = re.compile(r"[^\W_]+(?: [^\W_]+)*")
LONGEST_NAME = 30


def read_day(text: str) -> date:
    """Return a day, not after today. Raises `NotAccepted`."""
    if text.lower() == "today":
        return date.today()
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError(text)
        day = datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise NotAccepted("This is not a date.") from None
    if day > date.today():
        raise NotAccepted("This day is in the future.")
    return day


def read_open_day(text: str, ledger: Ledger) -> date:
    """Return a day on which entries can be made. Raises `NotAccepted`."""
    day = read_day(text)
    if ledger.locked and day <= ledger.locked:
        raise NotAccepted(f"The books are locked up to {ledger.locked}.")
    return day


def read_new_name(text: str, ledger: Ledger) -> str:
    """Return the name of a new account. Raises `NotAccepted`."""
    if len(text) > LONGEST_NAME or not NAME.fullmatch(text):
        raise NotAccepted("A name has 1 to 30 letters, digits and blanks.")
    if text.lower() in ledger.accounts:
        raise NotAccepted("There is an account of this name already.")
    return text


def read_kind(text: str) -> Kind:
    """Return the kind of an account. Raises `NotAccepted`."""
    try:
        return Kind(text.lower())
    except ValueError:
        raise NotAccepted("This is not a kind.") from None


def read_account(text: str, ledger: Ledger) -> str:
    """Return the name of an account as it was opened. Raises `NotAccepted`."""
    account = ledger.accounts.get(" ".join(text.split()).lower())
    if account is None:
        raise NotAccepted("There is no such account.")
    return account.name


def read_usable_account(text: str, ledger: Ledger) -> str:
    """Return the name of an account that is not closed. Raises `NotAccepted`."""
    name = read_account(text, ledger)
    if ledger.accounts[name.lower()].closed:
        raise NotAccepted("This account is closed.")
    return name


def read_empty_account(text: str, ledger: Ledger) -> str:
    """Return the name of an account that can be closed. Raises `NotAccepted`."""
    name = read_usable_account(text, ledger)
    if balance := ledger.balance_of(name):
        raise NotAccepted(f"The balance is {shown(balance)}.")
    return name


def read_line(text: str, ledger: Ledger) -> Line:
    """Return a line like ``Cash -12.50``. Raises `NotAccepted`."""
    name, _, amount = text.rpartition(" ")
    return Line(read_usable_account(name, ledger), read_amount(amount))


def read_accounts(text: str, ledger: Ledger, without: str) -> list[str]:
    """Return accounts that are separated by commas, none of them twice. Raises `NotAccepted`."""
    names = [read_usable_account(name, ledger) for name in text.split(",")]
    if len(set(names) | {without}) <= len(names):
        raise NotAccepted("An account is named twice.")
    return names
