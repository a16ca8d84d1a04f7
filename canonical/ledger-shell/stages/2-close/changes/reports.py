"""What is shown: accounts, journal, statement, trial balance."""

from datetime import date

from model import Account, Kind, Ledger
from money import shown


def by_name(ledger: Ledger) -> list[Account]:
    """Return the accounts by name, whatever their capital letters."""
    return [ledger.accounts[name] for name in sorted(ledger.accounts)]


def print_accounts(ledger: Ledger) -> None:
    """Print a line for each account."""
    if not ledger.accounts:
        print("There are no accounts.")
    for account in by_name(ledger):
        print(f"{account.name} {account.kind.value}{' closed' if account.closed else ''}")


def print_journal(ledger: Ledger) -> None:
    """Print all entries with their lines."""
    if not ledger.entries:
        print("The journal is empty.")
    for number, entry in ledger.in_order():
        print(f"{number} {entry.day} {entry.text}")
        for line in entry.lines:
            print(f"    {line.account} {shown(line.cents)}")


def print_statement(ledger: Ledger, account: str) -> None:
    """Print what happened on an account, and what is on it."""
    balance = 0
    for entry, cents in ledger.lines_of(account):
        balance += cents
        print(f"{entry.day} {entry.text} {shown(cents)} {shown(balance)}")
    print(f"Balance: {shown(balance)}")


def print_balance(ledger: Ledger, day: date) -> None:
    """Print debits, credits and balance of each account up to a day, their sums, and the profit."""
    all_debits = all_credits = profit = 0
    for account in by_name(ledger):
        amounts = [cents for entry, cents in ledger.lines_of(account.name) if entry.day <= day]
        debits = sum(cents for cents in amounts if cents > 0)
        credits = -sum(cents for cents in amounts if cents < 0)
        print(f"{account.name} {account.kind.value} {shown(debits)} {shown(credits)} {shown(debits - credits)}")
        all_debits, all_credits = all_debits + debits, all_credits + credits
        if account.kind in (Kind.INCOME, Kind.EXPENSE):
            profit += credits - debits
    print(f"Total {shown(all_debits)} {shown(all_credits)} {shown(all_debits - all_credits)}")
    print(f"Profit: {shown(profit)}")
