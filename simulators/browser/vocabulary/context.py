"""Context of the verbs: settings of a session, deadline and trace of a testcode, and the step in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

from simulators.browser.vocabulary.queries import Query
from simulators.deadline import Deadline
from simulators.mission_clock import MissionClock
from simulators.setting import Setting
from simulators.trace import Trace, TraceEntry


@dataclass(frozen=True)
class SessionSettings:
    """The project's root URL, a folder for the user's files, the mission's setting and material.

    `clock` is the mission's, which the user's pages follow.
    """

    site: str
    files: Path
    setting: Setting
    clock: MissionClock
    material: Path | None = None

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
