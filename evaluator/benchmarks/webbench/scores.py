"""Published figures: how far an agent gets without a failed task.

A task is passed by a try after which all tests until it pass. The task `INIT` is not counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evaluator.benchmarks.webbench.evaluator import PLAYWRIGHT, TASKS
from evaluator.benchmarks.webbench.repository import INIT
from evaluator.model.evaluation import Evaluation
from evaluator.model.result import AttemptResult, StageOutcome

TRIES = 2
"""Tries of a task, as published."""


@dataclass(frozen=True)
class Progress:
    """Tries by task in order, of one attempt; `tasks` is the number of tasks of the project."""

    tasks: int
    tries: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)

    def pass_at(self, tries: int) -> float:
        """Return the share of tasks before the first one that no one of the first `tries` passed, in percent."""
        passed = [any(each[:tries]) for each in self.tries.values()]
        done = passed.index(False) if False in passed else self.tasks if len(passed) == self.tasks else len(passed)
        return 100 * done / self.tasks

    def error_at_1(self) -> float:
        """Return the share of tasks whose first try failed, in percent; tasks that were not reached have no try."""
        return 100 * sum(not each[0] for each in self.tries.values()) / self.tasks


def progress_of(result: AttemptResult) -> Progress | None:
    """Return the progress of an attempt; None where tasks were not asked for one by one."""
    every = [result.evaluations, *(stage.evaluations for stage in result.stages)]
    tasks = next((int(each[PLAYWRIGHT].measure(TASKS) or 0) for each in every if PLAYWRIGHT in each), 0)
    tries: dict[str, tuple[bool, ...]] = {}
    for stage in result.stages:
        if PLAYWRIGHT in stage.summary.evaluators and stage.summary.name != INIT:
            tries[stage.summary.name] = (*tries.get(stage.summary.name, ()), has_passed(stage))
    return Progress(tasks, tries) if tasks and tries else None


def has_passed(stage: StageOutcome) -> bool:
    """Return True for a try after which all tests pass."""
    evaluation = stage.evaluations.get(PLAYWRIGHT)
    return not stage.summary.failure and evaluation is not None and all_passed(evaluation)


def all_passed(evaluation: Evaluation) -> bool:
    """Return True where every test passed or is skipped by its author."""
    return bool(evaluation.cases) and all(case.failure is None for case in evaluation.cases)


def regressions(result: AttemptResult) -> int:
    """Return how many times a test does not pass that passed after the stage before."""
    before: frozenset[str] = frozenset()
    found = 0
    for stage in result.stages:
        cases = stage.evaluations.get(PLAYWRIGHT, Evaluation(PLAYWRIGHT)).cases
        found += sum(case.id in before and not case.passed for case in cases)
        before = frozenset(case.id for case in cases if case.passed)
    return found


def metrics(results: Sequence[AttemptResult]) -> dict[str, float | None]:
    """Return the means over attempts; None where no attempt has the figure."""
    every = [progress for result in results if (progress := progress_of(result)) is not None]
    if not every:
        return dict.fromkeys(("pass@1", "pass@2", "error@1", "regressions"))
    count = len(every)
    return {
        **{f"pass@{tries}": sum(each.pass_at(tries) for each in every) / count for tries in (1, TRIES)},
        "error@1": sum(each.error_at_1() for each in every) / count,
        "regressions": sum(map(regressions, results)) / count,
    }
