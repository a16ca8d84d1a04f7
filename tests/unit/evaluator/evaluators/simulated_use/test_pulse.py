"""A pulse detects a stopped process, a sleeping machine and a changed clock, and nothing else."""

from dataclasses import dataclass

import pytest

from evaluator.evaluators.simulated_use.play import BEAT_SECONDS, Pulse


@dataclass
class Clocks:
    """Clocks set by the test, in seconds."""

    boot: float = 1000.0
    wall: float = 1.7e9
    used: float = 5.0

    def go(self, seconds: float, wall: float | None = None) -> None:
        self.boot += seconds
        self.wall += seconds if wall is None else wall


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def pulse(clocks: Clocks) -> Pulse:
    return Pulse(lambda: clocks.boot, lambda: clocks.wall, lambda: clocks.used)


def test_what_is_as_it_should_be_or_only_busy_is_no_trouble(pulse: Pulse, clocks: Clocks) -> None:
    for late in (0.0, 0.1, 2.5, 0.0):
        clocks.go(BEAT_SECONDS + late, BEAT_SECONDS + late + 0.01)
        pulse.beat()
    assert pulse.trouble() == ""


def test_an_hour_of_sleep_is_noticed(pulse: Pulse, clocks: Clocks) -> None:
    clocks.go(3600 + BEAT_SECONDS)
    pulse.beat()
    clocks.go(BEAT_SECONDS)
    pulse.beat()
    assert pulse.trouble() == "the evaluator or its machine stood still for 3600 seconds"


def test_work_of_its_own_is_not_taken_for_standing_still(pulse: Pulse, clocks: Clocks) -> None:
    clocks.used += 59
    clocks.go(60)
    pulse.beat()
    assert pulse.trouble() == ""


@pytest.mark.parametrize("jump", [3600, -3600])
def test_a_clock_that_is_set_is_noticed_once(pulse: Pulse, clocks: Clocks, jump: float) -> None:
    clocks.go(BEAT_SECONDS, BEAT_SECONDS + jump)
    for _ in range(3):
        pulse.beat()
        clocks.go(BEAT_SECONDS)
    assert pulse.trouble() == f"the machine's clock was set by {jump:+.0f} seconds"
