"""Process that cleans up after the evaluator has ended in any way.

The evaluator starts the guard first and holds the other end of a pipe. When the pipe closes (a normal end,
``kill -9``, a crash) the guard kills every process that carries the evaluator's mark in its environment, removes the
evaluator's temporary folder and its control groups, and ends.
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

import simulators
from simulators.errors import InfrastructureError
from simulators.runtime.processes.process_tree import kill_all, pids_with_variable

MARK = "PROJECTEVAL_MARK"
"""Environment variable that marks every process started by an evaluator."""

GROUPS = "projecteval-[0-9]*-[0-9]*"
"""Names of control groups: the number of the process that made one, and a running number."""

TRIES = 500
"""Times that removing a control group is tried; the kernel keeps one until its last process has been reaped."""

GUARD = """
import sys
sys.path[:] = sys.argv.pop(1).split(':')
from simulators.runtime.processes.cleanup_guard import main
main(*sys.argv[1:])
"""


@contextmanager
def cleanup_guard() -> Iterator[Path]:
    """Guarantee that all processes started inside end with the context; yield the temporary folder used in it."""
    from simulators.runtime.sandbox import cgroups

    mark, groups = secrets.token_hex(16), cgroups.hierarchy()
    folder = Path(tempfile.mkdtemp(prefix="projecteval-"))
    folder.chmod(0o711)  # boxes run as another user and must be able to pass
    guard = subprocess.Popen(
        [*_command(), str(os.getpid()), mark, str(folder), *map(str, groups.folders if groups else ())],
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
        assert guard.stdin is not None
        guard.stdin.close()
        guard.wait()


def mark_variables() -> dict[str, str]:
    """Return the variable by which the guard finds a process that does not inherit this one's environment."""
    return {MARK: os.environ[MARK]} if MARK in os.environ else {}


def _command() -> tuple[str, ...]:
    """Return the command that starts the guard with the evaluator's packages, wherever they are installed."""
    path = [str(Path(simulators.__file__).parents[1]), *filter(os.path.isabs, sys.path)]
    return (sys.executable, "-I", "-S", "-c", GUARD, os.pathsep.join(path))


def kill_marked(mark: str) -> set[int]:
    """Kill every process that carries `mark`, except this one; return their numbers."""
    return kill_all(lambda: (pid for pid in pids_with_variable(f"{MARK}={mark}") if pid != os.getpid()))


def remove_groups(folders: Iterable[Path], ended: Collection[int] = ()) -> bool:
    """Remove the control groups in `folders` of processes that have ended; False when one is still in use."""
    removed = True
    for group in (group for folder in folders for group in folder.glob(GROUPS)):
        owner = group.name.split("-")[1]
        if int(owner) in ended or not Path("/proc", owner).exists():
            try:
                group.rmdir()
            except OSError:
                removed = False
    return removed


def main(owner: str, mark: str, folder: str, *groups: str) -> None:
    """Wait for the end of the evaluator, then clean up."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    ended = {int(owner)}
    os.read(0, 1)  # returns when the evaluator has ended
    with suppress(InfrastructureError):  # a process that cannot be killed does not prevent the removal of the rest
        ended |= kill_marked(mark)
    for _ in range(TRIES):
        if remove_groups(map(Path, groups), ended):
            break
        time.sleep(0.01)
    shutil.rmtree(folder, ignore_errors=True)
