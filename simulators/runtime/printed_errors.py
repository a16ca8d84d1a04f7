"""Exceptions and error responses in what a project printed, and errors of its pages, to explain failures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from simulators.evidence import UNCAUGHT, Exchange
from simulators.failures import NamedException

MAX_DETAILS = 8
"""Lines kept that follow the line of an exception: the messages of Django's system check."""

MAX_LINE_CHARS = 300

FRAME = re.compile(r'^\s*File "(?P<file>.+?)", line (?P<line>\d+)(?:, in (?P<function>.+))?$')
RAISED = re.compile(r"^(?:[\w.]+\.)?(?P<title>[A-Za-z_]\w*(?:: .*|:?$))")
"""Line of an exception behind its traceback; the name's packages are left out."""

NAMED = re.compile(r"^(?:Uncaught )?(?:[\w.]+\.)?(?P<title>(?:\w*(?:Error|Exception|Exit|Interrupt))(?:: .*|:?$))")
"""Line of an exception without a traceback before it (``CommandError: …``; those of JavaScript)."""

SCRIPT_FRAME = re.compile(r"^\s+at (?:(?P<function>[^()]+?) \()?(?P<file>[^()\s]+?):(?P<line>\d+):\d+\)?$")
"""Frame of a JavaScript exception, below its line."""

DRIVER_PLACE = re.compile(r"^(?P<file>\S+) (?P<line>\d+):\d+ (?P<message>.+)$", re.DOTALL)
"""Uncaught error as a WebDriver reports it: the place comes first."""

TRACEBACK = "Traceback (most recent call last):"
FOREIGN = ("/site-packages/", "/lib/python3", "<frozen", "projecteval_", "/node_modules/", "node:")
"""Parts of the names of files that are not the project's own."""

RESPONSE = re.compile(r'"(?P<method>[A-Z]+) (?P<path>\S+) HTTP/[\d.]+" (?P<status>\d{3})\b')
"""Line of a request in the log of Django's and of Python's own server."""

SECRET = re.compile(r"/(?:\d+|(?=[^/]*(?:\d|[a-z][A-Z]))[\w-]{16,})(?=/|$)")
"""Part of a path that differs from entry to entry: its number, or a random text."""

FORBIDDEN = re.compile(r"^(Forbidden \(.+?\))", re.MULTILINE)
LOGGED = re.compile(r"^\[\d\d/|^Internal Server Error|^Traceback |^WARNINGS:|^\d+\.\d+\.\d+\.\d+ - ")
"""Start of a line that does not belong to the exception before it."""


@dataclass(frozen=True)
class PrintedError:
    """An exception: its line, the lines that follow it, and where in the project's own code it was raised."""

    exception: NamedException
    details: tuple[str, ...] = ()

    def words(self) -> str:
        """Return the exception with its place, and its details in further lines."""
        return "\n".join((self.exception.words, *self.details))


@dataclass(frozen=True)
class Explanation:
    """What a project says about a failure: in words (empty: nothing), and the exception that they name."""

    words: str = ""
    exception: NamedException | None = None


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


def site_error(log: str, exchanges: Sequence[Exchange] = (), console: Sequence[str] = ()) -> Explanation:
    """Return the most likely cause in what a site logged, answered and reported in its pages, the strongest first:
    an error response, an uncaught error of a page, an exception that was only printed, a refused or missing page."""
    if (found := error_response(log, exchanges)).words:
        return found
    if (found := page_error(console)).words:
        return found
    if (error := printed_error(log)) is not None and error.exception.place:
        return Explanation(f"the server printed {error.words()}", error.exception)
    return _refused(log, exchanges)


def error_response(log: str, exchanges: Sequence[Exchange] = ()) -> Explanation:
    """Return the last response of 500 and above, in a server's log or received by the browser, with its exception."""
    if found := [match for match in RESPONSE.finditer(log) if match["status"] >= "500"]:
        last = found[-1]
        words = _answered(last["status"], last["method"], last["path"])
        error = printed_error(log[: last.start()]) or printed_error(log[last.end() :])
    elif received := [each for each in exchanges if each.status >= 500]:
        words = _answered(str(received[-1].status), received[-1].method, received[-1].address)
        error = printed_error(log)
    else:
        return Explanation()
    return Explanation(f"{words}: {error.words()}", error.exception) if error else Explanation(words)


def _refused(log: str, exchanges: Sequence[Exchange]) -> Explanation:
    """Return the refused form that Django's log explains, else the last response of 400 and above to the page or to
    what it needs."""
    refused = [match for match in RESPONSE.finditer(log) if match["status"] == "403"]
    if refused and (reasons := FORBIDDEN.findall(log)):
        return Explanation(f"{_answered('403', refused[-1]['method'], refused[-1]['path'])}: {reasons[-1]}")
    pages = [each for each in exchanges if each.is_page][-1:]
    parts = [each for each in exchanges if each.is_part]
    for each in (*pages, *reversed(parts)):
        if each.status >= 400:
            return Explanation(_answered(str(each.status), each.method, each.address))
    return Explanation()


def page_error(console: Sequence[str]) -> Explanation:
    """Return the last uncaught error of a page, in the messages of its console."""
    begins = [number for number, line in enumerate(console) if line.startswith(UNCAUGHT)]
    if not begins:
        return Explanation()
    first, *frames = "\n".join(console[begins[-1] :]).removeprefix(UNCAUGHT).strip().splitlines() or [""]
    place = ""
    if reported := DRIVER_PLACE.match(first):
        first, place = reported["message"], f"{_script(reported['file'])} line {reported['line']}"
    title = first.removeprefix("Uncaught ").removeprefix("(in promise) ")[:MAX_LINE_CHARS]
    exception = NamedException(title, place or _script_place(frames))
    return Explanation(f"the page raised {exception.words}", exception)


def _script_place(frames: Sequence[str]) -> str:
    """Return file, line and function of the first frame in the project's own code; empty without one."""
    for line in frames:
        if not (frame := SCRIPT_FRAME.match(line)):
            return ""
        if is_own_code(frame["file"]):
            function = f", in {frame['function']}" if frame["function"] else ""
            return f"{_script(frame['file'])} line {frame['line']}{function}"
    return ""


def is_own_code(file: str) -> bool:
    """Return False for a file of Python, Node.js, a package or the evaluator."""
    return not any(part in file for part in FOREIGN) and not file.startswith("<")


def _script(address: str) -> str:
    """Return the path of a script without the site's address, and without the folder that the project lies in."""
    path = urlsplit(address).path if "://" in address else address
    return (path.partition("/project/")[2] or path).lstrip("/")[:MAX_LINE_CHARS] or "the page"


def _answered(status: str, method: str, path: str) -> str:
    path, _, _ = path.partition("?")  # causes that differ in what was typed, or in which entry it was, are one
    return f"the site answered {status} to {method} {SECRET.sub('/…', path)[:MAX_LINE_CHARS]}"


def _errors(lines: list[str]) -> Iterator[PrintedError]:
    place, in_traceback = "", False
    for number, line in enumerate(lines):
        if line == TRACEBACK:
            place, in_traceback = "", True
        elif frame := FRAME.match(line):
            place, in_traceback = _place(frame) or place, True
        elif raised := (RAISED if in_traceback else NAMED).match(line):
            title, following = raised["title"], lines[number + 1 :]
            exception = NamedException(title[:MAX_LINE_CHARS].rstrip(), place or _script_place(following))
            yield PrintedError(exception, tuple(_details(title, following)))
            place, in_traceback = "", False


def _place(frame: re.Match[str]) -> str:
    """Return file, line and function of a frame in the project's own code; empty for another's."""
    name = frame["file"]
    if not is_own_code(name):
        return ""
    own = name.partition("/project/")[2] or name
    function = "" if frame["function"] in (None, "<module>") else f", in {frame['function']}"
    return f"{own} line {frame['line']}{function}"


def _details(title: str, following: list[str]) -> Iterator[str]:
    """Yield the lines that belong to an exception: indented ones; after a colon, all up to two blank lines."""
    is_list, blank = title.endswith(":"), False
    for line in following[: 2 * MAX_DETAILS if is_list else MAX_DETAILS]:
        if (
            LOGGED.match(line)
            or SCRIPT_FRAME.match(line)
            or (blank and not line.strip())
            or not (is_list or line.startswith(("  ", "\t")))
        ):
            return
        blank = not line.strip()
        if not blank:
            yield f"  {line.strip()[:MAX_LINE_CHARS]}"
