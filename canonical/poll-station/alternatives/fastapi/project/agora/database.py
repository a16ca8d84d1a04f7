"""The SQLite file: its tables, a connection for each request, and transactions."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

TABLES = """
CREATE TABLE IF NOT EXISTS tenant (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, password TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS poll (
    id INTEGER PRIMARY KEY, question TEXT NOT NULL, creator INTEGER REFERENCES tenant, closes TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS option (
    id INTEGER PRIMARY KEY, poll INTEGER NOT NULL REFERENCES poll ON DELETE CASCADE, text TEXT NOT NULL,
    former_votes INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS vote (
    poll INTEGER NOT NULL REFERENCES poll, voter INTEGER NOT NULL REFERENCES tenant,
    option INTEGER NOT NULL REFERENCES option, PRIMARY KEY (poll, voter)
);
"""
"""`former_votes` are those of tenants who have no account any more. Times are UTC, as ``2025-03-14 09:30:00``."""

FIRST_POLL = ("New name for the bicycle cellar?", "2025-03-13 18:00:00")
FIRST_OPTIONS = (("Wheelhouse", 11), ("Spoke Room", 4), ("The Garage", 1))


def create(path: Path) -> None:
    """Create the tables, and the poll with which the site opens, unless they exist."""
    with closing(_open(path)) as db:
        db.executescript(TABLES)
        with transaction(db):
            if db.execute("SELECT 1 FROM poll").fetchone() is None:
                db.execute("INSERT INTO poll (id, question, closes) VALUES (1, ?, ?)", FIRST_POLL)
                db.executemany("INSERT INTO option (poll, text, former_votes) VALUES (1, ?, ?)", FIRST_OPTIONS)


def connection(request: Request) -> Iterator[sqlite3.Connection]:
    """Yield the connection of a request."""
    with closing(_open(request.app.state.database)) as db:
        yield db


Database = Annotated[sqlite3.Connection, Depends(connection)]


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Make a check and the change after it one step: no other request writes in between; all is written or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _open(path: Path) -> sqlite3.Connection:
    """Open the file. The threads of one request take turns with the connection."""
    db = sqlite3.connect(path, timeout=20, isolation_level=None, check_same_thread=False)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    return db
