"""Benchmark ``projecteval``: simulated use, and similarity to the reference (ProjectEval paper, sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evaluator.benchmarks.interface import Benchmark, Summary
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.similarity.evaluator import Similarity
from evaluator.evaluators.similarity.model import mean_similarity
from evaluator.evaluators.simulated_use.evaluator import SimulatedUse
from evaluator.model.errors import UsageError
from evaluator.model.evaluation import RUNNABLE
from evaluator.model.result import Attempt, AttemptResult
from evaluator.strategies import Cascade, Direct, Growing, GrowingFromReference, Strategy
from evaluator.strategies.file_by_file import DESIGNS, FILE_BY_FILE
from missions.mission import Mission

INPUT_SETS: Mapping[str, tuple[str, ...]] = {
    "level-1": ("prompt",),
    "level-2": ("prompt", "checklist"),
    "level-3": ("prompt", "skeleton"),
    **DESIGNS,
}
LAST_LEVEL = "level-3"


class ProjectEval(Benchmark):
    """Missions at three levels (prompt, checklist, skeleton), built in two modes (direct, cascade) or grown."""

    name = "projecteval"
    input_sets = INPUT_SETS
    strategies: Mapping[str, Strategy] = {
        **{each.name: each for each in (Direct(), Cascade(), Growing(), GrowingFromReference())},
        **FILE_BY_FILE,
    }

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (SimulatedUse(), Similarity())

    def summarize(self, results: Sequence[AttemptResult]) -> Summary:
        return replace(super().summarize(results), similarity=mean_similarity(results))

    def is_runnable(self, result: AttemptResult) -> bool:
        """Return True when the project started."""
        return result.has_passed(RUNNABLE)

    def combinations(self, input_sets: Sequence[str], strategies: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Level 3 has one step only: cascade equals direct there and is not repeated. Raises `UsageError`."""
        if set(input_sets) == {LAST_LEVEL} and set(strategies) == {"cascade"}:
            raise UsageError("--level 3 --mode cascade: level 3 is a single step; use --mode direct, or another level")
        pairs = super().combinations(input_sets, strategies)
        once = ((level, "direct" if (level, mode) == (LAST_LEVEL, "cascade") else mode) for level, mode in pairs)
        return tuple(dict.fromkeys(once))

    def labels(self, attempt: Attempt) -> Mapping[str, object]:
        if attempt.input_set in DESIGNS:
            return {"input": attempt.input_set, "mode": attempt.strategy}
        return {"level": int(attempt.input_set.removeprefix("level-")), "mode": attempt.strategy}
