"""Polls as they are stored: reading them, and the rules by which they change."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from agora.accounts import Tenant
from agora.database import transaction

TIME_FORMAT = "%Y-%m-%d %H:%M:%S"
CLOSED = "This poll is closed."


class Refused(Exception):
    """The change is against the rules; the message says which."""


class NotCreator(Exception):
    """Only the creator of a poll may do this."""


@dataclass(frozen=True)
class Option:
    """A possible answer with its votes."""

    id: int
    text: str
    votes: int


@dataclass(frozen=True)
class Poll:
    """A question to the house. The first poll of the site has no creator."""

    id: int
    question: str
    creator: int | None
    closes: datetime

    @property
    def is_closed(self) -> bool:
        """True once the poll accepts no votes any more."""
        return self.closes <= now()

    def is_of(self, tenant: Tenant | None) -> bool:
        """Return True if `tenant` has created this poll."""
        return tenant is not None and self.creator == tenant.id


def now() -> datetime:
    """Return the time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def _poll(row: sqlite3.Row) -> Poll:
    closes = datetime.strptime(row["closes"], TIME_FORMAT).replace(tzinfo=UTC)
    return Poll(row["id"], row["question"], row["creator"], closes)


def poll(db: sqlite3.Connection, number: int) -> Poll | None:
    """Return one poll; None when there is none with this number."""
    row = db.execute("SELECT * FROM poll WHERE id = ?", [number]).fetchone()
    return None if row is None else _poll(row)


def all_polls(db: sqlite3.Connection) -> list[Poll]:
    """Return the open polls, the next to close first; then the closed ones, the last closed first."""
    polls = [_poll(row) for row in db.execute("SELECT * FROM poll ORDER BY closes, id")]
    closed = [poll for poll in polls if poll.is_closed]
    return [poll for poll in polls if not poll.is_closed] + closed[::-1]


def polls_of(db: sqlite3.Connection, tenant: Tenant) -> list[tuple[Poll, int]]:
    """Return the polls of their creator, the newest first, each with its number of votes."""
    rows = db.execute("SELECT * FROM poll WHERE creator = ? ORDER BY id DESC", [tenant.id])
    return [(each, sum(option.votes for option in options(db, each))) for each in map(_poll, rows.fetchall())]


def options(db: sqlite3.Connection, poll: Poll) -> list[Option]:
    """Return the options of a poll, in the order in which they were typed."""
    query = """
        SELECT id, text, former_votes + (SELECT count(*) FROM vote WHERE vote.option = option.id) AS votes
        FROM option WHERE poll = ? ORDER BY id"""
    return [Option(row["id"], row["text"], row["votes"]) for row in db.execute(query, [poll.id])]


def has_voted(db: sqlite3.Connection, poll: Poll, tenant: Tenant | None) -> bool:
    """Return True if `tenant` has voted in this poll."""
    if tenant is None:
        return False
    return db.execute("SELECT 1 FROM vote WHERE poll = ? AND voter = ?", [poll.id, tenant.id]).fetchone() is not None


def create(db: sqlite3.Connection, creator: Tenant, question: str, texts: Sequence[str], closes: datetime) -> int:
    """Create a poll with its options in their order, and return its number."""
    with transaction(db):
        row = (question, creator.id, closes.strftime(TIME_FORMAT))
        number = db.execute("INSERT INTO poll (question, creator, closes) VALUES (?, ?, ?)", row).lastrowid
        db.executemany("INSERT INTO option (poll, text) VALUES (?, ?)", [(number, text) for text in texts])
    assert number is not None
    return number


def vote(db: sqlite3.Connection, poll: Poll, voter: Tenant, option: int) -> None:
    """Count the vote of a tenant, the only one in this poll. Raises `Refused`."""
    with transaction(db):
        if _now_closed(db, poll):
            raise Refused(CLOSED)
        if has_voted(db, poll, voter):
            raise Refused("You have voted already.")
        db.execute("INSERT INTO vote (poll, voter, option) VALUES (?, ?, ?)", [poll.id, voter.id, option])


def close(db: sqlite3.Connection, poll: Poll, tenant: Tenant) -> None:
    """Close an open poll at once. Raises `NotCreator`."""
    if not poll.is_of(tenant):
        raise NotCreator
    with transaction(db):
        if not _now_closed(db, poll):
            db.execute("UPDATE poll SET closes = ? WHERE id = ?", [now().strftime(TIME_FORMAT), poll.id])


def delete(db: sqlite3.Connection, poll: Poll, tenant: Tenant) -> None:
    """Delete a poll without votes. Raises `NotCreator` and `Refused`."""
    if not poll.is_of(tenant):
        raise NotCreator
    with transaction(db):
        if any(option.votes for option in options(db, poll)):
            raise Refused("There are votes already.")
        db.execute("DELETE FROM poll WHERE id = ?", [poll.id])


def _now_closed(db: sqlite3.Connection, before: Poll) -> bool:
    """Return True if the poll is closed as it is stored now: another window may have closed it."""
    found = poll(db, before.id)
    return found is None or found.is_closed
