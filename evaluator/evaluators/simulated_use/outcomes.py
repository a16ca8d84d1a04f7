"""Failure and outcome of a testcode, from the exception that it ended with, and the explanation that reports show."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Iterator, Mapping, Sequence

from evaluator.model.evaluation import Outcome
from missions.testcodes.testcode import Testcode
from simulators.browser.engines.interface import kind_of_engine_error
from simulators.clocks import Deadline
from simulators.errors import SimulatorError
from simulators.evidence import TraceEntry
from simulators.failures import INFRASTRUCTURE, Failure, FailureKind
from simulators.runtime.printed_errors import Explanation, printed_error, site_error

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


def failure_of(error: BaseException, deadline: Deadline, steps: Sequence[TraceEntry] = ()) -> Failure:
    """Return the failure of a testcode that raised `error` in the last of `steps`; after the deadline it is a timeout,
    whatever was raised."""
    kind = kind_of(error)
    if kind is FailureKind.TIMEOUT or deadline.passed():
        last = f"; it was at: {steps[-1].verb} {steps[-1].what}"[:MAX_CODE_CHARS] if steps else ""
        return Failure(FailureKind.TIMEOUT, f"the testcode did not end within {deadline.limit:g} seconds{last}")
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


OWN_FILE, PUBLIC_FILE = "testcodes.py", "<testcode "
MAX_CODE_CHARS, MAX_VALUE_CHARS = 160, 120
MAX_LINES = 12
"""Lines of what was observed; the trace and the project's output have the rest."""

BY_THE_PROJECT = frozenset({FailureKind.EXPECTATION, FailureKind.NOT_FOUND, FailureKind.TIMEOUT})
"""Kinds of failure that an exception of the project may explain."""


def explained(
    failure: Failure, error: BaseException, testcode: Testcode, values: Mapping[str, str], cause: Explanation
) -> Failure:
    """Return `failure` with `cause` first, where the project may be its cause, and the place in the testcode last."""
    cause = cause if failure.kind in BY_THE_PROJECT else Explanation()
    lines = failure.message.splitlines()[:MAX_LINES]
    message = "\n".join([*cause.words.splitlines(), *lines, *_place(error, testcode, values)])
    return Failure(failure.kind, message, failure.caused_by, cause.exception)


def cause_of_site(log: str, steps: Sequence[TraceEntry]) -> Explanation:
    """Return the last error of a site in its log, and in what the browser received and reported in each step."""
    exchanges = [each for step in steps for each in step.exchanges]
    return site_error(log, exchanges, [line for step in steps for line in step.console])


def cause_in_program_output(shown: Sequence[str]) -> Explanation:
    """Return the last exception that a program printed, of what was seen in each step; empty without one."""
    for output in reversed(shown):
        if (error := printed_error(output)) is not None and error.exception.place:
            return Explanation(f"the program raised {error.words()}", error.exception)
    return Explanation()


def _place(error: BaseException, testcode: Testcode, values: Mapping[str, str]) -> Iterator[str]:
    """Yield the line of the testcode that failed, and the parameters that it names."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(OWN_FILE) or _is_public(f)]
    if not frames:
        return
    own = frames[0]
    file = f"testcode {testcode.id}" if _is_public(own) else OWN_FILE
    codes = [_code(frame, testcode) for frame in frames]
    inner = frames[-1] if _is_public(own) else own
    code = codes[frames.index(inner)]
    yield f"{file} line {inner.lineno}: {code[:MAX_CODE_CHARS]}"
    named = {name for each in codes for name in re.findall(r"[A-Za-z_]\w*", each)}
    for parameter in testcode.parameters:
        if parameter.name in named and parameter.name in values:
            value = str(values[parameter.name])[:MAX_VALUE_CHARS]
            yield f"parameter {parameter.name} = {value!r} ({parameter.description[:MAX_CODE_CHARS]})"


def _is_public(frame: traceback.FrameSummary) -> bool:
    return frame.filename.startswith(PUBLIC_FILE)


def _code(frame: traceback.FrameSummary, testcode: Testcode) -> str:
    """Return the statement of a frame on one line."""
    first = frame.lineno or 1
    last = frame.end_lineno or first
    if _is_public(frame):
        lines = testcode.published.text.splitlines() if testcode.published else []
    else:
        lines = linecache.getlines(frame.filename)
    return " ".join(" ".join(lines[first - 1 : last]).split())
