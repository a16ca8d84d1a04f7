"""Maximum seconds of the parts of simulated use, by the limits of the mission and the runtime."""

from __future__ import annotations

from evaluator.evaluators.simulated_use.sessions import GRACE_SECONDS
from missions.mission import Mission
from simulators.runtime.requirements.layers import PIP_SECONDS

STEPS_OF_A_START = 3
"""Programs run in sequence by the start of a website, each within the limit of the start."""


def seconds_to_start(mission: Mission) -> float:
    """Return the maximum seconds for installing requirements and starting the project."""
    return STEPS_OF_A_START * mission.limits.start + (PIP_SECONDS if mission.extra_packages else 0.0)


def seconds_to_play(mission: Mission) -> float:
    """Return the maximum seconds of a testcode, with the opening of its session."""
    return mission.limits.start + mission.limits.testcode + GRACE_SECONDS
