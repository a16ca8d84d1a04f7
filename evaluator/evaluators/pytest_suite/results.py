"""Results of a suite: executed cases, and what a solution passes of those that the reference passes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from signal import SIGKILL, SIGXCPU

from evaluator.evaluators.pytest_suite.execution import SuiteEvent, SuiteExecution
from simulators.failures import Failure, FailureKind, NamedException
from simulators.runtime.printed_errors import is_own_code, printed_error
from simulators.runtime.processes.process import describe_exit


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
    that it had to fail, failed. `exception` is the type that the test or the import of its file raised.
    """

    id: str
    outcome: CaseOutcome
    failure: Failure | None = None
    seconds: float = 0.0
    details: str = ""
    controlled: bool = False
    exception: str = ""

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
    (negative: by a signal), `log` is what they printed, shortened. `tests_by_function` are the tests, without
    parameters, that executed a line of each function of `SuiteOptions.functions`.
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
    tests_by_function: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def count(self, outcomes: Iterable[CaseOutcome]) -> int:
        """Return the number of cases with one of `outcomes`."""
        wanted = frozenset(outcomes)
        return sum(case.outcome in wanted for case in self.cases)


def _rate(covered: int, all_: int) -> float | None:
    return covered / all_ if all_ else None


REPORTED = frozenset(CaseOutcome) - {CaseOutcome.TIMEOUT, CaseOutcome.NOT_RUN}
"""Outcomes that a test process may report; the others are the evaluator's."""


@dataclass
class _Group:
    """What one test process reported."""

    collected: list[str] = field(default_factory=list)
    reported: dict[str, SuiteCase] = field(default_factory=dict)
    running: str = ""
    is_done: bool = False
    status: int | None = None
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Reading:
    """Cases by id in the order in which they were collected, signs of tampering, exit statuses of the processes.

    `ends` are the failures of test processes that ended before they had collected or executed everything, by group;
    `failure` is that of the execution.
    """

    cases: Mapping[str, SuiteCase]
    ends: Mapping[int, Failure]
    failure: Failure | None
    tampering: tuple[str, ...]
    statuses: tuple[int, ...]
    is_complete: bool


def read(execution: SuiteExecution) -> Reading:
    """Return what the events of `execution` say."""
    groups = _groups(execution.events)
    cases: dict[str, SuiteCase] = {}
    for group in groups.values():
        for case in _cases(group, execution):
            cases.setdefault(case.id, case)
    return Reading(
        cases,
        {number: end_of(group.status, execution) for number, group in groups.items() if not group.is_done},
        execution.failure,
        tuple(problem for group in groups.values() for problem in group.problems),
        tuple(group.status for group in groups.values() if group.status is not None),
        execution.failure is None and all(group.is_done and not group.running for group in groups.values()),
    )


def _groups(events: tuple[SuiteEvent, ...]) -> dict[int, _Group]:
    groups: dict[int, _Group] = {}
    for event in events:
        if event.event not in ("ready", "finished", "coverage"):
            _take(groups.setdefault(event.group, _Group()), event)
    return groups


def _take(group: _Group, event: SuiteEvent) -> None:
    match event.event:
        case "collected":
            group.collected.append(event.id)
        case "collection_error":
            failure = Failure(FailureKind.COLLECTION_ERROR, event.summary, exception=raised_in(event))
            group.reported[event.id] = SuiteCase(
                event.id, CaseOutcome.ERROR, failure, details=event.text, exception=event.exception
            )
        case "start":
            group.running = event.id
        case "case":
            _take_case(group, event)
        case "done":
            group.is_done = True
        case "ended":
            group.status = event.status
        case "foreign":
            group.problems.append("the solution wrote to the channel of results")
        case "changed":
            group.problems.append(f"the solution changed {event.id}")


def _take_case(group: _Group, event: SuiteEvent) -> None:
    if event.id != group.running or event.id in group.reported:
        group.problems.append(f"a result was reported for {event.id}, which was not running")
        return
    group.running = ""
    outcome = CaseOutcome(event.outcome) if event.outcome in REPORTED else CaseOutcome.ERROR
    group.reported[event.id] = SuiteCase(
        event.id, outcome, _failure(outcome, event), event.seconds, event.text, exception=event.exception
    )


def _failure(outcome: CaseOutcome, event: SuiteEvent) -> Failure | None:
    if outcome in (*PASSING, CaseOutcome.SKIPPED, CaseOutcome.XFAILED):
        return None
    summary = event.summary or "the test failed without a message"
    if event.assertion:
        return Failure(FailureKind.EXPECTATION, summary)
    exception = raised_in(event)
    message = summary if exception is None else exception.words
    return Failure(FailureKind.TEST_ERROR, message, exception=exception)


LOCATION = re.compile(r"^(?P<file>[^\s:]+\.py):(?P<line>\d+): (?:\w|in )", re.MULTILINE)
"""Frame of a traceback as pytest prints it."""


def raised_in(event: SuiteEvent) -> NamedException | None:
    """Return the exception of a report with the last place in the solution's own code; None without one."""
    error = printed_error(event.summary)
    if error is None:
        return None
    frames = [match for match in LOCATION.finditer(event.text) if is_own_code(match["file"])]
    tests = event.id.partition("::")[0]
    own = [match for match in frames if match["file"] != tests and not match["file"].endswith("conftest.py")]
    place = f"{own[-1]['file']} line {own[-1]['line']}" if own else ""
    return NamedException(error.exception.title, place)


def _cases(group: _Group, execution: SuiteExecution) -> Iterator[SuiteCase]:
    """Yield the cases of a test process: reported ones, the one that was running at its end, those not reached."""
    order = dict.fromkeys([*(each for each in group.reported if each not in group.collected), *group.collected])
    for node_id in order:
        if node_id in group.reported:
            yield group.reported[node_id]
        elif node_id == group.running:
            yield _interrupted(node_id, group, execution)
        else:
            yield SuiteCase(node_id, CaseOutcome.NOT_RUN, _not_run(group, execution))


def _interrupted(node_id: str, group: _Group, execution: SuiteExecution) -> SuiteCase:
    if group.status is None and execution.timed_out and execution.failure is not None:
        return SuiteCase(node_id, CaseOutcome.TIMEOUT, execution.failure)
    return SuiteCase(node_id, CaseOutcome.ERROR, end_of(group.status, execution))


def _not_run(group: _Group, execution: SuiteExecution) -> Failure:
    if group.running:
        before = end_of(group.status, execution)
        return Failure(before.kind, f"not run: {before.message} in {group.running}", group.running)
    return end_of(group.status, execution)


def end_of(status: int | None, execution: SuiteExecution) -> Failure:
    """Return the failure of a test process that ended before its tests did."""
    if status is None:
        return execution.failure or Failure(FailureKind.PROCESS_EXITED, "the test process was not started")
    because = f"; {execution.exceeded}" if execution.exceeded else ""
    return Failure(_kind(status, execution), f"the test process ended {describe_exit(status)}{because}")


def _kind(status: int, execution: SuiteExecution) -> FailureKind:
    if status == -SIGXCPU or (status == -SIGKILL and execution.exceeded):
        return FailureKind.RESOURCE_LIMIT
    return FailureKind.PROCESS_KILLED if status == -SIGKILL else FailureKind.PROCESS_EXITED
