"""Values of the reference solution beside those of the evaluated one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.model.evaluation import Measure
from evaluator.model.generation import Solution


def with_reference_values(
    evaluator: Evaluator, measures: Sequence[Measure], solution: Solution, workbench: Workbench
) -> tuple[Measure, ...]:
    """Return the measures with the reference's values, except where the solution is the reference itself."""
    reference = workbench.reference()
    if reference is None or dict(reference.files) == dict(solution.files):
        return tuple(measures)
    baseline = workbench.baseline(evaluator)
    return tuple(replace(one, reference=baseline.measure(one.name) if baseline else None) for one in measures)
