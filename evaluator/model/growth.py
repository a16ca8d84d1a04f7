"""Growth of a project: what each stage of an attempt passed, broke and repaired, compared with the stage before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.model.evaluation import Case, Outcome
from evaluator.model.result import StageOutcome

CaseKey = tuple[str, str, str]
"""Evaluator, case, and the stage that began or changed it."""


@dataclass(frozen=True)
class StageGrowth:
    """One evaluated stage, named `name`. `broken` are cases that passed after the stage before and do not now
    (regressions), `repaired` the reverse; cases that the stage began or changed are neither. `new` are those. `done` is
    the number of tasks that are done: stages of which all cases pass now. Several tries have one name."""

    folder: str
    name: str
    passed: int
    total: int
    new: int
    new_passed: int
    broken: tuple[str, ...]
    repaired: tuple[str, ...]
    done: int


def growth_of(stages: Sequence[StageOutcome]) -> tuple[StageGrowth, ...]:
    """Return the growth of every stage that was evaluated with cases, in order."""
    return tuple(_growth(stages))


def _growth(stages: Sequence[StageOutcome]) -> Iterator[StageGrowth]:
    before: dict[CaseKey, Case] = {}
    tasks: dict[CaseKey, str] = {}
    for stage in stages:
        cases = {
            (name, case.id, case.since): case
            for name, evaluation in stage.evaluations.items()
            for case in evaluation.cases
            if not case.is_mission_defect
        }
        if not cases:
            continue
        new = {key: case for key, case in cases.items() if key not in before}
        kept = {key: case for key, case in cases.items() if key in before}
        names = {case.id for case in new.values()}
        tasks |= dict.fromkeys(cases.keys() - tasks.keys(), stage.summary.name)
        yield StageGrowth(
            stage.summary.folder,
            stage.summary.name,
            sum(case.passed for case in cases.values()),
            len(cases),
            len(new),
            sum(case.passed for case in new.values()),
            tuple(case.id for key, case in kept.items() if before[key].passed and _is_broken(case, names)),
            tuple(case.id for key, case in kept.items() if case.passed and not before[key].passed),
            len({tasks[key] for key in cases} - {tasks[key] for key, case in cases.items() if not case.passed}),
        )
        before = cases


def _is_broken(case: Case, new: set[str]) -> bool:
    """Return False for a case that passed, and for one that only waits for a new one which did not pass."""
    return not case.passed and not (case.outcome is Outcome.BLOCKED and case.caused_by in new)
