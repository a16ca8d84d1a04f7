"""What the verbs of a desktop user share: waiting until a program rests, reading its screen, and finding places."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from simulators.clocks import MissionClock
from simulators.desktop.display import SIZE, VARIABLES, Frame, XDisplay
from simulators.desktop.input_device import InputDevice
from simulators.desktop.layout import EntryBox, Layout, TextPlace, field_of
from simulators.desktop.program import MAX_WAIT_SECONDS, DesktopProgram, RestWatch, ScreenState, state_of
from simulators.desktop.screen_reader import SCALES, ScreenReader
from simulators.desktop.x11 import DisplayLost, ScreenWindow
from simulators.errors import ExpectationFailed, NotFound, TestcodeTimeout
from simulators.evidence import TraceEntry, shortened
from simulators.failures import FailureKind
from simulators.runtime.program_user import ProgramUser
from simulators.runtime.sandbox import Box, BoxLimits
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

VISIBLE_SECONDS = 0.1
"""Seconds that a text has to stay on the screen to count as seen."""

POLL_SECONDS = 0.005
"""Seconds between two readings of the screen."""

MAX_LAYOUTS = 8
"""Readings of frames that are remembered: two of each, and the last frames of a film."""


class DesktopBase(ProgramUser):
    """User with a display and a program."""

    def __init__(
        self,
        box: Box,
        program: tuple[str, ...],
        *,
        display: XDisplay,
        folder: str = ".",
        materials: Path | None = None,
        setting: Setting = Setting(),
        clock: MissionClock | None = None,
        most_output: int = BoxLimits().output,
        worker: WorkerContext | None = None,
    ) -> None:
        super().__init__(
            box,
            program,
            folder=folder,
            materials=materials,
            setting=setting,
            clock=clock,
            most_output=most_output,
            worker=worker,
        )
        self._display, self._hands = display, InputDevice(display.connection)
        self._eyes = (worker or self._closing.enter_context(WorkerContext())).get(ScreenReader)
        self._running: DesktopProgram | None = None
        self._layouts: OrderedDict[tuple[Frame, int], Layout] = OrderedDict()
        self._rested: ScreenState | None = None
        self._aborted = False

    def screenshot(self) -> bytes | None:
        """Return what the screen shows, as PNG, for evidence."""
        return self._display.film.still().png()

    def printed(self) -> str:
        """Return what the program printed."""
        return self._running.printed() if self._running is not None else ""

    def abort(self) -> None:
        self._aborted = True
        if (running := self._running) is not None:
            running.kill()

    @contextmanager
    def _verb(self, verb: str, what: str = "") -> Iterator[TraceEntry]:
        """Record one verb. Only the program uses the display, so it is the program's failure when that is lost."""
        with super()._verb(verb, what) as step:
            try:
                yield step
            except DisplayLost as error:
                raise ExpectationFailed(
                    f"the screen cannot be used any more: {error}", FailureKind.PAGE_LOST
                ) from error

    @contextmanager
    def _action(self, verb: str, what: str = "") -> Iterator[TraceEntry]:
        """Record a verb that uses mouse or keyboard: before it the program has to rest, and to run."""
        with self._verb(verb, what) as step:
            self._settle()
            if self._started().exit_status is not None:
                raise NotFound(f"the program cannot be used: it has ended{self._how()}")
            yield step
            self._settle_after_input()
            step.seen = self._layout().text

    @contextmanager
    def _expectation(self, verb: str, text: str, beside: str | None) -> Iterator[TraceEntry]:
        with self._verb(verb, text if beside is None else f"{text} beside {beside}") as step:
            self._started()
            self._settle()
            yield step
            step.seen = self._layout().text

    def _settle(self) -> None:
        """Wait until the program rests. If it did nothing since it rested last, nothing is waited for."""
        if self._rested is None or state_of(self._box, self._display) != self._rested:
            self._settle_after_input()

    def _settle_after_input(self) -> None:
        """Wait until the program sleeps, its display has shown everything, and the keyboard is at the window on top."""
        watch, self._rested = RestWatch(), None
        while not watch.is_endless:
            self._check()
            watch.note(state := state_of(self._box, self._display))
            if watch.rests:
                if not self._hands.focus_top():
                    self._rested = state
                    return
                watch.disturb()
            time.sleep(POLL_SECONDS)
        self._hands.focus_top()

    def _wait_for_window(self) -> None:
        """Wait until a window is visible or the program has ended."""
        until = time.monotonic() + self.deadline.left(at_most=MAX_WAIT_SECONDS)
        while self._hands.top_window() is None and self._started().exit_status is None:
            if time.monotonic() > until:
                raise NotFound(f"the program showed no window within {MAX_WAIT_SECONDS:g} s{self._printed()}")
            self._rest()

    def _expect(self, holds: Callable[[Layout], bool], what: str) -> None:
        """Require `holds` of a screen that stays, within the user's patience."""
        until = self._patience()
        while True:
            if self._reads(holds, self._display.film.frame()) and self._stays(holds):
                return
            if time.monotonic() > until:
                raise ExpectationFailed(f"expected {what}{self._shown()}")
            self._rest()

    def _reads(self, holds: Callable[[Layout], bool], frame: Frame) -> bool:
        return any(holds(self._layout(frame, scale)) for scale in SCALES)

    def _stays(self, holds: Callable[[Layout], bool]) -> bool:
        """Return True when it is on the screen all the time in which a person reads it, since it was drawn last."""
        film, later = self._display.film, {self._display.film.frame()}
        until = film.since + VISIBLE_SECONDS
        while time.monotonic() < until:
            time.sleep(POLL_SECONDS)
            later.add(film.frame())
        return all(self._reads(holds, each) for each in later)

    def _wait_until(self, holds: Callable[[], bool], what: str) -> None:
        until = self._patience()
        while not holds():
            if time.monotonic() > until:
                raise ExpectationFailed(f"expected {what}{self._shown()}")
            self._rest()

    def _place(self, text: str, beside: str | None = None, window: ScreenWindow | None = None) -> TextPlace:
        """Return the one place of `text`, within the user's patience; of several the one in the window on top."""
        until = self._patience()
        while True:
            for scale in SCALES:
                places = self._layout(scale=scale).places(text, beside)
                found = _within(window, places) if window is not None else self._of_top(places)
                if len(found) == 1:
                    return found[0]
            if time.monotonic() > until:
                where = f"{text!r}" + ("" if beside is None else f" beside {beside!r}")
                problem = f"{where} is there {len(found)} times" if found else f"{where} is not there"
                raise NotFound(f"{problem}{self._shown()}")
            self._rest()

    def _field(self, label: str) -> EntryBox:
        place = self._place(label)
        right, bottom = self._end_of_window(place)
        field = field_of(place, self._display.film.frame().pixels[:bottom, :right])
        if field is None:
            raise NotFound(f"there is no box beside or below {label!r}{self._shown()}")
        return field

    def _end_of_window(self, place: TextPlace) -> tuple[int, int]:
        """Return right and bottom of the window in which a place is."""
        window = next((each for each in reversed(self._hands.windows()) if _within(each, [place])), None)
        return (SIZE[0], SIZE[1]) if window is None else (window.left + window.width, window.top + window.height)

    def _of_top(self, places: list[TextPlace]) -> list[TextPlace]:
        """Return the places in the window on top, or all when there is none."""
        windows = self._hands.windows()
        return (_within(windows[-1], places) if len(windows) > 1 else []) or places

    def _layout(self, frame: Frame | None = None, scale: int = SCALES[0]) -> Layout:
        shown = frame or self._display.film.frame()
        if (shown, scale) not in self._layouts:
            pieces = self._eyes.read(shown, self._calls, self.deadline.left(), scale)
            self._layouts[shown, scale] = Layout.of(pieces)
        self._layouts.move_to_end((shown, scale))
        if len(self._layouts) > MAX_LAYOUTS:
            self._layouts.popitem(last=False)
        return self._layouts[shown, scale]

    def _patience(self) -> float:
        """Return when the user's patience with this verb ends, on the monotonic clock."""
        return time.monotonic() + self.deadline.left(at_most=self._setting.patience)

    def _rest(self) -> None:
        self._check()
        time.sleep(POLL_SECONDS)

    def _check(self) -> None:
        self.deadline.left()
        if self._aborted:
            raise TestcodeTimeout(f"the program was ended from outside{self._printed()}")

    def _started(self) -> DesktopProgram:
        if self._running is None:
            raise NotFound("no program was started")
        return self._running

    def _variables(self) -> Mapping[str, str]:
        return VARIABLES

    def _shown(self) -> str:
        """Return what the screen shows, for messages."""
        ended = "" if self._started().exit_status is None else f"; the program has ended{self._how()}"
        text = self._layout().text
        return (f"; the screen shows: {shortened(text)}" if text else "; the screen shows no text") + ended

    def _printed(self) -> str:
        text = self.printed()
        return f"; printed: {shortened(text)}" if text else "; nothing was printed"

    def _how(self) -> str:
        return f" with status {self._started().exit_status}{self._why_box_ended()}{self._printed()}"

    def _exit_status(self) -> int | None:
        return None if self._running is None else self._running.exit_status

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.close()


def _within(window: ScreenWindow, places: list[TextPlace]) -> list[TextPlace]:
    right, bottom = window.left + window.width, window.top + window.height
    return [
        place
        for place in places
        if window.left <= place.box.center[0] < right and window.top <= place.box.center[1] < bottom
    ]
