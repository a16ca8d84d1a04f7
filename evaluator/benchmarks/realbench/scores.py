"""Figures of the RealBench paper: unbiased estimates per component, averaged over tasks, levels of size, and levels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluator.model.evaluation import Outcome
from evaluator.model.result import AttemptResult
from evaluator.model.statistics import mean_pass_at_k


class SizeLevel(StrEnum):
    """Level of a mission by the lines of its reference."""

    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"


BOUNDS: Mapping[SizeLevel, float] = {
    SizeLevel.L1: 500,
    SizeLevel.L2: 1_000,
    SizeLevel.L3: 2_000,
    SizeLevel.L4: math.inf,
}
"""Lines below which a mission belongs to the level."""

LEVEL = "size_level"
"""Label of an evaluation with the level."""


def level_of(lines: int) -> SizeLevel:
    """Return the level of a reference with this many lines."""
    return next(level for level, bound in BOUNDS.items() if lines < bound)


@dataclass(frozen=True)
class TaskCounts:
    """Samples of one mission, input set and strategy: for each component the number evaluated and the number passed."""

    level: str
    components: Mapping[str, tuple[int, int]]

    def at(self, k: int) -> float:
        """Return the mean over components of the estimate for `k` samples; NaN where one has fewer samples."""
        return mean_pass_at_k(list(self.components.values()), k)


def counts_of(results: Iterable[AttemptResult], evaluator: str) -> tuple[TaskCounts, ...]:
    """Return the counts of each mission, input set and strategy; infrastructure failures are no samples."""
    found: dict[tuple[str, str, str], dict[str, tuple[int, int]]] = {}
    levels: dict[str, str] = {}
    for result in results:
        evaluation, attempt = result.evaluations.get(evaluator), result.attempt
        if evaluation is None or not evaluation.cases:
            continue
        levels[attempt.mission] = evaluation.labels.get(LEVEL, "")
        counts = found.setdefault((attempt.mission, attempt.input_set, attempt.strategy), {})
        for case in evaluation.cases:
            samples, passed = counts.get(case.id, (0, 0))
            counts[case.id] = samples + (case.outcome is not Outcome.INFRASTRUCTURE), passed + case.passed
    return tuple(TaskCounts(levels[mission], counts) for (mission, _, _), counts in found.items())


def by_level(tasks: Sequence[TaskCounts], k: int) -> dict[str, float | None]:
    """Return the mean over tasks of each level that has some."""
    levels = sorted({task.level for task in tasks})
    return {level: _mean([task.at(k) for task in tasks if task.level == level]) for level in levels}


def over_levels(tasks: Sequence[TaskCounts], k: int) -> float | None:
    """Return the mean of the levels, unweighted, as in the paper; None where one is undefined or there is none."""
    values = list(by_level(tasks, k).values())
    known = [value for value in values if value is not None]
    return _mean(known) if len(known) == len(values) else None


def _mean(values: Sequence[float]) -> float | None:
    value = math.fsum(values) / len(values) if values else math.nan
    return None if math.isnan(value) else value


def shares(numbers: Mapping[str, float]) -> dict[str, float]:
    """Return each number as a part of all, the greatest first."""
    total = sum(numbers.values())
    return {name: number / total for name, number in Counter(numbers).most_common()} if total else {}
