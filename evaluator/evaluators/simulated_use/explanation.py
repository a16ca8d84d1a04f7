"""Message of a failure: the cause first, then what was observed, then the testcode's line and its parameters."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Iterator, Mapping, Sequence

from evaluator.model.failure import Failure, FailureKind
from missions.testcodes.testcode import Testcode
from simulators.runtime.printed_errors import error_response, printed_error

OWN_FILE, PUBLIC_FILE = "testcodes.py", "<testcode "
MAX_CODE_CHARS, MAX_VALUE_CHARS = 160, 120
MAX_LINES = 12
"""Lines of what was observed; the trace and the project's output have the rest."""

BY_THE_PROJECT = frozenset({FailureKind.EXPECTATION, FailureKind.NOT_FOUND, FailureKind.TIMEOUT})
"""Kinds of failure that an exception of the project may explain."""


def explained(
    failure: Failure, error: BaseException, testcode: Testcode, values: Mapping[str, str], cause: str
) -> Failure:
    """Return `failure` with `cause` (empty: none known) first, and the place in the testcode last."""
    causes = [cause] if cause and failure.kind in BY_THE_PROJECT else []
    lines = failure.message.splitlines()[:MAX_LINES]
    message = "\n".join([*causes, *lines, *_place(error, testcode, values)])
    return Failure(failure.kind, message, failure.caused_by)


def cause_in_server_log(log: str) -> str:
    """Return the last error response that a site logged; empty without one."""
    return error_response(log)


def cause_in_program_output(shown: Sequence[str]) -> str:
    """Return the last exception that a program printed, of what was seen in each step; empty without one."""
    for output in reversed(shown):
        if (error := printed_error(output)) is not None and error.place:
            return f"the program raised {error.words()}"
    return ""


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
