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


def test_a_limit_moves_once() -> None:
    deadline = Deadline(time.monotonic() - 25, 10.0, lambda: 3.0)
    assert deadline.passed()
    with pytest.raises(TestcodeTimeout):
        deadline.left()


def test_the_load_of_this_machine_is_bounded() -> None:
    assert 1.0 <= load_factor() <= MAX_LOAD_FACTOR
