"""The book on disk: one file with a checksum, replaced as a whole."""

import hashlib
import json
import os
from decimal import Decimal
from pathlib import Path

from book import Book, Damaged, Step
from readings import Reading, Refused, iso_day

FOLDER = Path("book")
FILE = FOLDER / "book.json"
VERSION = 2


def load() -> Book | None:
    """Return the stored book; None when there is none yet."""
    try:
        content = FILE.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Damaged(f"{FILE} cannot be read") from error
    try:
        checksum, _, text = content.partition("\n")
        if checksum != digest(text):
            raise Damaged(f"{FILE} is not as it was written")
        stored = json.loads(text)
        return Book(from_rows(stored["readings"]), from_steps(stored["done"]), from_steps(stored["undone"]))
    except (ValueError, KeyError, TypeError, AttributeError, Refused) as error:
        raise Damaged(f"{FILE} is not understood") from error


def save(book: Book) -> None:
    """Store the book."""
    stored = {
        "version": VERSION,
        "readings": as_rows(book.readings),
        "done": [[as_rows(step.removed), as_rows(step.added)] for step in book.done],
        "undone": [[as_rows(step.removed), as_rows(step.added)] for step in book.undone],
    }
    text = json.dumps(stored)
    try:
        FOLDER.mkdir(exist_ok=True)
        replace(FILE, f"{digest(text)}\n{text}")
    except OSError as error:
        raise Refused(f"the book cannot be written: {error.strerror}") from error


def replace(path: Path, text: str) -> None:
    """Write a file so that at any moment it is the old or the new one."""
    unfinished = path.with_name(f".{path.name}.new")
    with unfinished.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)


def digest(text: str) -> str:
    """Return the checksum of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def as_rows(readings: "list[Reading] | tuple[Reading, ...]") -> list[list[str]]:
    """Return readings as they are stored."""
    return [[each.meter, each.day.isoformat(), f"{each.number:.3f}", each.note] for each in readings]


def from_rows(rows: list[list[str]]) -> list[Reading]:
    """Return stored readings."""
    return [Reading(meter, iso_day(day), Decimal(number), note) for meter, day, number, note in rows]


def from_steps(steps: list[list[list[list[str]]]]) -> list[Step]:
    """Return stored steps."""
    return [Step(tuple(from_rows(removed)), tuple(from_rows(added))) for removed, added in steps]
