"""Python exceptions and error responses in what a project printed, for people: nothing is decided by them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_DETAILS = 8
"""Lines kept that follow the line of an exception: the messages of Django's system check."""

MAX_LINE_CHARS = 300

FRAME = re.compile(r'^\s*File "(?P<file>.+?)", line (?P<line>\d+)(?:, in (?P<function>.+))?$')
RAISED = re.compile(r"^(?:[\w.]+\.)?(?P<title>[A-Za-z_]\w*(?:: .*|:?$))")
"""Line of an exception behind its traceback; the name's packages are left out."""

NAMED = re.compile(r"^(?:[\w.]+\.)?(?P<title>(?:\w*(?:Error|Exception|Exit|Interrupt))(?:: .*|:?$))")
"""Line of an exception without a traceback (``CommandError: …``)."""

TRACEBACK = "Traceback (most recent call last):"
FOREIGN = ("/site-packages/", "/lib/python3", "<frozen", "projecteval_")
"""Parts of the names of files that are not the project's own."""

RESPONSE = re.compile(r'"(?P<method>[A-Z]+) (?P<path>\S+) HTTP/[\d.]+" (?P<status>\d{3})\b')
"""Line of a request in the log of Django's and of Python's own server."""

FORBIDDEN = re.compile(r"^(Forbidden \(.+?\))", re.MULTILINE)
LOGGED = re.compile(r"^\[\d\d/|^Internal Server Error|^Traceback |^WARNINGS:|^\d+\.\d+\.\d+\.\d+ - ")
"""Start of a line that does not belong to the exception before it."""


@dataclass(frozen=True)
class PrintedError:
    """An exception: its line, the lines that follow it, and where in the project's own code it was raised."""

    title: str
    details: tuple[str, ...] = ()
    place: str = ""

    def words(self) -> str:
        """Return the exception with its place, and its details in further lines."""
        return "\n".join((f"{self.title} ({self.place})" if self.place else self.title, *self.details))


def printed_error(output: str) -> PrintedError | None:
    """Return the last exception in `output`; None where there is none."""
    found = None
    for found in _errors(output.splitlines()):  # noqa: B007 - the last one is wanted
        pass
    return found


def last_error(output: str) -> str:
    """Return what most likely names the cause: the last exception, else the last line printed."""
    if (found := printed_error(output)) is not None:
        return found.words()
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return (lines or [""])[-1][:MAX_LINE_CHARS]


def error_response(log: str) -> str:
    """Return the last response of a server's log that reports an error, with its exception; empty without one.

    These are responses of 500 and above, and refused forms (403 with Django's reason).
    """
    found = [match for match in RESPONSE.finditer(log) if match["status"] >= "500"]
    if found:
        last = found[-1]
        error = printed_error(log[: last.start()])
        return _answered(last) + (f": {error.words()}" if error else "")
    refused = [match for match in RESPONSE.finditer(log) if match["status"] == "403"]
    reasons = FORBIDDEN.findall(log)
    return f"{_answered(refused[-1])}: {reasons[-1]}" if refused and reasons else ""


def _answered(response: re.Match[str]) -> str:
    path, _, _ = response["path"].partition("?")  # causes that differ in what was typed are one
    return f"the site answered {response['status']} to {response['method']} {path[:MAX_LINE_CHARS]}"


def _errors(lines: list[str]) -> Iterator[PrintedError]:
    place, in_traceback = "", False
    for number, line in enumerate(lines):
        if line == TRACEBACK:
            place, in_traceback = "", True
        elif frame := FRAME.match(line):
            place, in_traceback = _place(frame) or place, True
        elif raised := (RAISED if in_traceback else NAMED).match(line):
            yield PrintedError(
                raised["title"][:MAX_LINE_CHARS].rstrip(), tuple(_details(raised["title"], lines[number + 1 :])), place
            )
            place, in_traceback = "", False


def _place(frame: re.Match[str]) -> str:
    """Return file, line and function of a frame in the project's own code; empty for another's."""
    name = frame["file"]
    if any(part in name for part in FOREIGN) or name.startswith("<"):
        return ""
    own = name.partition("/project/")[2] or name
    function = "" if frame["function"] in (None, "<module>") else f", in {frame['function']}"
    return f"{own} line {frame['line']}{function}"


def _details(title: str, following: list[str]) -> Iterator[str]:
    """Yield the lines that belong to an exception: indented ones; after a colon, all up to two blank lines."""
    is_list, blank = title.endswith(":"), False
    for line in following[: 2 * MAX_DETAILS if is_list else MAX_DETAILS]:
        if LOGGED.match(line) or (blank and not line.strip()) or not (is_list or line.startswith(("  ", "\t"))):
            return
        blank = not line.strip()
        if not blank:
            yield f"  {line.strip()[:MAX_LINE_CHARS]}"
