"""Story of a case: its steps in words, and what a terminal showed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simulators.trace import TraceEntry

STARTS, ENTERS = "starts", "enters"
"""Verbs of the user at a terminal after which the trace has the output."""


def steps_of(trace: Sequence[TraceEntry]) -> list[dict[str, Any]]:
    """Return each step with what was done or expected, what was observed, and times in seconds."""
    return [
        {
            "verb": entry.verb.replace("_", " "),
            "what": entry.what,
            "observed": entry.seen,
            "ok": entry.ok,
            "at": entry.seconds,
            "took": entry.took,
        }
        for entry in trace
    ]


def terminal_of(trace: Sequence[TraceEntry]) -> str:
    """Return input and output of a console program in order, line breaks kept; empty for other users."""
    return "".join(_terminal(trace)) if any(entry.verb == STARTS for entry in trace) else ""


def _terminal(trace: Sequence[TraceEntry]) -> Iterator[str]:
    for entry in trace:
        if entry.verb == STARTS:
            yield f"$ {entry.what}\n{entry.seen}"
        elif entry.verb == ENTERS:
            yield f"{entry.what}\n{entry.seen}"
