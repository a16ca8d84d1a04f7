"""Execution of a suite on mutants of the code that it tests: the share of them that it notices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evaluator.evaluators.pytest_suite.results import PASSING, SuiteRun
from evaluator.evaluators.pytest_suite.run import OpenBox, SuiteOptions, run_suite
from evaluator.quality import mutations_of, sample_of
from missions.project_files import Files
from missions.reference import Suite

MAX_MUTANTS = 12
"""Mutants that one suite is executed on, drawn from all operators in turn."""

MUTANT_SECONDS = 10.0
"""Seconds of one execution on a mutant, at least; else several times what the unchanged code took."""


def passing(run: SuiteRun) -> frozenset[str]:
    """Return the ids of the cases that pass."""
    return frozenset(case.id for case in run.cases if case.outcome in PASSING)


@dataclass(frozen=True)
class SuiteOnMutants:
    """A suite whose tests may be anyone's, on trusted code and on changes of it; `opened` opens a sandbox."""

    suite: Suite
    opened: OpenBox

    def run(self, code: Files, *, coverage: tuple[str, ...] = (), seconds: float | None = None) -> SuiteRun:
        """Execute the suite on `code`, with the suite's limit of time unless another one is given."""
        suite = self.suite if seconds is None else replace(self.suite, seconds=seconds)
        return run_suite(suite, code, self.opened, SuiteOptions(controls=False, coverage=coverage))

    def mutation_score(self, run: SuiteRun, code: Files, number: int) -> float:
        """Return the share of mutants on which a test fails that passes in `run`, which was on the code itself.

        That is executed once more among its mutants: a suite of tests that pass by time or chance has score 0.
        """
        before = passing(run)
        mutants = sample_of(mutations_of({path: code[path] for path in code if path.endswith(".py")}), number, 0)
        if not before or not mutants:
            return 0.0
        limit = max(MUTANT_SECONDS, 3 * run.seconds)
        middle = len(mutants) // 2
        noticed = 0
        for position, mutant in enumerate(mutants):
            if position == middle and before - passing(self.run(code)):
                return 0.0
            noticed += bool(before - passing(self.run(mutant.applied(code), seconds=limit)))
        return noticed / len(mutants)
