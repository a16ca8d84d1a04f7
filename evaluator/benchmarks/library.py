"""Benchmark ``library``: Python packages measured by the missions' pytest suites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.interface import Benchmark
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.pytest_suite import PytestSuite
from evaluator.evaluators.static_analysis.evaluator import StaticMeasures
from evaluator.model.result import AttemptResult
from evaluator.strategies import DirectCode, Strategy
from evaluator.strategies.file_by_file import DESIGNS, FILE_BY_FILE
from evaluator.strategies.guided import GUIDED
from missions.mission import Mission

INPUT_SETS: Mapping[str, tuple[str, ...]] = {
    "specification": ("prompt", "specification"),
    "prompt": ("prompt",),
    "checklist": ("prompt", "checklist"),
    "skeleton": ("prompt", "skeleton"),
    "design": ("prompt", "prd", "uml_class", "uml_sequence", "architecture"),
    **DESIGNS,
}


class Library(Benchmark):
    """Libraries built from documents and measured by the mission's suites; one evaluator per suite."""

    name = "library"
    input_sets = INPUT_SETS
    strategies: Mapping[str, Strategy] = {"direct": DirectCode(), **GUIDED, **FILE_BY_FILE}

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        suites = [PytestSuite(suite.name, coverage=suite.name == "unit") for suite in mission.suites]
        return (*suites, StaticMeasures(packages={mission.id: mission.package}))

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the share of passed cases by suite, and that of attempts that passed every case; None without any."""
        found = [evaluation for result in results for evaluation in result.evaluations.values() if evaluation.cases]
        names = dict.fromkeys(evaluation.evaluator for evaluation in found)
        rates: dict[str, float | None] = {}
        for name in names:
            own = [evaluation for evaluation in found if evaluation.evaluator == name]
            rates[f"{name}_pass_rate"] = _share(sum(one.passed for one in own), sum(one.total for one in own))
        measured = [result for result in results if result.total]
        rates["complete"] = _share(sum(result.passed == result.total for result in measured), len(measured))
        return rates


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
