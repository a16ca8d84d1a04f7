"""The file of the ledger: a list of changes, of which the last can be taken back."""

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from model import Account, Booked, Change, Closed, Entry, Imported, Kind, Ledger, Line, Locked, Opened


class BooksDamaged(Exception):
    """The file cannot be understood; it is left as it is."""


class Books:
    """A ledger that is kept in a file; every change is written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changes = read_changes(path) if path.exists() else []
        self.ledger = replayed(self._changes)

    def make(self, change: Change) -> None:
        """Make a change, and write it."""
        self._changes.append(change)
        self.ledger.apply(change)
        self._write()

    def undo(self) -> Change | None:
        """Take the last change back and return it; None when there is none."""
        if not self._changes:
            return None
        change = self._changes.pop()
        self.ledger = replayed(self._changes)
        self._write()
        return change

    def _write(self) -> None:
        """Write the file whole: a program that is ended meanwhile leaves the old one."""
        content = {"format": "ledger shell 1", "changes": [to_json(change) for change in self._changes]}
        draft = self._path.with_suffix(".draft")
        draft.write_text(json.dumps(content), encoding="utf-8")
        draft.replace(self._path)


def replayed(changes: list[Change]) -> Ledger:
    """Return the ledger that the changes amount to."""
    ledger = Ledger()
    for change in changes:
        ledger.apply(change)
    return ledger


def read_changes(path: Path) -> list[Change]:
    """Read the changes from the file. Raises `BooksDamaged`."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return [from_json(change) for change in content["changes"]]
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BooksDamaged(f"the file {path.name} is damaged; it was left as it is.") from error


def to_json(change: Change) -> Mapping[str, Any]:
    """Return a change as it stands in the file."""
    match change:
        case Opened(account):
            return {"opened": account.name, "kind": account.kind.value}
        case Booked(entry, number):
            return {"booked": entry_to_json(entry), "number": number}
        case Imported(entries):
            return {"imported": [entry_to_json(entry) for entry in entries]}
        case Locked(day):
            return {"locked": day.isoformat()}
        case Closed(names):
            return {"closed": list(names)}


def from_json(content: Mapping[str, Any]) -> Change:
    """Return a change from the file. Raises `KeyError`, `TypeError` or `ValueError`."""
    if "opened" in content:
        return Opened(Account(content["opened"], Kind(content["kind"])))
    if "booked" in content:
        return Booked(entry_from_json(content["booked"]), content["number"])
    if "imported" in content:
        return Imported(tuple(entry_from_json(entry) for entry in content["imported"]))
    if "closed" in content:
        names = content["closed"]
        return Closed((names,) if isinstance(names, str) else tuple(names))  # one name in files of before
    return Locked(date.fromisoformat(content["locked"]))


def entry_to_json(entry: Entry) -> Mapping[str, Any]:
    """Return an entry as it stands in the file."""
    return {
        "day": entry.day.isoformat(),
        "text": entry.text,
        "lines": [[line.account, line.cents] for line in entry.lines],
    }


def entry_from_json(content: Mapping[str, Any]) -> Entry:
    """Return an entry from the file. Raises `KeyError`, `TypeError` or `ValueError`."""
    lines = tuple(Line(str(account), int(cents)) for account, cents in content["lines"])
    return Entry(date.fromisoformat(content["day"]), str(content["text"]), lines)
