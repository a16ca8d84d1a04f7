"""A program rests when nothing happens for a while; one that always wakes only has to leave its screen as it is."""

from __future__ import annotations

import numpy as np
import pytest

from simulators.desktop.display import Frame
from simulators.desktop.program import MAX_CHANGE_SECONDS, MAX_WAIT_SECONDS, QUIET_SECONDS, RestWatch, ScreenState

ONE, OTHER = Frame(np.zeros((1, 1), np.uint32)), Frame(np.ones((1, 1), np.uint32))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def _state(wakings: int = 1, frame: Frame = ONE, asleep: bool = True) -> ScreenState:
    return ScreenState(asleep, frozenset({(7, wakings)}), frame)


def test_a_quiet_program_rests_after_a_while(clock: Clock) -> None:
    watch = RestWatch(clock.monotonic)
    watch.note(_state())
    assert not watch.rests
    clock.now += QUIET_SECONDS * 1.1
    watch.note(_state())
    assert watch.rests
    watch.disturb()
    watch.note(_state())
    assert not watch.rests


@pytest.mark.parametrize("other", [_state(wakings=2), _state(frame=OTHER), _state(asleep=False)])
def test_whatever_happens_is_waited_for(clock: Clock, other: ScreenState) -> None:
    watch = RestWatch(clock.monotonic)
    watch.note(_state())
    clock.now += QUIET_SECONDS * 1.1
    watch.note(other)
    assert not watch.rests


def test_a_program_that_always_wakes_rests_when_its_screen_stays(clock: Clock) -> None:
    watch = RestWatch(clock.monotonic)
    rested = []
    while clock.now < 100 + MAX_CHANGE_SECONDS * 1.2:
        watch.note(_state(wakings=int(clock.now * 1000)))
        rested.append((clock.now - 100, watch.rests))
        clock.now += QUIET_SECONDS / 2
    assert not any(rests for waited, rests in rested if waited < MAX_CHANGE_SECONDS * 0.9)
    assert all(rests for waited, rests in rested if waited > MAX_CHANGE_SECONDS * 1.1)


@pytest.mark.parametrize(("asleep", "seconds"), [(True, 2 * MAX_CHANGE_SECONDS), (False, MAX_WAIT_SECONDS)])
def test_an_animation_and_a_program_that_hangs_are_not_waited_for_endlessly(
    clock: Clock, asleep: bool, seconds: float
) -> None:
    watch = RestWatch(clock.monotonic)
    for frame in (ONE, OTHER):
        watch.note(_state(frame=frame, asleep=asleep))
        assert not watch.is_endless
        clock.now += seconds * 0.51
    watch.note(_state(frame=ONE, asleep=asleep))
    assert (watch.rests, watch.is_endless) == (False, True)
