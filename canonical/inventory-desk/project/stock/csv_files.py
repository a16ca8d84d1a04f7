"""Items as CSV files, out and in."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction

from stock import services
from stock.forms import PART_NUMBER
from stock.models import LARGEST_NUMBER, Category, Item

COLUMNS = ["part_number", "name", "category", "location", "quantity", "minimum", "price"]


class NotItems(Exception):
    """The file is none of items at all."""


class WrongRows(Exception):
    """Some rows are wrong; `problems` has a sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Row:
    """The values of one row, understood."""

    part_number: str
    name: str
    category: str
    location: str
    quantity: int
    minimum: int
    price: Decimal


@dataclass
class Counts:
    """Numbers of new, changed and unchanged rows."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0


def write_items(items: Iterable[Item]) -> str:
    """Return the items as a CSV file."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for item in items:
        values = [getattr(item, column) for column in COLUMNS]
        writer.writerow([*values[:-1], f"{item.price:.2f}"])
    return file.getvalue()


def import_items(content: bytes, user: User) -> Counts:
    """Add and change items as the file says, all or nothing."""
    rows = _read(content)
    counts = Counts()
    with transaction.atomic():
        for row in rows:
            _take_over(row, user, counts)
    return counts


def _read(content: bytes) -> list[Row]:
    """Return the rows of a file. Raises `NotItems` or `WrongRows`."""
    try:
        lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error):
        raise NotItems from None
    if not lines or lines[0] != COLUMNS:
        raise NotItems
    rows: list[Row] = []
    problems: list[str] = []
    known: set[str] = set()
    for number, line in enumerate(lines[1:], start=2):
        if not any(value.strip() for value in line):
            continue
        values = [value.strip() for value in line]
        if problem := _problem(values, known):
            problems.append(f"Row {number}: {problem}")
        else:
            rows.append(_row(values))
        if values:
            known.add(values[0].upper())
    if problems:
        raise WrongRows(problems)
    return rows


def _problem(values: list[str], known: set[str]) -> str | None:
    """Return the first thing wrong with a row, from left to right; None if nothing is."""
    if len(values) != len(COLUMNS):
        return f"there must be {len(COLUMNS)} values"
    number, name, category, _, quantity, minimum, price = values
    checks = [
        (PART_NUMBER.fullmatch(number.upper()), "the part number must look like AB-1234"),
        (number.upper() not in known, "the part number stands in the file twice"),
        (name, "the name is missing"),
        (category in Category.values, "unknown category"),
        (_is_count(quantity), "wrong quantity"),
        (_is_count(minimum), "wrong minimum"),
        (re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,2})?", price), "wrong price"),
    ]
    return next((problem for holds, problem in checks if not holds), None)


def _is_count(value: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,6}", value)) and int(value) <= LARGEST_NUMBER


def _row(values: list[str]) -> Row:
    number, name, category, location, quantity, minimum, price = values
    return Row(number.upper(), name, category, location, int(quantity), int(minimum), Decimal(price))


def _take_over(row: Row, user: User, counts: Counts) -> None:
    """Make the item of one row what the row says."""
    item = Item.objects.filter(part_number=row.part_number).first()
    if item is None:
        item, different = Item(part_number=row.part_number), True
        counts.new += 1
    else:
        different = any(getattr(item, column) != getattr(row, column) for column in COLUMNS)
        counts.changed += different
        counts.unchanged += not different
    if not different:
        return
    for column in ("name", "category", "location", "minimum", "price"):
        setattr(item, column, getattr(row, column))
    services.save_item(item, item.version)
    if change := row.quantity - item.quantity:
        services.move(item, change, "Import", user)
