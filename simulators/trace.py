"""Trace of a testcode: what the user did and saw, to explain its outcome."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from simulators.evidence import Camera, ComparedPicture, Exchange, Screenshot, StepObserver, ValueDifference

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
