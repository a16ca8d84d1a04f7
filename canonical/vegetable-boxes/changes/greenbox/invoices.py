"""Invoices of a month: a line for each box and extra, and the discount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

from greenbox.days import Month, today
from greenbox.deliveries import Delivery, deliveries_between
from greenbox.errors import Refused
from greenbox.farm import Farm
from greenbox.layout import print_rows
from greenbox.members import Member
from greenbox.money import percent_of, show_amount, show_percent
from greenbox.register import Invoice
from greenbox.tables import write_table

FOLDER = Path("invoices")
"""Folder with a file of all lines for each month, in the folder where the program is started."""

COLUMNS = ("invoice", "member", "day", "item", "quantity", "amount")


@dataclass(frozen=True)
class Line:
    """One line of an invoice, its amount in cents; `boxes` is the part of a box that it is for, 0 for an extra."""

    day: date
    item: str
    quantity: str
    cents: int
    boxes: Fraction = Fraction(0)


@dataclass(frozen=True)
class Draft:
    """What a member has to pay for a month."""

    member: Member
    lines: tuple[Line, ...]

    @property
    def cents(self) -> int:
        """Return the amount of all lines."""
        return sum(line.cents for line in self.lines)


def drafts_of(farm: Farm, month: Month) -> list[Draft]:
    """Return the invoices of a month, by name; members without a line have none."""
    lines: dict[str, list[Line]] = {}
    for delivery in deliveries_between(farm, month.first, month.last):
        for taker in delivery.takers:
            lines.setdefault(taker.name, []).extend(_lines_of(farm, delivery, taker))
    return [
        Draft(member, (*lines[member.name], *_discount(farm, lines[member.name], month)))
        for member in farm.members
        if member.name in lines
    ]


def _lines_of(farm: Farm, delivery: Delivery, taker: Member) -> Iterator[Line]:
    """Yield the lines of one member for a box and the own extras."""
    box = farm.catalogue.box(delivery.size)
    part = Fraction(1, len(delivery.takers))
    yield Line(delivery.day, box.name, str(part), _share(farm, delivery, taker), part)
    extras = taker.extras_on(delivery.day)
    for extra in farm.catalogue.extras():
        if count := extras.get(extra.code, 0):
            price = farm.catalogue.price(extra.code, delivery.day)
            yield Line(delivery.day, extra.name, str(count), count * price)


def _share(farm: Farm, delivery: Delivery, taker: Member) -> int:
    """Return what one member pays for a box, in cents: of a shared one half, and the host the odd cent."""
    price = farm.catalogue.price(delivery.size, delivery.day)
    guest = price // 2 if delivery.guest is not None else 0
    return guest if taker is delivery.guest else price - guest


def _discount(farm: Farm, lines: Sequence[Line], month: Month) -> Iterator[Line]:
    """Yield the line of the discount on all boxes of the month, where there are enough of them."""
    settings = farm.settings
    boxes = sum((line.boxes for line in lines), Fraction(0))
    if not settings.discount_boxes or boxes < settings.discount_boxes:
        return
    off = percent_of(sum(line.cents for line in lines if line.boxes), settings.discount_percent)
    if off:
        yield Line(month.last, f"Discount {show_percent(settings.discount_percent)}", "", -off)


def print_preview(farm: Farm, month: Month) -> None:
    """Print what the invoices of a month would be, without writing them."""
    drafts = drafts_of(farm, month)
    _print_amounts([(draft.member.name, draft.cents) for draft in drafts])


def write_invoices(farm: Farm, month: Month) -> None:
    """Write the invoices of a month into register and folder, and print them. Raises `Refused` for a month that is not
    over, or whose invoices are there already."""
    if farm.register.has(month):
        raise Refused(f"the invoices of {month} are written already")
    if month.last >= today():
        raise Refused(f"{month} is not over")
    drafts = drafts_of(farm, month)
    numbers = farm.register.next_numbers(month.year, len(drafts))
    due = today() + timedelta(days=farm.settings.due_days)
    invoices = [
        Invoice(number, month, draft.member.name, draft.cents, today(), due)
        for number, draft in zip(numbers, drafts, strict=True)
    ]
    write_table(FOLDER / f"{month}.csv", COLUMNS, _rows(numbers, drafts))
    farm.register.add(invoices)
    _print_amounts([(invoice.number, invoice.member, invoice.cents) for invoice in invoices])


def _rows(numbers: Sequence[str], drafts: Sequence[Draft]) -> Iterator[tuple[object, ...]]:
    for number, draft in zip(numbers, drafts, strict=True):
        for line in draft.lines:
            yield number, draft.member.name, line.day, line.item, line.quantity, show_amount(line.cents)


def _print_amounts(rows: Sequence[tuple[object, ...]]) -> None:
    """Print rows whose last cell is an amount, and the total."""
    shown = [(*row[:-1], show_amount(_cents(row))) for row in rows]
    empty = [""] * (len(rows[0]) - 2 if rows else 0)
    print_rows([*shown, ("Total", *empty, show_amount(sum(map(_cents, rows))))])


def _cents(row: tuple[object, ...]) -> int:
    cents = row[-1]
    assert isinstance(cents, int)
    return cents
