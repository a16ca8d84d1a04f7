"""Importing entries from a CSV file: all of them, or none."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from answers import read_usable_account, read_open_day
from books import Books
from dialogue import NotAccepted, ask
from model import Entry, Imported, Ledger, Line
from money import read_positive, shown

HEADING = ["date", "text", "debit", "credit", "amount"]
MOST_ERRORS = 5
STEP = 1000

Rows = list[tuple[int, list[str]]]


def import_file(books: Books) -> None:
    """Import a file that the user names."""
    rows = ask("File", read_rows)
    entries, errors = read_entries(rows, books.ledger)
    if errors:
        print_errors(errors)
    elif not entries:
        print("Nothing was imported.")
    else:
        books.make(Imported(tuple(entries)))
        total = sum(line.cents for entry in entries for line in entry.lines if line.cents > 0)
        print(f"{len(entries)} entries imported, {shown(total)} together.")


def read_rows(name: str) -> Rows:
    """Return the rows of a file with the lines on which they begin. Raises `NotAccepted`."""
    path = Path(__file__).resolve().parent / name
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise NotAccepted("There is no such file.") from None
    try:
        rows = list(numbered(text))
    except csv.Error:
        raise NotAccepted("This is not a CSV file.") from None
    if not rows or rows[0][1] != HEADING:
        raise NotAccepted(f"The first line must be {','.join(HEADING)}.")
    return rows[1:]


def numbered(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not blank, with the number of the line on which it begins."""
    reader = csv.reader(text.splitlines(keepends=True))
    begins = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield begins, [cell.strip() for cell in cells]
        begins = reader.line_num + 1


def read_entries(rows: Rows, ledger: Ledger) -> tuple[list[Entry], list[str]]:
    """Return the entries of the rows and what is wrong with others, and show how far it is."""
    entries: list[Entry] = []
    errors: list[str] = []
    for place, (line, cells) in enumerate(rows, start=1):
        try:
            entries.append(read_entry(cells, ledger))
        except NotAccepted as reason:
            errors.append(f"line {line}: {reason}")
        if place % STEP == 0 or place == len(rows):
            print(f"{place} of {len(rows)}", flush=True)
    return entries, errors


def read_entry(cells: Sequence[str], ledger: Ledger) -> Entry:
    """Return the entry of a row. Raises `NotAccepted`."""
    if len(cells) != len(HEADING):
        raise NotAccepted(f"A row has {len(HEADING)} columns.")
    day, text, debit, credit, amount = cells
    if not text:
        raise NotAccepted("The text is empty.")
    cents = read_positive(amount)
    debited, credited = read_usable_account(debit, ledger), read_usable_account(credit, ledger)
    if debited == credited:
        raise NotAccepted("An account is named twice.")
    return Entry(read_open_day(day, ledger), text, (Line(debited, cents), Line(credited, -cents)))


def print_errors(errors: Sequence[str]) -> None:
    """Print the first errors, and how many more there are."""
    for error in errors[:MOST_ERRORS]:
        print(error)
    if len(errors) > MOST_ERRORS:
        print(f"and {len(errors) - MOST_ERRORS} more")
    print("Nothing was imported.")
