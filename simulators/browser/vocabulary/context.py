"""Context of the verbs: settings of a session, deadline and trace of a testcode, the step in progress; stability of
what is expected: a text that is visible only for a moment while a page changes does not count as seen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urljoin

from simulators.browser.vocabulary.queries import Query
from simulators.clocks import Deadline, MissionClock
from simulators.errors import SimulatorError
from simulators.evidence import Trace, TraceEntry
from simulators.failures import FailureKind
from simulators.setting import Setting


def no_server() -> AbstractContextManager[None]:
    """Refuse to stop the server of a user who has only pages."""
    raise SimulatorError("there is no server of the project that could be stopped", FailureKind.NOT_STARTED)


@dataclass(frozen=True)
class SessionSettings:
    """The project's root URL, a folder for the user's files, the mission's setting and material.

    `clock` is the mission's, which the user's pages follow; `stopped` kills the project's server, and starts it again
    at the end of its context.
    """

    site: str
    files: Path
    setting: Setting
    clock: MissionClock
    material: Path | None = None
    stopped: Callable[[], AbstractContextManager[None]] = no_server

    def absolute(self, url: str) -> str:
        return urljoin(self.site.rstrip("/") + "/", url)


@dataclass
class TestcodeContext:
    """Deadline and trace, shared by all users of one testcode."""

    deadline: Deadline = field(default_factory=lambda: Deadline.after(3600.0))
    trace: Trace = field(default_factory=Trace)


@dataclass
class CurrentStep:
    """Step in progress, and the element that it uses; `acted`: the page may have changed since it was found."""

    entry: TraceEntry
    target: Query | None = None
    revealed: bool = False
    acted: bool = False


MIN_HOLD_SECONDS, MAX_HOLD_SECONDS = 0.15, 1.0
"""Seconds for which a met expectation must remain met; longer after a longer wait."""

SHARE_OF_WAIT = 0.5


@dataclass(frozen=True)
class StableCondition:
    """Condition that must remain true: a text of the page, or a `field` of the answer, contains or lacks `text`.

    `request` is the query for the element (see `Query.request`); None queries the text of the page.
    """

    op: Literal["contains", "lacks", "same"]
    request: Mapping[str, object] | None = None
    text: str = ""
    field: str = ""

    def argument(self, seconds: float) -> dict[str, object]:
        """Return the JSON argument of the library's function ``hold``."""
        hold = {"op": self.op, "text": self.text, "field": self.field}
        request = None if self.request is None else dict(self.request)
        return {"request": request, "hold": hold, "milliseconds": round(seconds * 1000)}


class PageActivity:
    """Record of how the page changes without an action of the user."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Start again: the user acted, so the page may be replaced by another one."""
        self._document: float | None = None
        self._replaced = False
        self._unchanged: float | None = None
        self._age = 0.0
        self._renderings: int | None = None
        self._rendered = -math.inf

    def note(self, answer: Mapping[str, Any]) -> None:
        """Note an answer of the page: the document, its age, and the time since a script changed it (None: none did).

        The answer to an invalid selector has none of them.
        """
        if "document" not in answer:
            return
        document = answer["document"]
        self._replaced = self._replaced or self._document not in (None, document)
        self._document, self._unchanged, self._age = document, answer["still"], answer["age"]

    def count(self, renderings: int) -> None:
        """Note how often the browser laid the page out: the focus or a rule of a style sheet changes no element."""
        if self._renderings not in (None, renderings):
            self._rendered = time.monotonic()
        self._renderings = renderings

    def skip(self, renderings: int) -> None:
        """Leave out how often the evaluator made the browser lay the page out."""
        if self._renderings is not None:
            self._renderings += renderings

    def is_still(self) -> bool:
        """Return True when a first query is enough: nothing changes the page, and it did not just replace itself."""
        if time.monotonic() - self._rendered < MIN_HOLD_SECONDS:
            return False
        if self._replaced and self._age < MAX_HOLD_SECONDS * 1000:
            return False
        return self._unchanged is None or self._unchanged >= MIN_HOLD_SECONDS * 1000

    def seconds_to_hold(self, waited: float) -> float:
        """Return the seconds for which an expectation met after `waited` seconds must remain met.

        A page that replaces itself may show something else each time; on a busy machine, each for a while.
        """
        return MAX_HOLD_SECONDS if self._replaced else seconds_to_hold(waited)


def seconds_to_hold(waited: float) -> float:
    """Return the seconds for which an expectation met after `waited` seconds must remain met."""
    return min(max(MIN_HOLD_SECONDS, waited * SHARE_OF_WAIT), MAX_HOLD_SECONDS)
