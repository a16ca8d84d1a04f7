from __future__ import annotations

import time

import pytest

from simulators.clocks import MAX_LOAD_FACTOR, Deadline, load_factor
from simulators.errors import TestcodeTimeout


def test_a_limit_is_longer_on_a_machine_with_other_work() -> None:
    begun = time.monotonic()
    busy, idle = Deadline(begun, 10.0, lambda: 3.0), Deadline(begun, 10.0, lambda: 1.0)
    assert 15 < busy.left() <= 20
    assert not busy.passed()
    with pytest.raises(TestcodeTimeout, match="the testcode's 10 seconds were up"):
        idle.left()


def test_a_limit_moves_before_its_last_part_so_that_no_wait_is_given_its_rest_only() -> None:
    almost_used = time.monotonic() + 0.5
    assert Deadline(almost_used, 10.0, lambda: 3.0).left(at_most=5.0) == 5.0
    assert Deadline(almost_used, 10.0, lambda: 1.0).left(at_most=5.0) <= 0.5


def test_what_is_awaited_is_given_the_time_of_a_loaded_machine() -> None:
    def waiting(load: float) -> bool | None:
        begun = time.monotonic()

        def wait(seconds: float) -> bool | None:
            time.sleep(min(seconds, 0.1))
            return True if time.monotonic() > begun + 0.6 else None

        return Deadline(begun + 0.2, 0.2, lambda: load).wait_for(wait)

    assert waiting(load=10.0)
    assert waiting(load=1.0) is None


def test_a_limit_moves_once() -> None:
    deadline = Deadline(time.monotonic() - 25, 10.0, lambda: 3.0)
    assert deadline.passed()
    with pytest.raises(TestcodeTimeout):
        deadline.left()


def test_the_load_of_this_machine_is_bounded() -> None:
    assert 1.0 <= load_factor() <= MAX_LOAD_FACTOR
