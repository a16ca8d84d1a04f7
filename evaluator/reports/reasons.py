"""Causes of the cases that did not pass, grouped by the exception that they name: those that cost most first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from evaluator.model.result import AttemptResult
from evaluator.runs.results.results import Results, one_attempt_per_mission
from simulators.failures import NamedException

MAX_LINES = 20
"""Maximum lines of reasons on a terminal; the report has all of them."""

MAX_NAMES = 6
"""Maximum number of cases named for one cause."""

NO_CAUSE = frozenset({Outcome.SKIPPED, Outcome.BLOCKED, Outcome.MISSION_DEFECT})
"""Outcomes that follow from another case or from the mission; warnings name the defects of missions."""


@dataclass
class Cause:
    """A cause: outcome, exception or first line of its first case's failure, further lines of it, names of all cases.

    `followers` counts the cases that were lost because one of these did not pass. `attempt` (its position in the
    results) and `case` are those of the first one.
    """

    outcome: Outcome
    title: str
    details: tuple[str, ...] = ()
    cases: list[str] = field(default_factory=list)
    followers: int = 0
    attempt: int = 0
    case: str = RUNNABLE
    exception: NamedException | None = None

    @property
    def lost(self) -> int:
        """Number of cases that did not pass because of it."""
        return len(self.cases) + self.followers

    @property
    def wanted(self) -> str:
        """Text that the reasons of its cases contain."""
        return self.exception.title if self.exception else self.title

    @property
    def heading(self) -> str:
        times = f"{len(self.cases)} × " if len(self.cases) > 1 else ""
        return f"{times}{self.outcome.value.replace('_', ' ')}: {self.title}"

    @property
    def named(self) -> str:
        """Return the cases' names, and the number of those that are lost with them."""
        names = ", ".join(self.cases[:MAX_NAMES])
        more = f" and {len(self.cases) - MAX_NAMES} more" if len(self.cases) > MAX_NAMES else ""
        return f"{names}{more}; costs {self.lost} cases" if self.followers else f"{names}{more}"


def causes_of(results: Results) -> list[Cause]:
    """Return the causes of a run, those that cost most cases first."""
    found: dict[tuple[str, ...], Cause] = {}
    short = one_attempt_per_mission(results)
    for number, result in enumerate(results.attempts):
        name = result.attempt.mission if short else result.attempt.label
        followers = _followers(result)
        for case in _failed(result):
            cause = found.setdefault(_key(case), _cause(number, case))
            cause.cases.append(name if case.id == RUNNABLE else f"{name} {case.id}")
            cause.followers += followers[case.id]
    return sorted(found.values(), key=lambda cause: -cause.lost)


def _key(case: Case) -> tuple[str, ...]:
    """Return what cases of one cause have in common: type and place of an exception, without the values in its
    message; else outcome and first line of the reason."""
    exception = case.failure.exception if case.failure else None
    if exception is not None:
        return (exception.type, exception.place) if exception.place else (exception.title,)
    return case.outcome.value, _title(case)


def _title(case: Case) -> str:
    return (case.reason or "no reason was recorded").splitlines()[0]


def _cause(number: int, case: Case) -> Cause:
    exception = case.failure.exception if case.failure else None
    details = tuple(case.reason.splitlines()[1:])
    return Cause(case.outcome, _title(case), details, attempt=number, case=case.id, exception=exception)


def _failed(result: AttemptResult) -> Iterator[Case]:
    """Yield the cases with a cause of their own; one for all when the project did not start."""
    if _is_not_runnable(result):
        yield from (case for case in result.cases if case.id == RUNNABLE)
        return
    failed = {case.id for case in result.cases if _has_cause(case)}
    yield from (case for case in result.cases if case.id in failed and not _origin(case, failed))


def _followers(result: AttemptResult) -> Counter[str]:
    """Return the number of cases that were lost with each one."""
    if _is_not_runnable(result):
        return Counter({RUNNABLE: sum(not case.is_mission_defect for case in result.cases) - 1})
    failed = {case.id for case in result.cases if _has_cause(case)}
    lost = (case for case in result.cases if case.outcome is Outcome.BLOCKED or case.id in failed)
    return Counter(origin for case in lost if (origin := _origin(case, failed)))


def _is_not_runnable(result: AttemptResult) -> bool:
    runnable = result.case(RUNNABLE)
    return runnable is not None and not runnable.passed


def _has_cause(case: Case) -> bool:
    return not case.passed and case.outcome not in NO_CAUSE


def _origin(case: Case, failed: Collection[str]) -> str:
    """Return the one of the `failed` cases that this one follows from; empty without one."""
    return case.caused_by if case.caused_by in failed and case.caused_by != case.id else ""


def shown_causes(causes: Sequence[Cause], most: int = MAX_LINES) -> tuple[list[tuple[Cause, tuple[str, ...]]], int]:
    """Return the causes that fit into `most` lines, each with the lines below its heading, and how many are left out.

    Every cause has a heading and a line with its cases; details use the lines that remain.
    """
    shown = list(causes[: most // 2])
    free = most - 2 * len(shown)
    lines = []
    for cause in shown:
        details = cause.details[:free]
        free -= len(details)
        lines.append((cause, (cause.named, *details)))
    return lines, len(causes) - len(shown)
