"""Database: products, orders with their lines, and answers that programs may ask for again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WAIT_SECONDS = 20.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS products (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, cents INTEGER NOT NULL, daily INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS orders (
    number INTEGER PRIMARY KEY AUTOINCREMENT, customer TEXT NOT NULL, day TEXT NOT NULL, note TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'open', version INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE IF NOT EXISTS lines (
    number INTEGER NOT NULL REFERENCES orders, place INTEGER NOT NULL, code TEXT NOT NULL REFERENCES products,
    pieces INTEGER NOT NULL, cents INTEGER NOT NULL, PRIMARY KEY (number, place)
);
CREATE INDEX IF NOT EXISTS orders_of_a_day ON orders (day);
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY, content TEXT NOT NULL, answer TEXT NOT NULL, etag TEXT NOT NULL, at REAL NOT NULL
);
"""


def create(path: Path) -> None:
    """Make the tables that are missing."""
    with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(SCHEMA)


@contextmanager
def opened(path: Path, changes: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the database for one request; one that `changes` it waits for others, and is done as a whole or not at all."""
    with closing(sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)) as database:
        database.row_factory = sqlite3.Row
        database.execute("BEGIN IMMEDIATE" if changes else "BEGIN")
        try:
            yield database
        except BaseException:
            database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")
