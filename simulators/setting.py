"""Fixed setting of a mission, so that outcomes are repeatable; start commands of a project."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from simulators.errors import SimulatorError
from simulators.failures import FailureKind

BrowserName = Literal["playwright", "selenium"]
"""Engine that drives the browser of a `BrowserUser`."""


@dataclass(frozen=True)
class Setting:
    """Time, time zone, locale, seed and window of a mission, and the patience of its user.

    `time` is when the mission starts (aware; the clock runs on from there, for the project and in
    the browser); None leaves the real clock. `viewport` is width × height in CSS pixels.
    `patience` is the time in seconds that one verb waits for its expectation. `browser` is the engine of a
    `BrowserUser`; `headed` shows the windows of Playwright's browser.
    """

    time: datetime | None = datetime(2025, 3, 14, 9, 30, tzinfo=UTC)
    timezone: str = "UTC"
    locale: str = "en-US"
    seed: int = 7
    viewport: tuple[int, int] = (1280, 800)
    patience: float = 5.0
    browser: BrowserName = "playwright"
    headed: bool = False


NODE = "node"
"""Environment of websites whose program is Node.js, and the name of that program."""

NOT_BY_ITSELF = frozenset({FailureKind.PROCESS_KILLED, FailureKind.RESOURCE_LIMIT})
"""Kinds of a process's end that explain a failed start."""


@dataclass(frozen=True)
class Start:
    """`root` is the folder of the project in which commands run; `prepare` commands run to their end
    first; `program` is the command that serves (django), asks (console) or works (batch); `requirements` are
    packages that it needs, as lines of a ``requirements.txt``.

    ``{port}`` in a command is replaced by the port of the project.
    """

    root: str = "."
    prepare: tuple[tuple[str, ...], ...] = ()
    program: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()


class StartError(SimulatorError):
    """The project did not start; `reason` is one sentence, `output` is what the project printed.

    The kind is `NOT_STARTED`, or the cause `PROCESS_KILLED` or `RESOURCE_LIMIT`.
    """

    usual_kind = FailureKind.NOT_STARTED

    def __init__(self, reason: str, output: str = "", kind: FailureKind | None = None) -> None:
        super().__init__(reason, kind if kind in NOT_BY_ITSELF else None)
        self.reason = reason
        self.output = output


def environments_of(stack: str, usual: str) -> tuple[str, ...]:
    """Return the environments that solutions of a mission may run on; `usual` is the mission's."""
    return (usual, NODE) if stack == "web" and usual == "web" else (usual,)
