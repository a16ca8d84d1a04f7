"""Kinds of failure: the closed set that decides retries, outcomes and rules, instead of messages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FailureKind(StrEnum):
    """Cause of a case that did not pass.

    Kinds in `MAY_BE_THE_MACHINE` can be caused by the machine (its out-of-memory killer) as well as by the project;
    kinds in `INFRASTRUCTURE` are never the project's fault.
    """

    EXPECTATION = "expectation"
    """An expectation was not met."""
    NOT_FOUND = "not_found"
    """An element or file that the user needs is missing, hidden or ambiguous."""
    TIMEOUT = "timeout"
    """The time limit of the case or of the attempt was used up."""
    INVALID_ANSWER = "invalid_answer"
    """A parameter's value is missing, empty, does not belong to the project, or matches everything."""
    BLOCKED = "blocked"
    """A case that this one requires did not pass."""
    NOT_STARTED = "not_started"
    """The project did not start."""
    NOT_BUILT = "not_built"
    """The agent left no project that could be started."""
    PROCESS_EXITED = "process_exited"
    """A process of the project ended when it should have been running."""
    PROCESS_KILLED = "process_killed"
    """A process of the project, or its sandbox, was killed from outside or vanished."""
    PAGE_LOST = "page_lost"
    """The page crashed, its window was closed, or the display of a desktop program was made unusable."""
    TESTCODE_ERROR = "testcode_error"
    """The testcode's own code raised an exception."""
    COLLECTION_ERROR = "collection_error"
    """A test file could not be imported or collected."""
    TEST_ERROR = "test_error"
    """A test raised an exception other than a failed assertion, or its fixture failed."""
    TAMPERING = "tampering"
    """The solution changed or forged results of the tests."""
    RESOURCE_LIMIT = "resource_limit"
    """The project used more memory, processes, disk or output than it may."""
    BROWSER_LOST = "browser_lost"
    """The browser or its driver crashed or could not be started."""
    SANDBOX = "sandbox"
    """The sandbox could not be opened or failed."""
    SUSPENDED = "suspended"
    """The evaluator's process or its machine was stopped, or its clock was set, while the case ran."""
    INTERNAL = "internal"
    """The evaluator itself failed."""


MAY_BE_THE_MACHINE = frozenset({FailureKind.PROCESS_KILLED, FailureKind.PAGE_LOST})

INFRASTRUCTURE = frozenset({FailureKind.BROWSER_LOST, FailureKind.SANDBOX, FailureKind.SUSPENDED, FailureKind.INTERNAL})


@dataclass(frozen=True)
class NamedException:
    """Exception of a project as it was printed: its line (``KeyError: 'total'``), and where it was raised in the
    project's own code (``views.py line 41, in report``; empty: unknown)."""

    title: str
    place: str = ""

    @property
    def type(self) -> str:
        return self.title.partition(":")[0].strip()

    @property
    def words(self) -> str:
        return f"{self.title} ({self.place})" if self.place else self.title


@dataclass(frozen=True)
class Failure:
    """Cause of a case that did not pass; `message` is for people only, `caused_by` the case that it follows from.

    `exception` is the project's own that explains the failure: causes are grouped by it.
    """

    kind: FailureKind
    message: str
    caused_by: str = ""
    exception: NamedException | None = None
