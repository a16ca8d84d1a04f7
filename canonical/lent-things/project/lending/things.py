"""The things in the database."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

TABLE = """
CREATE TABLE IF NOT EXISTS things (
    id INTEGER PRIMARY KEY, thing TEXT NOT NULL, friend TEXT NOT NULL, day TEXT NOT NULL, is_back INTEGER NOT NULL
)
"""


@dataclass(frozen=True)
class Thing:
    """A thing that is out or has come back; `day` is empty where none was agreed on."""

    id: int
    thing: str
    friend: str
    day: str
    is_back: bool

    @property
    def is_late(self) -> bool:
        """True for a thing that should have been back before today."""
        return bool(self.day) and not self.is_back and date.fromisoformat(self.day) < date.today()


class Things:
    """All things."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def prepare(self) -> None:
        """Make the table."""
        self._change(TABLE)

    def listed(self, is_back: bool) -> list[Thing]:
        """Return what is back, or what is out: late ones first, then by day, those without a day last."""
        with closing(sqlite3.connect(self._path)) as connection:
            rows = connection.execute("SELECT * FROM things WHERE is_back = ? ORDER BY day = '', day, id", (is_back,))
            return [Thing(*row[:4], bool(row[4])) for row in rows]

    def one(self, number: int) -> Thing | None:
        """Return a thing; None when there is no such one."""
        return next((each for back in (False, True) for each in self.listed(back) if each.id == number), None)

    def add(self, thing: str, friend: str, day: str) -> None:
        """Note a thing."""
        self._change("INSERT INTO things (thing, friend, day, is_back) VALUES (?, ?, ?, 0)", thing, friend, day)

    def correct(self, number: int, thing: str, friend: str, day: str) -> None:
        """Change what was noted."""
        self._change("UPDATE things SET thing = ?, friend = ?, day = ? WHERE id = ?", thing, friend, day, number)

    def set_back(self, number: int, is_back: bool) -> None:
        """Note that a thing is back, or out again."""
        self._change("UPDATE things SET is_back = ? WHERE id = ?", is_back, number)

    def _change(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self._path)) as connection, connection:
            connection.execute(statement, values)
