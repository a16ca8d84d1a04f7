"""From the exception a testcode ended with to its verdict and a sentence."""

from __future__ import annotations

import re
import traceback

from evaluator.model.verdicts import Verdict
from simulators.deadline import Deadline
from simulators.errors import InfrastructureError, InvalidAnswer, SimulatorError, TestcodeTimeout

BROKEN_ENGINE = {
    "InvalidSessionIdException",
    "NoSuchDriverException",
    "SessionNotCreatedException",
    "TargetClosedError",
    "MaxRetryError",
    "NewConnectionError",
    "RemoteDisconnected",
}
"""Exceptions of browser engines (by name: an engine that is not used is not imported) that mean that the
browser or its driver is gone, not that the page is wrong."""

DRIVERS_OWN = re.compile(r"\s*\(Session info:|\nStacktrace:|; For documentation on this error")
"""Where a browser driver goes on with its version, its addresses and its manual."""

LONGEST = 1_500
"""Characters of a reason; the trace and the project's output say the rest."""


def verdict_of(error: BaseException, deadline: Deadline) -> Verdict:
    """What an exception means for the testcode that raised it."""
    if isinstance(error, TestcodeTimeout) or deadline.passed():
        return Verdict.TIMEOUT
    if isinstance(error, InfrastructureError) or type(error).__name__ in BROKEN_ENGINE:
        return Verdict.INFRASTRUCTURE
    if isinstance(error, InvalidAnswer):
        return Verdict.UNANSWERED
    return Verdict.FAILED


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
