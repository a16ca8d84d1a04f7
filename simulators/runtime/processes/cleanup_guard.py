"""Sees to it that nothing is left when the evaluator is gone, however it went.

The evaluator starts the warden first and holds the other end of a pipe. When the pipe closes (a normal
end, ``kill -9``, a crash) the warden kills every process that carries the evaluator's mark in its
environment, removes the evaluator's temporary folder and its control groups, and ends. Runs without site packages.
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
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MARK = "PROJECTEVAL_MARK"
"""The environment variable by which everything that an evaluator started is known."""

GROUPS = "projecteval-[0-9]*-[0-9]*"
"""Names of control groups: the number of the process that made one, and a running number."""

SWEEPS = 500
"""Sweeps before giving up on a process that cannot be killed (each takes 10 ms or more)."""


@contextmanager
def guarded() -> Iterator[Path]:
    """Everything started inside is gone afterwards; the value is the temporary folder used meanwhile."""
    from simulators.runtime.sandbox.kernel import cgroups

    mark, groups = secrets.token_hex(16), cgroups.hierarchy()
    folder = Path(tempfile.mkdtemp(prefix="projecteval-"))
    folder.chmod(0o711)  # boxes run as another user and must be able to pass
    warden = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, mark, str(folder), *map(str, groups.folders if groups else ())],
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


def sweep(mark: str) -> list[int]:
    """Kill every process that carries `mark`; their numbers."""
    wanted, found = f"{MARK}={mark}".encode(), []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        with suppress(OSError):
            if wanted in Path(f"/proc/{entry}/environ").read_bytes().split(b"\0"):
                if Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                    continue
                os.kill(int(entry), signal.SIGKILL)
                found.append(int(entry))
    return found


def remove_groups(folders: Iterable[Path], ended: Collection[int] = ()) -> bool:
    """Remove the control groups in `folders` of processes that have ended; False when one still holds something."""
    removed = True
    for group in (group for folder in folders for group in folder.glob(GROUPS)):
        owner = group.name.split("-")[1]
        if int(owner) in ended or not Path("/proc", owner).exists():
            try:
                group.rmdir()
            except OSError:
                removed = False
    return removed


def main(mark: str, folder: str, *groups: str) -> None:
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    ended = {os.getppid()}
    os.read(0, 1)  # returns when the evaluator has gone
    for _ in range(SWEEPS):
        if not (found := sweep(mark)):
            break
        ended.update(found)
        time.sleep(0.01)
    for _ in range(SWEEPS):
        if remove_groups(map(Path, groups), ended):
            break
        time.sleep(0.01)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
