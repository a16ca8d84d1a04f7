"""Evidence of a step: pictures with the element marked, messages of the page, values that differ."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from simulators.trace import TraceEntry


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
