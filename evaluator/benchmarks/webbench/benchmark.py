"""Web-Bench: twenty requests in a row to one website, all tests until now after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.webbench.evaluator import PlaywrightTests
from evaluator.benchmarks.webbench.scores import metrics
from evaluator.benchmarks.webbench.strategies import AtOnce, Sequential
from evaluator.evaluators.interface import Evaluator
from evaluator.model.result import AttemptResult
from evaluator.strategies import Strategy
from missions.mission import Mission


class WebBench(Benchmark):
    """Websites that grow: pass@1, pass@2 and error@1 as published."""

    name = "webbench"
    input_sets: Mapping[str, tuple[str, ...]] = {"requests": ("prompt",)}
    strategies: Mapping[str, Strategy] = {"sequential": Sequential(), "at-once": AtOnce()}

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (PlaywrightTests(),)

    def stage_evaluators(self, mission: Mission, stage: str) -> Sequence[Evaluator]:
        return (PlaywrightTests(until=stage),)

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the published figures; the counts beside them are those of final states."""
        return metrics(results)
