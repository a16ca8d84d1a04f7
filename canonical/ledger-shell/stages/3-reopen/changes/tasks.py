"""The commands: each asks what it needs, and shows or changes the books."""

from collections.abc import Callable, Mapping

import reports
from answers import (
    read_account,
    read_accounts,
    read_day,
    read_empty_accounts,
    read_kind,
    read_line,
    read_new_name,
    read_open_day,
    read_usable_account,
)
from books import Books
from dialogue import NotAccepted, ask
from importing import import_file
from model import Account, Booked, Closed, Entry, Line, Locked, Opened
from money import divided, read_positive, shown


def show_accounts(books: Books) -> None:
    """List the accounts by name."""
    reports.print_accounts(books.ledger)


def open_account(books: Books) -> None:
    """Open an account."""
    name = ask("Name", lambda answer: read_new_name(answer, books.ledger))
    kind = ask("Kind (asset, liability, equity, income, expense)", read_kind)
    books.make(Opened(Account(name, kind)))
    print(f"Account {name} is open.")


def close_accounts(books: Books) -> None:
    """Close accounts on which nothing is left."""
    names = ask("Accounts, separated by commas", lambda answer: read_empty_accounts(answer, books.ledger))
    books.make(Closed(names))
    for name in names:
        print(f"Closed: {name}")


def make_entry(books: Books) -> None:
    """Make an entry, line by line."""
    day = ask("Day", lambda answer: read_open_day(answer, books.ledger))
    text = ask("Text", str)
    lines: list[Line] = []
    while (line := ask("Account and amount, or done", lambda answer: read_step(answer, lines, books))) is not None:
        lines.append(line)
    save(books, Entry(day, text, tuple(lines)))


def read_step(answer: str, lines: list[Line], books: Books) -> Line | None:
    """Return the next line of an entry, or None when it is done. Raises `NotAccepted`."""
    if answer.lower() != "done":
        return read_line(answer, books.ledger)
    if len(lines) < 2:
        raise NotAccepted("An entry has at least two lines.")
    if total := sum(line.cents for line in lines):
        raise NotAccepted(f"The entry is not balanced: {shown(total)}")
    return None


def save(books: Books, entry: Entry) -> None:
    """Keep an entry under the next number."""
    number = len(books.ledger.entries) + 1
    books.make(Booked(entry, number))
    print(f"Entry {number} saved.")


def divide_amount(books: Books) -> None:
    """Divide what one account pays equally among others."""
    day = ask("Day", lambda answer: read_open_day(answer, books.ledger))
    text = ask("Text", str)
    payer = ask("Account that pays", lambda answer: read_usable_account(answer, books.ledger))
    cents = ask("Amount", read_positive)
    names = ask("Accounts, separated by commas", lambda answer: read_shares(answer, books, payer, cents))
    lines = [Line(name, part) for name, part in zip(names, divided(cents, len(names)), strict=True)]
    for line in lines:
        print(f"{line.account} {shown(line.cents)}")
    save(books, Entry(day, text, (*lines, Line(payer, -cents))))


def read_shares(answer: str, books: Books, payer: str, cents: int) -> list[str]:
    """Return the accounts among which an amount is divided. Raises `NotAccepted`."""
    names = read_accounts(answer, books.ledger, payer)
    if cents < len(names):
        raise NotAccepted("The amount is too small to be divided.")
    return names


def show_journal(books: Books) -> None:
    """List all entries."""
    reports.print_journal(books.ledger)


def show_statement(books: Books) -> None:
    """List what happened on an account."""
    account = ask("Account", lambda answer: read_account(answer, books.ledger))
    reports.print_statement(books.ledger, account)


def show_balance(books: Books) -> None:
    """Show the trial balance up to a day."""
    reports.print_balance(books.ledger, ask("Up to which day", read_day))


def lock_books(books: Books) -> None:
    """Lock the books up to a day."""

    def understand(answer: str) -> Locked:
        day = read_day(answer)
        if books.ledger.locked and day <= books.ledger.locked:
            raise NotAccepted(f"The books are locked up to {books.ledger.locked} already.")
        return Locked(day)

    lock = ask("Up to which day", understand)
    books.make(lock)
    print(f"Locked up to {lock.day}.")


def undo(books: Books) -> None:
    """Take the last change back."""
    change = books.undo()
    print("There is nothing to undo." if change is None else f"Undone: {change}")


Task = Callable[[Books], None]

TASKS: Mapping[str, Task] = {
    "accounts": show_accounts,
    "open": open_account,
    "close": close_accounts,
    "entry": make_entry,
    "divide": divide_amount,
    "journal": show_journal,
    "statement": show_statement,
    "balance": show_balance,
    "import": import_file,
    "lock": lock_books,
    "undo": undo,
}
