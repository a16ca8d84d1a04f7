"""What a run takes from recordings: their level and mode are their own, whatever else is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evaluator.agents import Agent
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.runs.folder.request import RunRequest
from missions.mission import Level


def recordings_of(agent: Agent, request: RunRequest) -> Mapping[str, Recording]:
    """The recordings by name; none of an agent that builds anew. Raises `UsageError` when they contradict what was
    asked for."""
    recorded = getattr(agent, "recorded", None)
    if recorded is None:
        return {}
    usual = Level(request.level[0]) if len(request.level) == 1 else Level.PROMPT
    found: Mapping[str, Recording] = recorded(usual)
    if request.samples > 1:
        raise UsageError(
            f"--samples {request.samples}: a recording is not made anew; leave the option out: every recorded run in "
            "the folder counts by itself, under its name"
        )
    wrong = list(_contradictions(request, found))
    if wrong:
        raise UsageError(
            f"{'; '.join(wrong[:5])}{f'; and {len(wrong) - 5} more' if len(wrong) > 5 else ''}. Leave the option out, "
            "since recorded runs say themselves what they are, or name the folder of those that are meant"
        )
    return found


def _contradictions(request: RunRequest, found: Mapping[str, Recording]) -> Iterator[str]:
    levels, modes = " ".join(map(str, request.level)), " ".join(request.mode)
    for name, recording in found.items():
        if request.level and recording.level not in request.level:
            yield f"--level {levels}: recorded run {name} is level {int(recording.level)}"
        if request.mode and recording.mode not in request.mode:
            yield f"--mode {modes}: recorded run {name} is {recording.mode.value}"
