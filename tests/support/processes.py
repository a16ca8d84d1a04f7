"""Processes of a run that a test started, including orphaned ones."""

from __future__ import annotations

from contextlib import suppress

import psutil

TOKEN = "PROJECTEVAL_TEST_TOKEN"
"""Environment variable that marks the processes of a run."""


def marked(token: str) -> list[psutil.Process]:
    """Return the processes that inherited the token, and all their descendants."""
    found: dict[int, psutil.Process] = {}
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(TOKEN) == token:
                for each in (process, *process.children(recursive=True)):
                    found[each.pid] = each
    return [process for process in found.values() if lives(process)]


def lives(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def name_of(process: psutil.Process) -> str:
    """Return the name of a process; empty when it has ended."""
    with suppress(psutil.Error):
        return str(process.name())
    return ""
