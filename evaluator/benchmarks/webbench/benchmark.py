"""Web-Bench: twenty requests in a row to one website, all tests until now after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.interface import Benchmark, Summary
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

    def summarize(self, results: Sequence[AttemptResult]) -> Summary:
        """Return counts of the tests of final states, and the published figures; `runnable`: a test passed."""
        return Summary(
            passed=sum(result.passed for result in results),
            total=sum(result.total for result in results),
            runnable=sum(result.passed > 0 for result in results),
            metrics=metrics(results),
        )
