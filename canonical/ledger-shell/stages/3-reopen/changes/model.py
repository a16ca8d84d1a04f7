"""Accounts, entries and the changes that a ledger is made of."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum


class Kind(Enum):
    """What an account is for."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    EXPENSE = "expense"


@dataclass(frozen=True)
class Account:
    """A name under which amounts are kept."""

    name: str
    kind: Kind
    closed: bool = False


@dataclass(frozen=True)
class Line:
    """An amount in cents on one account: debits are positive, credits negative."""

    account: str
    cents: int


@dataclass(frozen=True)
class Entry:
    """A balanced booking of one day."""

    day: date
    text: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Opened:
    """Change: an account was opened, or opened again."""

    account: Account

    def __str__(self) -> str:
        return f"account {self.account.name}"


@dataclass(frozen=True)
class Booked:
    """Change: an entry was made."""

    entry: Entry
    number: int

    def __str__(self) -> str:
        return f"entry {self.number}"


@dataclass(frozen=True)
class Imported:
    """Change: entries were imported together."""

    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        return f"import of {len(self.entries)} entries"


@dataclass(frozen=True)
class Locked:
    """Change: the books were locked up to a day."""

    day: date

    def __str__(self) -> str:
        return "lock"


@dataclass(frozen=True)
class Closed:
    """Change: accounts were closed together."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"closing of {', '.join(self.names)}"


Change = Opened | Booked | Imported | Locked | Closed


@dataclass
class Ledger:
    """What the changes amount to. Accounts are found by their names in small letters."""

    accounts: dict[str, Account] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    locked: date | None = None

    def apply(self, change: Change) -> None:
        """Add what a change brings."""
        match change:
            case Opened(account):
                self.accounts[account.name.lower()] = account
            case Booked(entry):
                self.entries.append(entry)
            case Imported(entries):
                self.entries.extend(entries)
            case Locked(day):
                self.locked = day
            case Closed(names):
                for name in map(str.lower, names):
                    self.accounts[name] = replace(self.accounts[name], closed=True)

    def in_order(self) -> list[tuple[int, Entry]]:
        """Return all entries with their numbers, by day and number."""
        return sorted(enumerate(self.entries, start=1), key=lambda item: (item[1].day, item[0]))

    def balance_of(self, account: str) -> int:
        """Return what is on an account, in cents."""
        return sum(cents for _, cents in self.lines_of(account))

    def lines_of(self, account: str) -> Iterator[tuple[Entry, int]]:
        """Yield the entries that touch an account, by day, with the amounts on it."""
        for _, entry in self.in_order():
            for line in entry.lines:
                if line.account == account:
                    yield entry, line.cents
