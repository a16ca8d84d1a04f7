"""Python interface of ProjectEval: check a project, run a benchmark, read runs as typed objects or pandas frames.

    import projecteval

    run = projecteval.check("my-site", mission="trip-splitter")
    assert run.all_passed, run.reasons

Everything documented is importable from here. Names are loaded when they are used: the import itself is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evaluator.model.errors import EvaluatorError, UsageError
    from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
    from evaluator.model.result import Attempt, AttemptResult
    from evaluator.model.statistics import Mean
    from evaluator.reports.comparison import Comparison
    from evaluator.reports.formats import ReportFormat
    from evaluator.reports.schemas import json_schema
    from evaluator.runs.results.results import AttemptGroup
    from projecteval.commands import check, run
    from projecteval.loading import EvaluatedRun, compare, load
    from simulators.evidence import TraceEntry
    from simulators.failures import Failure, FailureKind

PLACES = {
    "Attempt": "evaluator.model.result",
    "AttemptGroup": "evaluator.runs.results.results",
    "AttemptResult": "evaluator.model.result",
    "Case": "evaluator.model.evaluation",
    "Comparison": "evaluator.reports.comparison",
    "EvaluatedRun": "projecteval.loading",
    "Evaluation": "evaluator.model.evaluation",
    "EvaluatorError": "evaluator.model.errors",
    "Failure": "simulators.failures",
    "FailureKind": "simulators.failures",
    "Mean": "evaluator.model.statistics",
    "Measure": "evaluator.model.evaluation",
    "Outcome": "evaluator.model.evaluation",
    "ReportFormat": "evaluator.reports.formats",
    "TraceEntry": "simulators.evidence",
    "UsageError": "evaluator.model.errors",
    "check": "projecteval.commands",
    "compare": "projecteval.loading",
    "json_schema": "evaluator.reports.schemas",
    "load": "projecteval.loading",
    "run": "projecteval.commands",
}
"""Name → module that defines it."""

__all__ = [
    "Attempt",
    "AttemptGroup",
    "AttemptResult",
    "Case",
    "Comparison",
    "EvaluatedRun",
    "Evaluation",
    "EvaluatorError",
    "Failure",
    "FailureKind",
    "Mean",
    "Measure",
    "Outcome",
    "ReportFormat",
    "TraceEntry",
    "UsageError",
    "check",
    "compare",
    "json_schema",
    "load",
    "run",
]


def __getattr__(name: str) -> object:
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    found: object = getattr(import_module(PLACES[name]), name)
    return found


def __dir__() -> list[str]:
    return __all__
