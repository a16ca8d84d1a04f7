"""Evenings in a database file; what has been changed is there after the server was killed."""

import json
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from quiz.evening import Evening

Role = Literal["host", "play", "screen"]

TABLE = "CREATE TABLE IF NOT EXISTS evenings (host TEXT PRIMARY KEY, play TEXT UNIQUE, screen TEXT UNIQUE, state TEXT)"
FINDING: dict[Role, str] = {
    "host": "SELECT state FROM evenings WHERE host = ?",
    "play": "SELECT state FROM evenings WHERE play = ?",
    "screen": "SELECT state FROM evenings WHERE screen = ?",
}


class Store:
    """All evenings; one is changed at a time."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self._write(TABLE)

    def create(self, name: str) -> Evening:
        """Store a new evening, whose addresses cannot be guessed."""
        evening = Evening(name, *(secrets.token_urlsafe(12) for _ in range(3)))
        values = (evening.host, evening.play, evening.screen, json.dumps(asdict(evening)))
        self._write("INSERT INTO evenings VALUES (?, ?, ?, ?)", *values)
        return evening

    def find(self, role: Role, code: str) -> Evening | None:
        """Return the evening whose page for `role` has this code."""
        with closing(sqlite3.connect(self._path)) as database:
            found = database.execute(FINDING[role], (code,)).fetchone()
        return Evening.of(json.loads(found[0])) if found else None

    @contextmanager
    def changing(self, host: str) -> Iterator[Evening]:
        """Yield an evening and store it afterwards; others wait. A refusal stores nothing."""
        with self._lock:
            evening = self.find("host", host)
            if evening is None:
                raise LookupError(host)
            yield evening
            self._write("UPDATE evenings SET state = ? WHERE host = ?", json.dumps(asdict(evening)), host)

    def _write(self, statement: str, *values: str) -> None:
        with closing(sqlite3.connect(self._path)) as database, database:
            database.execute(statement, values)
