"""A Chromium for the testcodes of one mission, started and ended."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from fcntl import F_DUPFD_CLOEXEC, fcntl
from functools import partial
from pathlib import Path
from typing import BinaryIO

from selenium.common.exceptions import InvalidSessionIdException, TimeoutException

from simulators.browser import chromium
from simulators.browser.gate import Gate
from simulators.browser.processes import end, end_with_parent, family
from simulators.browser.scripts import clock
from simulators.errors import SimulatorBroke
from simulators.original.driver import OriginalDriver
from simulators.original.host import Host
from simulators.original.remote_end.browser import Browser
from simulators.original.remote_end.connection import Connection
from simulators.original.remote_end.pipe import Pipe
from simulators.original.remote_end.window import Window
from simulators.original.settling import WATCH
from simulators.setting import Setting

START_SECONDS = 60.0
"""Seconds that a browser may take to start, and a page to load."""

READS, WRITES = 3, 4
"""Where Chromium looks for its debugging pipe (``--remote-debugging-pipe``)."""

FLAGS = (
    "--allow-pre-commit-input",  # a key is for the page that is there, not for when it has been drawn
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-renderer-backgrounding",
)

FEATURES_OFF = ("RenderDocument",)
"""A page of the same site gets the frame of the one before it, which takes a third less processor time a page. What is
under the mouse when it comes up knows so at once."""


@contextmanager
def started_driver(
    setting: Setting, gate: Gate, folder: Path, host: Host, offset: timedelta = timedelta()
) -> Iterator[OriginalDriver]:
    """A Chromium behind `gate` with a driver of its own; both are gone afterwards. Raises `SimulatorBroke`."""
    with _chromium(setting, gate.address, folder) as (process, pipe):
        try:
            for command, arguments in chromium.permissions(host.downloads):
                pipe.call(command, arguments)
            connection = Connection(Browser(pipe, partial(_prepare, offset=offset)))
            driver = OriginalDriver(connection, host, process.pid)
            driver.set_page_load_timeout(START_SECONDS)
            driver.set_script_timeout(START_SECONDS / 2)
        except (InvalidSessionIdException, TimeoutException) as error:
            raise SimulatorBroke(f"the browser did not start: {error.msg}") from error
        yield driver


def _prepare(window: Window, offset: timedelta) -> None:
    """Move the clock of the window's pages, and count from the first moment what they still have to do."""
    first = [WATCH, *([clock(offset.total_seconds())] if offset else [])]
    window.prepare("Page.enable", {})
    for script in first:
        window.prepare("Page.addScriptToEvaluateOnNewDocument", {"source": script})


@contextmanager
def _chromium(setting: Setting, proxy: str, home: Path) -> Iterator[tuple[subprocess.Popen[bytes], Pipe]]:
    """The browser's process and the pipe to it; the processes and the pipe's ends are gone afterwards."""
    flags = [*chromium.piped_flags(setting, proxy, FEATURES_OFF), *FLAGS, f"--user-data-dir={home / 'profile'}"]
    with _pipe() as (theirs_in, ours_out), _pipe() as (ours_in, theirs_out):

        def prepared() -> None:
            end_with_parent()
            # Both are moved away first: either may have the other's number, or its own already.
            ends = [fcntl(end.fileno(), F_DUPFD_CLOEXEC, WRITES + 1) for end in (theirs_in, theirs_out)]
            for end_there, number in zip(ends, (READS, WRITES), strict=True):
                os.dup2(end_there, number)

        process = subprocess.Popen(
            [str(chromium.find_browser()), *flags, "about:blank"],
            env=chromium.environment(setting, home),
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,  # nothing of ours is inherited, and the browser's two ends must be
            preexec_fn=prepared,
        )
        try:
            for theirs in (theirs_in, theirs_out):
                theirs.close()
            yield process, Pipe(ours_out.fileno(), ours_in.fileno())
        finally:
            end(family(process.pid))
            process.wait()


@contextmanager
def _pipe() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Both ends of a pipe: the one to read from, the one to write to."""
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb", 0) as reading, os.fdopen(writes, "wb", 0) as writing:
        yield reading, writing
