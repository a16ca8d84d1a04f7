"""What became of a testcode, and of all testcodes of one attempt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from simulators.failures import FailureKind
from simulators.trace import Step

RUNNABLE = "runnable"
"""The id of the testcase that every mission has besides its testcodes: the project starts."""


class Verdict(StrEnum):
    """The closed set of what can become of a testcode."""

    PASSED = "passed"
    FAILED = "failed"
    TIMEOUT = "timeout"
    BLOCKED = "blocked"
    NOT_RUNNABLE = "not_runnable"
    UNANSWERED = "unanswered"
    INFRASTRUCTURE = "infrastructure"


@dataclass(frozen=True)
class TestcodeResult:
    """One verdict and why. `follows_from` is the earlier failure that this one comes from, where that is known;
    `lenient` says why our own rule would refuse a pass that the public benchmark's rule gives; `picture` is a
    file name in the attempt's ``pictures`` folder; `seconds` is how long it took; `kind` is the failure kind that
    decides whether the attempt is repeated, None where it passed."""

    __test__ = False

    id: str
    page: str
    function: str
    verdict: Verdict
    reason: str = ""
    follows_from: str = ""
    trace: tuple[Step, ...] = ()
    picture: str = ""
    seconds: float = 0.0
    lenient: str = ""
    kind: FailureKind | None = None


@dataclass(frozen=True)
class Judgement:
    """All verdicts of one attempt. `output` is what the project printed, shortened."""

    mission: str
    runnable: TestcodeResult
    testcodes: tuple[TestcodeResult, ...]
    seconds: float = 0.0
    tries: int = 1
    output: str = ""

    @property
    def passed(self) -> int:
        """Passed testcases, "runnable" included, as in the paper (section 4)."""
        return sum(result.verdict is Verdict.PASSED for result in self.all())

    @property
    def total(self) -> int:
        return len(self.testcodes) + 1

    def all(self) -> tuple[TestcodeResult, ...]:
        return (self.runnable, *self.testcodes)

    def counts(self) -> dict[Verdict, int]:
        return dict(Counter(result.verdict for result in self.all()))

    def has_infrastructure_failure(self) -> bool:
        return any(result.verdict is Verdict.INFRASTRUCTURE for result in self.all())
