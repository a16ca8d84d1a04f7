"""The file of the old script."""

import re
from datetime import date
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

from book import check_upwards, named
from readings import Reading, Refused, iso_day, read_day, read_meter, read_note, read_number

FILE = Path("meters.txt")
OLD_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII)


def read() -> list[Reading]:
    """Return the readings of the old book, none when there is no such file."""
    try:
        lines = FILE.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{FILE} cannot be read") from error
    found: dict[tuple[str, date], tuple[int, Reading]] = {}
    first: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            reading = understood(number, line)
            first.setdefault(reading.meter.lower(), reading.meter)
            found[reading.key] = (number, reading)
    check_order(found)
    spelled = [Reading(name, date.min, read_number("0")) for name in first.values()]
    return named([reading for _, reading in found.values()], spelled)


def understood(number: int, line: str) -> Reading:
    """Return the reading of a line."""
    text, _, note = line.partition(" # ")
    words = text.split()
    try:
        if len(words) != 3:
            raise Refused("it is not a day, a meter and a number")
        day, meter, amount = words
        return Reading(read_meter(meter), old_day(day), old_number(amount), read_note(note))
    except Refused as error:
        raise Refused(f"{FILE} line {number}: {error}") from error


def old_day(text: str) -> date:
    """Return a day of either form."""
    if found := OLD_DAY.fullmatch(text):
        day, month, year = found.groups()
        text = f"{year}-{int(month):02}-{int(day):02}"
    iso_day(text)
    return read_day(text)


def old_number(text: str) -> Decimal:
    """Return a number with a point or a comma."""
    return read_number(text.replace(",", ".", 1))


def check_order(found: dict[tuple[str, date], tuple[int, Reading]]) -> None:
    """Refuse a meter that counts downwards, naming the line of the later day."""
    ordered = [found[key] for key in sorted(found)]
    for before, after in pairwise(ordered):
        try:
            check_upwards([before[1], after[1]])
        except Refused as error:
            raise Refused(f"{FILE} line {after[0]}: {error}") from error
