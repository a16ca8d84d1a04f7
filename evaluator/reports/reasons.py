"""Causes of the cases that did not pass, each once with its number of cases, most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from evaluator.model.result import AttemptResult
from evaluator.runs.results.results import Results, one_attempt_per_mission

MAX_LINES = 20
"""Maximum lines of reasons on a terminal; the report has all of them."""

MAX_NAMES = 6
"""Maximum number of cases named for one cause."""

NO_CAUSE = frozenset({Outcome.SKIPPED, Outcome.BLOCKED, Outcome.MISSION_DEFECT})
"""Outcomes that follow from another case or from the mission; warnings name the defects of missions."""


@dataclass
class Cause:
    """A cause: outcome, first line of its cases' failures, further lines of the first case, names of all.

    `blocked` counts the cases that were not tried because one of these did not pass.
    """

    outcome: Outcome
    title: str
    reason: str
    details: tuple[str, ...] = ()
    cases: list[str] = field(default_factory=list)
    blocked: int = 0

    @property
    def heading(self) -> str:
        times = f"{len(self.cases)} × " if len(self.cases) > 1 else ""
        return f"{times}{self.outcome.value.replace('_', ' ')}: {self.title}"

    @property
    def named(self) -> str:
        """Return the cases' names, and the number of those that are blocked by them."""
        names = ", ".join(self.cases[:MAX_NAMES])
        more = f" and {len(self.cases) - MAX_NAMES} more" if len(self.cases) > MAX_NAMES else ""
        blocks = f"; {self.blocked} {'case is' if self.blocked == 1 else 'cases are'} blocked by it"
        return f"{names}{more}{blocks if self.blocked else ''}"


def causes_of(results: Results) -> list[Cause]:
    """Return the causes of a run, those of most cases first."""
    found: dict[tuple[Outcome, str], Cause] = {}
    short = one_attempt_per_mission(results)
    for result in results.attempts:
        name = result.attempt.mission if short else result.attempt.label
        blocked = Counter(case.caused_by for case in result.cases if case.outcome is Outcome.BLOCKED)
        for case in _failed(result):
            reason, *details = (case.reason or "no reason was recorded").splitlines() or [""]
            title = reason + (f" (follows from {case.caused_by})" if case.caused_by else "")
            cause = found.setdefault((case.outcome, title), Cause(case.outcome, title, reason, tuple(details)))
            cause.cases.append(name if case.id == RUNNABLE else f"{name} {case.id}")
            cause.blocked += blocked[case.id]
    return sorted(found.values(), key=lambda cause: -len(cause.cases) - cause.blocked)


def _failed(result: AttemptResult) -> Iterator[Case]:
    """Yield the cases with a cause of their own; one for all when the project did not start."""
    runnable = result.case(RUNNABLE)
    if runnable is not None and not runnable.passed:
        yield runnable
        return
    for case in result.cases:
        if not case.passed and case.outcome not in NO_CAUSE:
            yield case


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
