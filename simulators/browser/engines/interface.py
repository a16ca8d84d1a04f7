"""Interface of a browser engine, used by the verbs.

An engine is made with a JavaScript library that defines an object ``judge`` of functions of one JSON argument. It runs
them in an isolated world of the current frame of the current window, out of reach of the page's own scripts. Points are
CSS pixels in that frame's viewport. Timeouts are seconds. A dialog is answered at any time with the result of `decide`,
and never stays open.

    EngineError
    ├── NoAnswer        the page or browser did not answer in time
    ├── PageChanged     the page was left during a script: try again on the new one
    ├── ScriptFailed    a script raised an error
    ├── PageLost        the window was closed, or its page crashed
    └── LimitExceeded   the page opens dialogs, or sends downloads, without end

The end of the browser is an `InfrastructureError`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from simulators.evidence import Area, Exchange
from simulators.failures import FailureKind

MAX_DIALOGS = 25
"""Maximum number of dialogs answered during one call; a page that opens more is closed."""

MAX_MESSAGE_CHARS = 10_000
"""Characters of a dialog's message that are read."""

MAX_TYPED_CHARS = 400
"""Maximum characters typed key by key; the rest of a long text is inserted at once, as if pasted."""

DRAG_STEPS = 12
"""Mouse movements of a drag: pages need several, and native drag and drop begins only after some pixels."""

MAX_DOWNLOAD_BYTES = 64 << 20
"""Maximum size of all downloads of one session together, in bytes."""


class EngineError(Exception):
    """Base of the errors that an engine reports to the verbs; testcodes never see them."""


class NoAnswer(EngineError):
    pass


class PageChanged(EngineError):
    pass


class ScriptFailed(EngineError):
    pass


class PageLost(EngineError):
    pass


class LimitExceeded(EngineError):
    pass


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class LoadTimeouts:
    """Seconds for a page to respond, and then to load all its parts."""

    answer: float
    load: float


@dataclass(frozen=True)
class DialogAnswer:
    """Answer to a dialog."""

    accept: bool
    typing: str | None = None


DialogHandler = Callable[[str, str], DialogAnswer]
"""Called with kind (alert, confirm, prompt, beforeunload) and message, possibly on another thread."""


class BrowserEngine(Protocol):
    """Browser of one user: windows that share cookies and storage."""

    decide: DialogHandler

    def goto(self, url: str, times: LoadTimeouts) -> None: ...
    def reload(self, times: LoadTimeouts) -> None: ...
    def back(self, times: LoadTimeouts) -> None: ...

    def settle(self, times: LoadTimeouts) -> None:
        """Wait for the page that the last action may have started to open."""
        ...

    def ask(self, function: str, argument: object, timeout: float) -> Any:
        """Return the JSON result of a function of the library; a promise is awaited."""
        ...

    def renderings(self, timeout: float) -> int:
        """Return how often the window's styles and layout have been calculated."""
        ...

    def hover(self, at: Point, timeout: float) -> None: ...
    def click(self, at: Point, count: int, timeout: float) -> None: ...

    def drag(self, start: Point, end: Point, timeout: float) -> None:
        """Press the mouse button at `start`, move to `end` in `DRAG_STEPS` steps, and release it."""
        ...

    def type(self, text: str, timeout: float) -> None:
        """Type key by key into the focused element."""
        ...

    def press(self, chord: tuple[str, ...], timeout: float) -> None:
        """Press keys together: modifiers first. Names are those of `simulators.browser.vocabulary.queries`."""
        ...

    def put_file(self, function: str, argument: object, path: Path, timeout: float) -> None:
        """Choose a file in the file input that the function returns."""
        ...

    def picture_of(self, function: str, argument: object, timeout: float) -> bytes:
        """Return a PNG of the element that the function returns."""
        ...

    def framework_of(self, function: str, argument: object, timeout: float) -> str:
        """Return the client framework that rendered the element that the function returns; empty when none did."""
        ...

    def pixels(self, area: Area, timeout: float) -> bytes:
        """Return a PNG of an area of the current frame's viewport."""
        ...

    def visible_area(self, timeout: float) -> Area:
        """Return the part of the current frame's viewport that the window shows."""
        ...

    def tags(self, timeout: float) -> int:
        """Return the number of elements in the window, also of those that scripts cannot find (closed shadow roots),
        and of texts and comments with the beginning of a tag."""
        ...

    def enter_frame(self, function: str, argument: object, timeout: float) -> None:
        """Work inside the frame element that the function returns, until `leave_frame`."""
        ...

    def leave_frame(self, timeout: float) -> None: ...

    def offset(self, timeout: float) -> Point:
        """Return the origin of the current frame's viewport in the window."""
        ...

    def address(self, timeout: float) -> str:
        """Return the URL of the current window (not frame)."""
        ...

    def next_window(self, timeout: float) -> bool:
        """Switch to a window that was opened and not yet visited; return False when there is none."""
        ...

    def close_window(self, timeout: float) -> bool:
        """Close this window and switch to its opener; return False when it is the only one."""
        ...

    def set_clock(self, script: str, timeout: float) -> None:
        """Run `script`, which sets a page's clock, in all pages that are open, and in later ones before their own
        scripts."""
        ...

    def downloads(self) -> int:
        """Return the number of downloads that have started."""
        ...

    def finished(self, number: int, timeout: float) -> tuple[str, Path] | None:
        """Return suggested name and path of download `number` (from 0); None until it is complete."""
        ...

    def screenshot(self) -> bytes | None:
        """Return a PNG of the window, or None when the page is too broken."""
        ...

    def console(self) -> tuple[str, ...]:
        """Return the messages and uncaught errors of all pages since the last call, oldest first, bounded."""
        ...

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return the requests of all pages that were answered, or failed, since the last call, oldest first, bounded;
        none where the browser does not report them."""
        ...


MAX_MESSAGES = 500
"""Messages collected of one user's pages; afterwards the collection ends, because a page may write without end."""

MAX_CONSOLE_CHARS = 2_000
"""Characters of one message; a longer one is cut, and one of `MAX_COLLECTED_CHARS` ends the collection."""

MAX_COLLECTED_CHARS = 1 << 20
END = "further messages are not recorded"


class ConsoleMessages:
    """Messages since they were last taken; `full` is called once when no more are collected."""

    def __init__(self, full: Callable[[], None]) -> None:
        self._waiting: list[str] = []
        self._count = 0
        self._full = full

    @property
    def is_full(self) -> bool:
        return self._count > MAX_MESSAGES

    def add(self, kind: str, text: str, place: str = "") -> None:
        """Add a message of a `kind` (``error``, ``warning``, ``log`` …), with the place in a script that wrote it."""
        if self.is_full:
            return
        self._count = MAX_MESSAGES + 1 if len(text) > MAX_COLLECTED_CHARS else self._count + 1
        cut = text if len(text) <= MAX_CONSOLE_CHARS else f"{text[:MAX_CONSOLE_CHARS]}… ({len(text)} characters)"
        self._waiting.append(f"{kind}: {cut}{f' ({place[:200]})' if place else ''}")
        if self.is_full:
            self._waiting.append(END)
            self._full()

    def take(self) -> tuple[str, ...]:
        """Return the messages since the last call."""
        taken, self._waiting = self._waiting, []
        return tuple(taken)


LOST_BROWSER = {
    "selenium.common.exceptions": ("InvalidSessionIdException", "NoSuchDriverException", "SessionNotCreatedException"),
    "urllib3.exceptions": ("MaxRetryError", "NewConnectionError"),
    "http.client": ("RemoteDisconnected",),
    "playwright._impl._errors": ("TargetClosedError",),
}
"""Module → exceptions that mean that the browser or its driver has ended."""

NOT_FOUND = {"selenium.common.exceptions": ("NoSuchElementException",)}

CRASHED = ("tab crashed", "unknown error: tab crashed", "unknown error: session deleted because of page crash")
"""Beginnings of chromedriver's own messages for a crashed page: the protocol has no error code for it."""


def kind_of_engine_error(error: BaseException) -> FailureKind | None:
    """Return the failure kind of an exception of a browser engine; None for any other exception."""
    if isinstance(error, _loaded(LOST_BROWSER)):
        return FailureKind.BROWSER_LOST
    if isinstance(error, _loaded(NOT_FOUND)):
        return FailureKind.NOT_FOUND
    return FailureKind.PAGE_LOST if _is_crash(error) else None


def _is_crash(error: BaseException) -> bool:
    """Return True for the bare error of chromedriver, never for one that carries text of the page."""
    plain = _loaded({"selenium.common.exceptions": ("WebDriverException",)})
    return type(error) in plain and str(getattr(error, "msg", "")).startswith(CRASHED)


def _loaded(names: Mapping[str, tuple[str, ...]]) -> tuple[type[BaseException], ...]:
    modules = {name: module for name in names if isinstance(module := sys.modules.get(name), ModuleType)}
    return tuple(getattr(module, each) for name, module in modules.items() for each in names[name])
