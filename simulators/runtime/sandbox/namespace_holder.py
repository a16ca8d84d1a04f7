"""First process of a bubblewrap box, which only holds the box's namespaces open.

It is process 1 of the box, so nothing inside can signal it, and when it ends the kernel kills all others. It ends
when its pipe from the evaluator is closed, also by the end of the evaluator. (A parent-death signal would come too
early: when the *thread* that opened the box ends.) bubblewrap itself, which does not end so while it starts,
carries the mark of the cleanup guard.
"""

from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from simulators.runtime.processes.cleanup_guard import mark_variables
from simulators.runtime.processes.process import describe_exit
from simulators.runtime.sandbox import SandboxError, seccomp

HOLD = ("/bin/sh", "-c", "trap '' CHLD; echo; exec cat >/dev/null")
"""Reports that the box is ready, then waits. The kernel reaps orphans while process 1 ignores their end."""

NAMESPACES = ("--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts")

UNSEEN_CAPABILITY = "CAP_AUDIT_READ"
"""Useless in a box, but a process with fewer capabilities than the holder cannot access its memory."""

FROM_SIGNAL = 128
"""Added to the number of a signal in an exit status."""

MAX_END_SECONDS = 10.0
"""Seconds for the kernel to end a whole box; it takes milliseconds unless a parent does not reap its children."""


@dataclass(frozen=True)
class NamespaceHolder:
    """Running holder: its process number on the host, the number of its process namespace, a handle to kill it."""

    pid: int
    identity: int
    handle: int

    def holds(self) -> bool:
        """Return True while the namespaces exist."""
        try:
            return Path(f"/proc/{self.pid}/ns/pid").stat().st_ino == self.identity
        except OSError:
            return False

    def kill(self) -> None:
        """End the holder and everything in its namespaces; no effect when it has ended."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, signal.SIGKILL)


@contextmanager
def namespace_holder(bubblewrap: str, arguments: Sequence[str], files: Sequence[int]) -> Iterator[NamespaceHolder]:
    """Hold namespaces with the file system described by `arguments`; afterwards none of their processes is left.

    `files` are the open descriptors named in `arguments`. Raises `SandboxError` with bubblewrap's message when the
    namespaces cannot be created.
    """
    with ExitStack() as stack:
        tells, told = os.pipe()
        stack.callback(os.close, tells)
        calls = stack.enter_context(memory_file(seccomp.program()))
        command = [bubblewrap, *NAMESPACES, *_rights(), "--as-pid-1", "--hostname", "box", "--chdir", "/"]
        command += ["--info-fd", str(told), "--seccomp", str(calls), *arguments, "--", *HOLD]
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=mark_variables(), cwd=os.sep, pass_fds=(told, calls, *files), start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(told)
        stack.callback(_wait_for, process)
        if process.stdin is not None:
            stack.callback(process.stdin.close)
        holder = _started(process, tells)
        stack.callback(os.close, holder.handle)
        stack.callback(holder.kill)
        yield holder


def _rights() -> tuple[str, ...]:
    if os.geteuid() == 0:
        return ("--cap-drop", "ALL")
    return ("--unshare-user", "--cap-drop", "ALL", "--cap-add", UNSEEN_CAPABILITY)


def _started(process: subprocess.Popen[bytes], tells: int) -> NamespaceHolder:
    if process.stdout is None or process.stderr is None or not process.stdout.readline():
        words = process.stderr.read().decode(errors="replace").strip() if process.stderr else ""
        raise SandboxError(f"bubblewrap cannot make a box here: {words or _silent_end(process)}")
    pid = json.loads(os.read(tells, 1 << 16))["child-pid"]
    return NamespaceHolder(pid, Path(f"/proc/{pid}/ns/pid").stat().st_ino, os.pidfd_open(pid))


def _silent_end(process: subprocess.Popen[bytes]) -> str:
    """Return how bubblewrap ended that printed nothing; it reports a signal of its child as a shell does."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(MAX_END_SECONDS)
    status = process.returncode
    if status is None:
        return "it prints nothing and does not end"
    if status not in (-signal.SIGSYS, FROM_SIGNAL + signal.SIGSYS):
        return f"it ended {describe_exit(status)}"
    return (
        f"the system-call filter for {platform.machine()} does not fit this machine, and ended it (SIGSYS); "
        "run the evaluator on the real processor, without emulation"
    )


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    try:
        process.wait(MAX_END_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise SandboxError(
            "a box does not end: a process of it has ended but is not reaped; "
            "where the evaluator is process 1 of a container, start the container with --init"
        ) from error


@contextmanager
def memory_file(content: bytes) -> Iterator[int]:
    """Yield a descriptor from which `content` can be read."""
    descriptor = os.memfd_create("sandbox")
    try:
        os.write(descriptor, content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)
