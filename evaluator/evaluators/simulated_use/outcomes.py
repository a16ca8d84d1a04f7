"""Failure and outcome of a testcode, from the exception that it ended with."""

from __future__ import annotations

import re

from evaluator.model.evaluation import Outcome
from evaluator.model.failure import INFRASTRUCTURE, Failure, FailureKind
from simulators.browser.engines.failure_kinds import kind_of_engine_error
from simulators.deadline import Deadline
from simulators.errors import SimulatorError

DRIVER_DETAILS = re.compile(r"\s*\(Session info:|\nStacktrace:|; For documentation on this error")
"""Start of a browser driver's version, addresses and manual at the end of its messages."""

MAX_MESSAGE_CHARS = 1_500
"""Characters of a message; the trace and the project's output have the rest."""

OUTCOMES = {
    FailureKind.TIMEOUT: Outcome.TIMEOUT,
    FailureKind.INVALID_ANSWER: Outcome.UNANSWERED,
    FailureKind.BLOCKED: Outcome.BLOCKED,
    FailureKind.NOT_STARTED: Outcome.NOT_RUNNABLE,
    FailureKind.NOT_BUILT: Outcome.NOT_RUNNABLE,
    **dict.fromkeys(INFRASTRUCTURE, Outcome.INFRASTRUCTURE),
}
"""Outcome by kind of failure; every other kind is a failed case."""


def outcome_of(kind: FailureKind) -> Outcome:
    return OUTCOMES.get(kind, Outcome.FAILED)


def failure_of(error: BaseException, deadline: Deadline) -> Failure:
    """Return the failure of a testcode that raised `error`; after the deadline it is a timeout, whatever was raised."""
    kind = kind_of(error)
    if kind is FailureKind.TIMEOUT or deadline.passed():
        return Failure(FailureKind.TIMEOUT, f"the testcode did not end within {deadline.limit:g} seconds")
    message = message_of(error)
    return Failure(kind, f"the testcode raised {message}" if kind is FailureKind.TESTCODE_ERROR else message)


def kind_of(error: BaseException) -> FailureKind:
    if isinstance(error, SimulatorError):
        return error.kind
    usual = FailureKind.EXPECTATION if isinstance(error, AssertionError) else FailureKind.TESTCODE_ERROR
    return kind_of_engine_error(error) or usual


def message_of(error: BaseException) -> str:
    """Return an exception in words: a simulator's own message, else its type and message; line breaks are kept."""
    plain = DRIVER_DETAILS.split(str(error), maxsplit=1)[0]
    words = "\n".join(" ".join(line.split()) for line in plain.splitlines() if line.strip())
    if isinstance(error, AssertionError):
        words = words or "an assertion did not hold"
    elif not isinstance(error, SimulatorError):
        words = f"{type(error).__name__}: {words}"
    return words if len(words) <= MAX_MESSAGE_CHARS else words[: MAX_MESSAGE_CHARS - 1] + "…"
