"""CSV files with readings."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from readings import Reading, Refused, reading_of
from storage import replace

HEADING = ["meter", "day", "number", "note"]


def read(path: Path) -> list[Reading]:
    """Return the readings of a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} cannot be read") from error
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise Refused(f"{path}: {error}") from error
    if not rows or rows[0] != HEADING:
        raise Refused(f"{path} does not begin with the heading {','.join(HEADING)}")
    return [understood(path, number, row) for number, row in enumerate(rows[1:], 1) if row]


def understood(path: Path, number: int, row: list[str]) -> Reading:
    """Return the reading in a row."""
    try:
        if len(row) != len(HEADING):
            raise Refused(f"it has {len(row)} columns")
        return reading_of(*row)
    except Refused as error:
        raise Refused(f"{path}, reading {number}: {error}") from error


def write(path: Path, readings: Iterable[Reading]) -> None:
    """Write readings into a file."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADING)
    writer.writerows([each.meter, each.day.isoformat(), f"{each.number:.3f}", each.note] for each in readings)
    try:
        replace(path, text.getvalue())
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from error
