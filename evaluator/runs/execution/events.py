"""Progress events of attempts: workers append them to a file of the run, the main process follows it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from simulators.data_files import parse_json

GENERATING, EVALUATING = "building", "evaluating"
"""Phases of an attempt."""

POLL_SECONDS = 0.1
"""Seconds between two reads of the file."""


@dataclass(frozen=True)
class Event:
    """An attempt entered a phase, or finished case `number` of `total`."""

    attempt: str
    phase: str
    number: int = 0
    total: int = 0
    case: str = ""
    outcome: str = ""
    reason: str = ""


def append_event(path: Path, event: Event) -> None:
    """Append an event in one write, so that lines of several processes do not mix."""
    line = (json.dumps(asdict(event)) + "\n").encode()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(handle, line)
    finally:
        os.close(handle)


@contextmanager
def followed(path: Path, receive: Callable[[Event], None]) -> Iterator[None]:
    """Pass the events that are appended to `path` to `receive`, in a thread; remove the file at the end."""
    path.unlink(missing_ok=True)
    ended = threading.Event()
    reader = threading.Thread(target=_follow, args=(path, receive, ended), daemon=True)
    reader.start()
    try:
        yield
    finally:
        ended.set()
        reader.join()
        path.unlink(missing_ok=True)


def _follow(path: Path, receive: Callable[[Event], None], ended: threading.Event) -> None:
    position = 0
    while True:
        last = ended.wait(POLL_SECONDS)
        position = _passed_on(path, position, receive)
        if last:
            return


def _passed_on(path: Path, position: int, receive: Callable[[Event], None]) -> int:
    """Read complete lines from `position` on; return the position behind them."""
    try:
        with path.open("rb") as handle:
            handle.seek(position)
            lines = handle.read().splitlines(keepends=True)
    except FileNotFoundError:
        return position
    for line in lines:
        if not line.endswith(b"\n"):
            break
        position += len(line)
        if (event := _event(line)) is not None:
            receive(event)
    return position


def _event(line: bytes) -> Event | None:
    """Return the event of a line; None for one that a shared file system mixed with another."""
    try:
        return Event(**parse_json(line, "event"))
    except (ValueError, TypeError):
        return None
