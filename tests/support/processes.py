"""The processes of a run that a test started, whatever becomes of them meanwhile."""

from __future__ import annotations

from contextlib import suppress

import psutil

TOKEN = "PROJECTEVAL_TEST_TOKEN"
"""The variable that tells a run's processes from all others."""


def marked(token: str) -> list[psutil.Process]:
    """The processes that inherited the token, and all their descendants."""
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
    """Empty when it is gone."""
    with suppress(psutil.Error):
        return str(process.name())
    return ""
