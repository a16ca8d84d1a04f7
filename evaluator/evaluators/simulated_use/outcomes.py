"""Failure kind, verdict and reason of the exception that a testcode ended with."""

from __future__ import annotations

import re
import traceback

from evaluator.model.verdicts import Verdict
from simulators.browser.engines.failure_kinds import kind_of_engine_error
from simulators.deadline import Deadline
from simulators.errors import SimulatorError, TestcodeTimeout
from simulators.failures import INFRASTRUCTURE, FailureKind

DRIVERS_OWN = re.compile(r"\s*\(Session info:|\nStacktrace:|; For documentation on this error")
"""Where a browser driver goes on with its version, its addresses and its manual."""

LONGEST = 1_500
"""Characters of a reason; the trace and the project's output say the rest."""


def kind_of(error: BaseException, deadline: Deadline) -> FailureKind:
    """Return the failure kind of the exception that a testcode ended with."""
    if isinstance(error, TestcodeTimeout) or deadline.passed():
        return FailureKind.TIMEOUT
    if isinstance(error, SimulatorError):
        return error.kind
    usual = FailureKind.EXPECTATION if isinstance(error, AssertionError) else FailureKind.TESTCODE_ERROR
    return kind_of_engine_error(error) or usual


def verdict_of(kind: FailureKind) -> Verdict:
    """Return what a failure of a testcode counts as."""
    if kind in INFRASTRUCTURE:
        return Verdict.INFRASTRUCTURE
    return {FailureKind.TIMEOUT: Verdict.TIMEOUT, FailureKind.INVALID_ANSWER: Verdict.UNANSWERED}.get(
        kind, Verdict.FAILED
    )


def reason_of(error: BaseException) -> str:
    """The exception in a sentence: a simulator's own words, else type, message and the testcode's line."""
    words = " ".join(DRIVERS_OWN.split(str(error), maxsplit=1)[0].split())
    if not isinstance(error, SimulatorError):
        words = _with_line(error, words)
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def _with_line(error: BaseException, words: str) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith("testcodes.py")]
    place = f" (testcodes.py line {frames[-1].lineno}: {frames[-1].line})" if frames else ""
    if isinstance(error, AssertionError):
        return f"{words or 'an assertion did not hold'}{place}"
    return f"{type(error).__name__}: {words}{place}"
