"""Classes of failures, the same for every benchmark, decided by the kind of a failure alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

from evaluator.model.evaluation import Case, Outcome
from evaluator.model.failure import FailureKind


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


def failure_class(case: Case) -> FailureClass | None:
    """Return the class of a case's failure; None where it passed, or where the failure is of no class."""
    if case.failure is None or case.outcome in UNCLASSIFIED:
        return None
    return CLASSES[case.failure.kind]


def count_failure_classes(cases: Iterable[Case]) -> dict[FailureClass, int]:
    """Return the number of failed cases of each class."""
    found = Counter(failure_class(case) for case in cases)
    return {each: found[each] for each in FailureClass}
