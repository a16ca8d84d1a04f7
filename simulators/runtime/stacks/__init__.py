"""Stacks (kinds of projects), and how each is started by default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simulators.runtime.stacks import django, script, web
from simulators.runtime.start import NODE, Start, StartError, environments_of

FINDERS: dict[str, Callable[[Path, Start | None], Start]] = {
    "django": django.find_start,
    "web": web.find_start,
    "static": web.find_files,
    "console": script.find_start,
    "batch": script.find_start,
    "desktop": script.find_start,
}


def environment_of(stack: str, project: Path, given: Start | None, usual: str) -> str:
    """Return the environment that the solution in `project` runs on."""
    if NODE not in environments_of(stack, usual):
        return usual
    try:
        program = find_start(stack, project, given).program
    except StartError:  # reported by the start itself
        return usual
    return NODE if program[0] == NODE else usual


def find_start(stack: str, project: Path, given: Start | None) -> Start:
    """Return how to start `project` (a folder). `given` is the agent's answer; the stack completes it.

    Raises `StartError` when no entry point can be found.
    """
    return FINDERS[stack](project, given)
