"""Recorded runs as attempts of a run: each has its own input set and strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from evaluator.agents.interface import Agent
from evaluator.benchmarks.interface import Benchmark
from evaluator.model.errors import UsageError
from evaluator.model.result import Recording
from evaluator.runs.folder.request import RunRequest


def recordings_of(agent: Agent, request: RunRequest, benchmark: Benchmark) -> Mapping[str, Recording]:
    """Return the recordings of `agent` by name, none for agents that build. Raises `UsageError` when they contradict
    the request."""
    usual = request.input[0] if len(request.input) == 1 else next(iter(benchmark.input_sets))
    found = agent.recordings(usual)
    if found is None:
        return {}
    if request.samples > 1:
        raise UsageError(
            f"--samples {request.samples}: recorded runs cannot be sampled; leave the option out: every recorded run "
            "in the folder is one attempt per mission, under its own name"
        )
    wrong = list(_contradictions(request, found))
    if wrong:
        raise UsageError(
            f"{'; '.join(wrong[:5])}{f'; and {len(wrong) - 5} more' if len(wrong) > 5 else ''}. Leave the option "
            "out (recorded runs state their own), or name a folder that holds the wanted runs only"
        )
    return found


def _contradictions(request: RunRequest, found: Mapping[str, Recording]) -> Iterator[str]:
    inputs, strategies = " ".join(request.input), " ".join(request.strategy)
    for name, recording in found.items():
        if request.input and recording.input_set not in request.input:
            yield f"--input {inputs}: recorded run {name} has input {recording.input_set}"
        if request.strategy and recording.strategy not in request.strategy:
            yield f"--strategy {strategies}: recorded run {name} has strategy {recording.strategy}"
