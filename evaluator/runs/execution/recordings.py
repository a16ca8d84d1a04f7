"""What a run takes from recordings: their level and mode are their own, whatever else is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evaluator.agents.interface import Agent
from evaluator.benchmarks import Benchmark
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.runs.folder.request import RunRequest


def recordings_of(agent: Agent, request: RunRequest, benchmark: Benchmark) -> Mapping[str, Recording]:
    """The recordings by name; none of an agent that builds anew. Raises `UsageError` when they contradict what was
    asked for."""
    usual = request.input[0] if len(request.input) == 1 else next(iter(benchmark.input_sets))
    found = agent.recordings(usual)
    if found is None:
        return {}
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
    inputs, strategies = " ".join(request.input), " ".join(request.strategy)
    for name, recording in found.items():
        if request.input and recording.input_set not in request.input:
            yield f"--input {inputs}: recorded run {name} has input {recording.input_set}"
        if request.strategy and recording.strategy not in request.strategy:
            yield f"--strategy {strategies}: recorded run {name} has strategy {recording.strategy}"
