"""Sees to it that nothing is left when the evaluator is gone, however it went.

The evaluator starts the warden first and holds the other end of a pipe. When the pipe closes (a normal
end, ``kill -9``, a crash) the warden kills every process that carries the evaluator's mark in its
environment, removes the evaluator's temporary folder, and ends. Runs without site packages.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MARK = "PROJECTEVAL_MARK"
"""The environment variable by which everything that an evaluator started is known."""

SWEEPS = 500
"""Sweeps before giving up on a process that cannot be killed (each takes 10 ms or more)."""


@contextmanager
def guarded() -> Iterator[Path]:
    """Everything started inside is gone afterwards; the value is the temporary folder used meanwhile."""
    mark = secrets.token_hex(16)
    folder = Path(tempfile.mkdtemp(prefix="projecteval-"))
    folder.chmod(0o711)  # boxes run as another user and must be able to pass
    warden = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, mark, str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    before, inherited = tempfile.tempdir, os.environ.get("TMPDIR")
    os.environ[MARK], os.environ["TMPDIR"], tempfile.tempdir = mark, str(folder), str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = before
        del os.environ[MARK], os.environ["TMPDIR"]
        if inherited is not None:
            os.environ["TMPDIR"] = inherited
        assert warden.stdin is not None
        warden.stdin.close()
        warden.wait()


def sweep(mark: str) -> int:
    """Kill every process that carries `mark`; how many were found."""
    wanted, found = f"{MARK}={mark}".encode(), 0
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        with suppress(OSError):
            if wanted in Path(f"/proc/{entry}/environ").read_bytes().split(b"\0"):
                if Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                    continue
                os.kill(int(entry), signal.SIGKILL)
                found += 1
    return found


def main(mark: str, folder: str) -> None:
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    os.read(0, 1)  # returns when the evaluator has gone
    for _ in range(SWEEPS):
        if not sweep(mark):
            break
        time.sleep(0.01)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
