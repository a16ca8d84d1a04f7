"""Recorded runs as attempts of a run: each has its own level and mode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evaluator.agents import Agent
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.runs.folder.request import RunRequest
from missions.mission import Level


def recordings_of(agent: Agent, request: RunRequest) -> Mapping[str, Recording]:
    """Return the recordings of `agent` by name, none for agents that build. Raises `UsageError` when they contradict
    the request."""
    recorded = getattr(agent, "recorded", None)
    if recorded is None:
        return {}
    usual = Level(request.level[0]) if len(request.level) == 1 else Level.PROMPT
    found: Mapping[str, Recording] = recorded(usual)
    if request.samples > 1:
        raise UsageError(
            f"--samples {request.samples}: recorded runs cannot be sampled; leave the option out: every recorded run "
            "in the folder is one attempt per mission, under its own name"
        )
    wrong = list(_contradictions(request, found))
    if wrong:
        raise UsageError(
            f"{'; '.join(wrong[:5])}{f'; and {len(wrong) - 5} more' if len(wrong) > 5 else ''}. Leave the option "
            "out (recorded runs state their own level and mode), or name a folder that holds the wanted runs only"
        )
    return found


def _contradictions(request: RunRequest, found: Mapping[str, Recording]) -> Iterator[str]:
    levels, modes = " ".join(map(str, request.level)), " ".join(request.mode)
    for name, recording in found.items():
        if request.level and recording.level not in request.level:
            yield f"--level {levels}: recorded run {name} is level {int(recording.level)}"
        if request.mode and recording.mode not in request.mode:
            yield f"--mode {modes}: recorded run {name} is {recording.mode.value}"
