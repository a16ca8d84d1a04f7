"""The file of all members for the program that sends the newsletter."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from greenbox.farm import Farm
from greenbox.tables import write_table

COLUMNS = ("name", "route", "stop", "box", "rhythm")


def export_members(farm: Farm, file: Path, day: date) -> int:
    """Write who is a member on a day; return their number. Raises `Refused`."""
    rows = list(_rows(farm, day))
    write_table(file, COLUMNS, rows)
    return len(rows)


def _rows(farm: Farm, day: date) -> Iterator[tuple[object, ...]]:
    for member in farm.members.on(day):
        place, box = member.place_on(day), member.box_on(day)
        route, stop = (place.route, place.stop) if place else ("", "")
        size, rhythm = (box.size, box.rhythm.value) if box else ("", "")
        yield member.name, route, stop, size, rhythm
