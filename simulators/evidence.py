"""Trace of a testcode, what the user did and saw, and evidence of its steps: pictures with the element marked, messages
of the page, values that differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class StepMoment(StrEnum):
    """When a picture of a step was taken."""

    BEFORE = "before"
    """The element of the step was found, and the step has not acted on it."""
    AFTER = "after"
    """The step has ended, or failed."""


class Side(StrEnum):
    """What a picture that was compared is."""

    EXPECTED = "expected"
    SEEN = "seen"


@dataclass(frozen=True)
class Area:
    """Rectangle in a window, in CSS pixels from its upper left corner."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class View:
    """PNG of a window (None: it cannot be taken), and the area of the element that the step uses."""

    png: bytes | None
    marked: Area | None = None


@dataclass(frozen=True)
class Screenshot:
    """Screenshot of a step, by its file name among the attachments, with its size in pixels."""

    file: str
    moment: StepMoment
    width: int
    height: int
    marked: Area | None = None


@dataclass(frozen=True)
class ComparedPicture:
    """One of two pictures that were compared, by its file name among the attachments."""

    file: str
    side: Side


UNCAUGHT = "uncaught: "
"""Begin of the message of an uncaught error among those of a page's console."""

PAGE, PARTS = "document", frozenset({"script", "stylesheet", "fetch", "xhr"})
"""What a browser asks for: a page, and what it does not work without."""


@dataclass(frozen=True)
class Exchange:
    """A request of the browser and its answer: `status` 0 without one, then `problem` says why. `address` is a path for
    the project's own site."""

    method: str
    address: str
    status: int
    content: str = PAGE
    problem: str = ""

    @property
    def is_page(self) -> bool:
        return self.content == PAGE

    @property
    def is_part(self) -> bool:
        return self.content in PARTS


MAX_RECORDED = 100
"""Maximum number of differences recorded with a step."""


@dataclass(frozen=True)
class ValueDifference:
    """Place whose value differs: a cell (``Sheet!B3``), with both values as text."""

    place: str
    expected: str
    seen: str


class Camera(Protocol):
    """What a person sees of a project: a window, and the messages of its page."""

    def view(self) -> View:
        """Return what the window shows now, with the element of the current step."""
        ...

    def console(self) -> tuple[str, ...]:
        """Return the page's messages and uncaught errors since the last call."""
        ...

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return the requests of the page that were answered, or failed, since the last call."""
        ...

    def document(self) -> str:
        """Return the page's document as HTML with its styles; empty where there is none."""
        ...


class StepObserver:
    """Receives every step of a testcode; the base class keeps no evidence."""

    before_actions = False
    """Elements are to be shown before a step acts on them."""

    def acts(self, step: TraceEntry, camera: Camera) -> None:
        """Receive a step that has found its element and is about to act on it."""

    def ends(self, step: TraceEntry, camera: Camera | None) -> None:
        """Receive a step that has ended; it failed when it is not ok.

        `camera` shows the user whose step it is; None: that of the session.
        """

    def compares(self, step: TraceEntry, expected: bytes, seen: bytes) -> None:
        """Receive two pictures (PNG) that were compared and differ."""


MAX_SEEN_CHARS = 2_000
"""Maximum characters stored of what was seen in one step; pages and outputs can be endless."""

MAX_STEPS = 1_000
"""Maximum steps stored of one testcode: a loop in a testcode must not fill the disk."""


@dataclass
class TraceEntry:
    """One verb of a simulator: what was done, on what, and what was seen.

    `seconds` counts from the start of the testcode; `took` is the step's own duration, in seconds. `pictures` are
    screenshots, `console` the messages of the page, `exchanges` its requests and `server` the output of the project
    during the step; `differences` and `compared` are the values and the pictures that are not as expected. `window`:
    the step opened a program's window, and `seen` is the text in it. `document` is the attachment with the page as it
    was when the step failed.
    """

    verb: str
    what: str = ""
    seen: str = ""
    ok: bool = True
    seconds: float = 0.0
    took: float = 0.0
    pictures: tuple[Screenshot, ...] = ()
    console: tuple[str, ...] = ()
    server: str = ""
    differences: tuple[ValueDifference, ...] = ()
    compared: tuple[ComparedPicture, ...] = ()
    window: bool = False
    exchanges: tuple[Exchange, ...] = ()
    document: str = ""


@dataclass
class Trace:
    """Steps of one testcode, in order; `observer` collects their evidence."""

    entries: list[TraceEntry] = field(default_factory=list)
    observer: StepObserver = field(default_factory=StepObserver)
    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    @contextmanager
    def step(self, verb: str, what: str = "", camera: Camera | None = None) -> Iterator[TraceEntry]:
        """Record one verb; inside, set ``step.seen``. An exception marks the step as not ok.

        `camera` shows the user whose step it is (None: that of the session).
        """
        begun = self.clock()
        step = TraceEntry(verb, shortened(what), seconds=round(begun - self.started, 3))
        if len(self.entries) < MAX_STEPS:
            self.entries.append(step)
        try:
            yield step
        except BaseException as error:
            step.ok = False
            step.seen = step.seen or str(error) or type(error).__name__
            raise
        finally:
            step.took = round(self.clock() - begun, 3)
            step.seen = shortened(step.seen)
            self.observer.ends(step, camera)


def shortened(text: str, longest: int = MAX_SEEN_CHARS) -> str:
    """Return `text`, cut in its middle when it is longer than `longest` characters."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} … {len(text) - 2 * half} characters left out … {text[-half:]}"
