"""The files of the game: JSON, written as a whole, read with suspicion."""

import json
from pathlib import Path


class Unreadable(Exception):
    """A file holds something that the game has not written."""


def read(path: Path) -> object:
    """Return what a file holds; None if it is not there. Raises `Unreadable`."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise Unreadable from None


def write(path: Path, content: object) -> None:
    """Write a file so that it is there as a whole or not at all."""
    draft = path.with_suffix(".tmp")
    draft.write_text(json.dumps(content), encoding="utf-8")
    draft.replace(path)


def is_count(value: object) -> bool:
    """Return True if a value is a whole number from 0 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
