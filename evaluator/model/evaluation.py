"""Result of one evaluator for one attempt: cases that pass or fail, by class of failure, and measures that have a
value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from simulators.evidence import TraceEntry
from simulators.failures import Failure, FailureKind

RUNNABLE = "runnable"
"""Id of the case that simulated use adds to a mission's testcodes: the project starts."""


class Outcome(StrEnum):
    """Closed set of outcomes of a case.

    `MISSION_DEFECT` is the only one that figures leave out. No evaluation has it: it is set when results are read, for
    the cases of `MissionDefects`, whatever became of them.
    """

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    BLOCKED = "blocked"
    NOT_RUNNABLE = "not_runnable"
    UNANSWERED = "unanswered"
    INFRASTRUCTURE = "infrastructure"
    MISSION_DEFECT = "mission_defect"


class MissingProtection(StrEnum):
    """Protection of the evaluator that the machine of an evaluation did not offer."""

    BROWSER_SANDBOX = "browser_sandbox"


@dataclass(frozen=True)
class Case:
    """One pass/fail item of an evaluation.

    `group` names where it belongs, from outer to inner (page and function; test file and class). `failure` is None
    exactly when the case passed or was skipped. `note` says why a stricter rule would refuse this pass; `seconds` is
    its duration; `attachments` are file names in the attempt's ``attachments`` folder. `since` is the stage that began
    or changed what the case tries: cases of one id and another `since` cannot be compared.
    """

    id: str
    group: tuple[str, ...]
    outcome: Outcome
    failure: Failure | None = None
    seconds: float = 0.0
    trace: tuple[TraceEntry, ...] = ()
    attachments: tuple[str, ...] = ()
    note: str = ""
    since: str = ""

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def testcode_raised(self) -> bool:
        """Return True when the testcode raised anything but an expectation. The case counts as not passed."""
        if self.outcome is not Outcome.ERROR or self.failure is None:
            return False
        return self.failure.kind is FailureKind.TESTCODE_ERROR

    @property
    def is_mission_defect(self) -> bool:
        return self.outcome is Outcome.MISSION_DEFECT

    @property
    def reason(self) -> str:
        """Return the failure's message; empty without a failure."""
        return self.failure.message if self.failure else ""

    @property
    def caused_by(self) -> str:
        return self.failure.caused_by if self.failure else ""


@dataclass(frozen=True)
class Measure:
    """One number of an evaluation. `value` is None where it is undefined; `reference` is the reference's value."""

    name: str
    value: float | None
    unit: str = ""
    reference: float | None = None
    higher_is_better: bool = True


class Cases:
    """Base of what has cases: how many passed, and how many there are."""

    @property
    def cases(self) -> tuple[Case, ...]:
        raise NotImplementedError

    @property
    def passed(self) -> int:
        return sum(case.passed for case in self.cases)

    @property
    def total(self) -> int:
        """Return the number of cases without those of `MissionDefects`: a constant of the mission."""
        return sum(not case.is_mission_defect for case in self.cases)

    def counts(self) -> dict[Outcome, int]:
        """Return the number of cases per outcome that occurs."""
        return dict(Counter(case.outcome for case in self.cases))

    def case(self, case_id: str) -> Case | None:
        return next((case for case in self.cases if case.id == case_id), None)


@dataclass(frozen=True)
class Evaluation(Cases):
    """Cases and measures of one evaluator for one attempt.

    `log` is what the project printed, shortened; `settings` are the options that the result depends on (a rule, an
    embedder), so that a result for other settings is recognized; `tries` counts repetitions after infrastructure
    failures, `repeated` has the failure that caused each of them. `labels` are facts of the mission for breakdowns
    (difficulty, category). Reports warn of `missing_protections`, and have `warnings`: what a reader of the figures has
    to know of the way in which they came about. `judge` is the model whose opinion the evaluation
    holds; empty: it holds none.
    """

    evaluator: str
    cases: tuple[Case, ...] = ()
    measures: tuple[Measure, ...] = ()
    log: str = ""
    seconds: float = 0.0
    tries: int = 1
    repeated: tuple[Failure, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    attachments: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    missing_protections: tuple[MissingProtection, ...] = ()
    warnings: tuple[str, ...] = ()
    judge: str = ""

    def measure(self, name: str) -> float | None:
        """Return the value of the measure `name`; None when it is missing or undefined."""
        return next((measure.value for measure in self.measures if measure.name == name), None)

    def has_testcode_error(self) -> bool:
        return any(case.testcode_raised for case in self.cases)

    def has_infrastructure_failure(self) -> bool:
        return any(case.outcome is Outcome.INFRASTRUCTURE for case in self.cases)


class FailureClass(StrEnum):
    """Class of a failure, as in the RAL-Bench paper: the project cannot be used at all, does something else than
    required, or breaks while it does it. `TESTCODE_ERROR`: a testcode raised on what the project shows."""

    EXECUTABILITY = "executability"
    REQUIREMENT_MISMATCH = "requirement_mismatch"
    NON_FUNCTIONAL = "non_functional"
    TESTCODE_ERROR = "testcode_error"


CLASSES: Mapping[FailureKind, FailureClass | None] = {
    FailureKind.NOT_BUILT: FailureClass.EXECUTABILITY,
    FailureKind.NOT_STARTED: FailureClass.EXECUTABILITY,
    FailureKind.COLLECTION_ERROR: FailureClass.EXECUTABILITY,
    FailureKind.EXPECTATION: FailureClass.REQUIREMENT_MISMATCH,
    FailureKind.NOT_FOUND: FailureClass.REQUIREMENT_MISMATCH,
    FailureKind.INVALID_ANSWER: FailureClass.REQUIREMENT_MISMATCH,
    FailureKind.TAMPERING: FailureClass.REQUIREMENT_MISMATCH,
    FailureKind.TIMEOUT: FailureClass.NON_FUNCTIONAL,
    FailureKind.TEST_ERROR: FailureClass.NON_FUNCTIONAL,
    FailureKind.PROCESS_EXITED: FailureClass.NON_FUNCTIONAL,
    FailureKind.PROCESS_KILLED: FailureClass.NON_FUNCTIONAL,
    FailureKind.PAGE_LOST: FailureClass.NON_FUNCTIONAL,
    FailureKind.RESOURCE_LIMIT: FailureClass.NON_FUNCTIONAL,
    FailureKind.TESTCODE_ERROR: FailureClass.TESTCODE_ERROR,
    FailureKind.BLOCKED: None,
    FailureKind.BROWSER_LOST: None,
    FailureKind.SANDBOX: None,
    FailureKind.SUSPENDED: None,
    FailureKind.INTERNAL: None,
}
"""The class of each kind; None for a case that follows from another one, and for what is not the project's failure."""


UNCLASSIFIED = frozenset({Outcome.PASSED, Outcome.SKIPPED, Outcome.INFRASTRUCTURE, Outcome.MISSION_DEFECT})


LOADING = frozenset({"ImportError", "ModuleNotFoundError", "SyntaxError", "IndentationError", "TabError"})
"""Types of exceptions of a project that cannot be loaded."""


def failure_class(case: Case) -> FailureClass | None:
    """Return the class of a case's failure; None where it passed, or where the failure is of no class.

    What was expected is missing because of the exception that the failure names: then the class is the exception's.
    """
    if case.failure is None or case.outcome in UNCLASSIFIED:
        return None
    found = CLASSES[case.failure.kind]
    if found is not FailureClass.REQUIREMENT_MISMATCH or (exception := case.failure.exception) is None:
        return found
    return FailureClass.EXECUTABILITY if exception.type in LOADING else FailureClass.NON_FUNCTIONAL


def count_failure_classes(cases: Iterable[Case]) -> dict[FailureClass, int]:
    """Return the number of failed cases of each class."""
    found = Counter(failure_class(case) for case in cases)
    return {each: found[each] for each in FailureClass}


@dataclass(frozen=True)
class MissionDefects:
    """Defective cases of one mission by id, each with the reason that the reference's evaluation gives.

    A property of the mission, never of a project's outcome: figures leave out the same cases for every agent.
    """

    reasons: Mapping[str, str] = field(default_factory=dict)

    def __or__(self, other: MissionDefects) -> MissionDefects:
        return MissionDefects({**other.reasons, **self.reasons})

    def marked(self, evaluation: Evaluation) -> Evaluation:
        """Return `evaluation` with the outcome of every defective case replaced by `Outcome.MISSION_DEFECT`."""
        if not self.reasons:
            return evaluation
        return replace(evaluation, cases=tuple(map(self._marked, evaluation.cases)))

    def _marked(self, case: Case) -> Case:
        if case.id not in self.reasons or case.is_mission_defect:
            return case
        message = f"not counted, a defect of the mission: on the reference, {self.reasons[case.id]}"
        failure = Failure(FailureKind.TESTCODE_ERROR, f"{message}\nhere: {case.outcome}{_after_colon(case.reason)}")
        return replace(case, outcome=Outcome.MISSION_DEFECT, failure=failure, note="")


def defects_of(reference: Evaluation) -> MissionDefects:
    """Return the cases whose testcode raised in the evaluation of the reference, and those that they block."""
    reasons = {case.id: case.reason for case in reference.cases if case.testcode_raised}
    blocked = (case for case in reference.cases if case.outcome is Outcome.BLOCKED and case.caused_by in reasons)
    return MissionDefects({**reasons, **{case.id: case.reason for case in blocked}})


def _after_colon(reason: str) -> str:
    return f": {reason}" if reason else ""
