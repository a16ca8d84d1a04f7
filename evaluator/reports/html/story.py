"""Story of a case: its steps in words, and what a terminal showed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from simulators.evidence import Screenshot
from simulators.trace import TraceEntry

STARTS, ENTERS = "starts", "enters"
"""Verbs of the user at a terminal after which the trace has the output; a desktop program's start has a window."""

PictureAddress = Callable[[str], str]
"""Attachment name → address of the picture, relative to the page."""


def steps_of(
    trace: Sequence[TraceEntry], picture: PictureAddress, elsewhere: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return each step with what was done or expected, what was observed, times in seconds, and its evidence.

    Pictures whose file is shown `elsewhere` are left out.
    """
    return [
        {
            "verb": entry.verb.replace("_", " "),
            "what": entry.what,
            "observed": entry.seen,
            "ok": entry.ok,
            "window": entry.window,
            "at": entry.seconds,
            "took": entry.took,
            "pictures": [marked_picture(each, picture) for each in entry.pictures if each.file not in elsewhere],
            "console": "\n".join(entry.console),
            "server": entry.server,
            "differences": [[each.place, each.expected, each.seen] for each in entry.differences],
            "compared": [{"address": picture(each.file), "side": each.side.value} for each in entry.compared],
        }
        for entry in trace
    ]


def marked_picture(shown: Screenshot, picture: PictureAddress) -> dict[str, Any]:
    """Return address and size of a screenshot, and the area that it marks."""
    marked = None if shown.marked is None else asdict(shown.marked)
    size = {"width": shown.width, "height": shown.height}
    return {"address": picture(shown.file), "moment": shown.moment.value, **size, "marked": marked}


def terminal_of(trace: Sequence[TraceEntry]) -> str:
    """Return input and output of a console program in order, line breaks kept; empty for other users."""
    return "".join(_terminal(trace)) if any(entry.verb == STARTS and not entry.window for entry in trace) else ""


def _terminal(trace: Sequence[TraceEntry]) -> Iterator[str]:
    for entry in trace:
        if entry.verb == STARTS:
            yield f"$ {entry.what}\n{entry.seen}"
        elif entry.verb == ENTERS:
            yield f"{entry.what}\n{entry.seen}"
