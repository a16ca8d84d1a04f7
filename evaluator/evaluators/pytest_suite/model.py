"""Result of executing one pytest suite against one set of files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from evaluator.model.failure import Failure


class CaseOutcome(StrEnum):
    """Outcome of a case in pytest's terms; `TIMEOUT` is the case that ran when the time was used up, `NOT_RUN` one that
    was not reached."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"
    XFAILED = "xfailed"
    XPASSED = "xpassed"
    TIMEOUT = "timeout"
    NOT_RUN = "not_run"


PASSING = frozenset({CaseOutcome.PASSED, CaseOutcome.XPASSED})


@dataclass(frozen=True)
class SuiteCase:
    """One case of a suite. `id` is pytest's node id, or the path of a file that could not be collected.

    `details` is the failure in full, with its traceback, shortened. `controlled` says that the same case, changed so
    that it had to fail, failed.
    """

    id: str
    outcome: CaseOutcome
    failure: Failure | None = None
    seconds: float = 0.0
    details: str = ""
    controlled: bool = False

    @property
    def passed(self) -> bool:
        return self.outcome is CaseOutcome.PASSED


@dataclass(frozen=True)
class FileCoverage:
    """Coverage of one source file by the suite."""

    statements: int
    covered_statements: int
    branches: int
    covered_branches: int


@dataclass(frozen=True)
class CodeCoverage:
    """Statement and branch coverage by file; a rate is None where there is nothing to cover."""

    files: Mapping[str, FileCoverage]

    @property
    def statement_rate(self) -> float | None:
        files = self.files.values()
        return _rate(sum(one.covered_statements for one in files), sum(one.statements for one in files))

    @property
    def branch_rate(self) -> float | None:
        files = self.files.values()
        return _rate(sum(one.covered_branches for one in files), sum(one.branches for one in files))


@dataclass(frozen=True)
class Inventory:
    """The cases that a suite has, in order, fixed by a trusted run against the reference.

    `controlled` are those whose control failed there, as it should: a pass of one of them counts only when its control
    fails again.
    """

    ids: tuple[str, ...]
    controlled: frozenset[str] = frozenset()

    @classmethod
    def of(cls, run: SuiteRun) -> Inventory:
        return cls(tuple(case.id for case in run.cases), frozenset(case.id for case in run.cases if case.controlled))


@dataclass(frozen=True)
class SuiteRun:
    """Cases of one suite, in the order of the inventory, else of execution.

    `is_complete` is False when a process ended or the time was used up before the last case. `tampering` says how the
    solution tried to change results; its cases are then errors. `infrastructure` is the failure of the evaluator, if
    any. `unexpected` are cases that the inventory does not have. `statuses` are exit statuses of test processes
    (negative: by a signal), `log` is what they printed, shortened.
    """

    suite: str
    cases: tuple[SuiteCase, ...]
    seconds: float = 0.0
    is_complete: bool = True
    tampering: tuple[str, ...] = ()
    infrastructure: Failure | None = None
    unexpected: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()
    coverage: CodeCoverage | None = None
    log: str = field(default="", compare=False)

    def count(self, outcomes: Iterable[CaseOutcome]) -> int:
        """Return the number of cases with one of `outcomes`."""
        wanted = frozenset(outcomes)
        return sum(case.outcome in wanted for case in self.cases)


def _rate(covered: int, all_: int) -> float | None:
    return covered / all_ if all_ else None
