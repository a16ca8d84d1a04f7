"""Detection of a program at rest: its threads sleep, none of them wakes, and the screen does not change."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from simulators.desktop.activity import observe
from simulators.desktop.display import XDisplay
from simulators.desktop.screen import Frame
from simulators.runtime.sandbox import Box

QUIET_SECONDS = 0.02
"""Seconds without a change after which a program counts as resting."""

MAX_WAIT_SECONDS = 30.0
"""Seconds after which a program that does not rest counts as hanging, and one without a window as not started."""

MAX_CHANGE_SECONDS = 1.0
"""Seconds after which a program that sleeps between changes of its screen, or wakes again and again, counts as resting
as far as it ever does (a clock, an animation)."""


@dataclass(frozen=True)
class ScreenState:
    """What a program and its display do at one moment: `wakings` counts how often each of its threads was scheduled."""

    asleep: bool
    wakings: frozenset[tuple[int, int]]
    frame: Frame


def state_of(box: Box, display: XDisplay) -> ScreenState:
    """Return the state of the programs in `box`. The display is observed before it is used."""
    server, programs = observe(display.box.pids()), observe(box.pids())
    return ScreenState(server.asleep and programs.asleep, programs.wakings, display.film.frame())


class RestWatch:
    """Decides when a program rests, by the states that it is given one after the other."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = self._now = self._woken = self._drawn = clock()
        self._last: ScreenState | None = None

    def note(self, state: ScreenState) -> None:
        """Take notice of the present state."""
        self._now = self._clock()
        if self._last is None or state.wakings != self._last.wakings:
            self._woken = self._now
        if self._last is None or state.frame is not self._last.frame:
            self._drawn = self._now
        self._last = state

    def disturb(self) -> None:
        """Begin to wait for a quiet time again: the program was given something to do."""
        self._woken = self._drawn = self._clock()

    @property
    def rests(self) -> bool:
        """The program does nothing more; one that always wakes only has to leave the screen as it is."""
        wakes = self._now - self._woken < QUIET_SECONDS and self._waited <= MAX_CHANGE_SECONDS
        return self._asleep and not wakes and self._now - self._drawn >= QUIET_SECONDS

    @property
    def is_endless(self) -> bool:
        """Waiting longer is useless: the program never rests."""
        return self._waited > MAX_WAIT_SECONDS or (self._asleep and self._waited > 2 * MAX_CHANGE_SECONDS)

    @property
    def _asleep(self) -> bool:
        return self._last is not None and self._last.asleep

    @property
    def _waited(self) -> float:
        return self._now - self._begun
