"""RAL-Bench: functional quality, and quality beyond it relative to the reference project (docs/ralbench.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.interface import Benchmark, Summary
from evaluator.benchmarks.ralbench.measures import STATIC, RalCost, RalStatic, RalSuite
from evaluator.benchmarks.ralbench.results import FUNCTIONAL, ROBUSTNESS, rank_stabilities, summary_metrics
from evaluator.benchmarks.ralbench.scores import Dimension
from evaluator.evaluators.interface import Evaluator
from evaluator.model.result import AttemptResult
from evaluator.strategies import DirectCode, Strategy
from evaluator.strategies.guided import GUIDED
from missions.mission import Mission

ACCEPTANCE = "acceptance"
"""Suite that measures the function of missions without a functional suite: the project's own libraries."""

INPUT_SETS: Mapping[str, tuple[str, ...]] = {
    "requirement": ("prompt",),
    "specification": ("prompt", "specification"),
}


class RalBench(Benchmark):
    """Libraries built from a requirement: F from the functional suite, NF from five dimensions of quality."""

    name = "ralbench"
    input_sets = INPUT_SETS
    strategies: Mapping[str, Strategy] = {
        "direct": DirectCode(),
        **GUIDED,
    }

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        functional = FUNCTIONAL if mission.suite(FUNCTIONAL) is not None else ACCEPTANCE
        return (
            RalSuite(FUNCTIONAL, functional),
            RalSuite(ROBUSTNESS, ROBUSTNESS),
            RalCost(Dimension.EFFICIENCY),
            RalCost(Dimension.RESOURCES),
            RalStatic(STATIC),
        )

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the scores."""
        return summary_metrics(results)

    def across(self, summaries: Sequence[Summary]) -> Mapping[str, float | None]:
        """Return how well the agents' ranks by NF agree with those by other weightings."""
        return rank_stabilities([summary.metrics for summary in summaries])
