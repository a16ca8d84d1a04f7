"""Program in the sandbox that starts test processes and passes on their messages.

It imports pytest, but nothing of the solution: each test process is a fork of it. A test process has one socket to this
process and none to the evaluator. Messages without the process's own nonce are dropped and reported as foreign.
"""

import contextlib
import ctypes
import hashlib
import importlib
import json
import os
import secrets
import select
import signal
import socket
import sys
import tempfile
import traceback
from importlib.metadata import entry_points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAX_MESSAGE_BYTES = 1 << 18
MAX_LATE_MESSAGES = 1000
"""Messages that are read after the end of a test process; processes that it left may send without end."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
PRELOADED = ("pytest", "pluggy", "iniconfig", "packaging.version", "unittest.mock", "doctest", "traceback", "difflib")
"""Modules that are imported before the solution's folder is importable, so that no module of it can replace them."""


def main(job: "dict[str, Any]", run_tests: "Callable[..., int]") -> None:
    """Execute the groups of `job` one after the other, each in a process of its own."""
    out = os.dup(1)
    os.dup2(2, 1)
    prctl(PR_SET_DUMPABLE, 0)  # processes of the same user read neither this memory nor these descriptors
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    for name in (*PRELOADED, *(["coverage"] if job["coverage"] else [])):
        importlib.import_module(name)
    job["coverage_data"] = os.path.join(tempfile.mkdtemp(prefix="coverage-"), "data")  # noqa: PTH118 - light
    plugins = sorted({entry.module for entry in _pytest_plugins()})  # a name may be that of another module

    def send(message: "dict[str, Any]") -> None:
        content = json.dumps(message).encode() + b"\n"
        while content:
            content = content[os.write(out, content) :]

    send({"event": "ready"})
    for number, arguments in enumerate(job["groups"]):
        changed = [path for path, digest in job["digests"].items() if _digest(path) != digest]
        if changed:
            send({"event": "changed", "group": number, "id": changed[0]})
            break
        _run_group(number, {**job, "arguments": arguments, "plugins": plugins}, run_tests, send, out)
    if job["coverage"]:
        send({"event": "coverage", "group": 0, **(_in_a_fork(lambda: _coverage(job)) or {})})
    send({"event": "finished"})


def _pytest_plugins() -> "Any":
    """Return the entry points of pytest's plugins; Python 3.9 returns all entry points by group."""
    return entry_points(group="pytest11") if sys.version_info >= (3, 10) else entry_points().get("pytest11", ())


def prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _run_group(
    number: int, job: "dict[str, Any]", run_tests: "Callable[..., int]", send: "Callable[..., None]", out: int
) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    nonce = secrets.token_bytes(16)
    child = os.fork()
    if child == 0:
        ours.close()
        os.close(out)
        _become_test_process(number, job, run_tests, theirs, nonce)
    theirs.close()
    foreign = 0
    for message in _messages(ours, child):
        if message.startswith(nonce):
            with contextlib.suppress(ValueError, TypeError):
                send({**json.loads(message[len(nonce) :]), "group": number})
        elif not foreign:
            foreign = 1
            send({"event": "foreign", "group": number})
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    ours.close()
    _end_orphans()
    send({"event": "ended", "group": number, "status": status})


def _become_test_process(
    number: int, job: "dict[str, Any]", run_tests: "Callable[..., int]", theirs: socket.socket, nonce: bytes
) -> None:
    status = 70
    try:
        os.setsid()
        prctl(PR_SET_DUMPABLE, 1)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        status = run_tests(job, theirs.detach(), nonce, number)
    except BaseException:
        traceback.print_exc()  # pytest itself failed: the log says why
        raise
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _messages(ours: socket.socket, child: int) -> "Iterator[bytes]":
    """Yield messages until the process `child` has ended; descendants may keep the socket open."""
    ended, late = os.pidfd_open(child), 0
    try:
        while late < MAX_LATE_MESSAGES:
            readable, _, _ = select.select([ours.fileno(), ended], [], [])
            late += ended in readable
            message = ours.recv(MAX_MESSAGE_BYTES) if ours.fileno() in readable else b""
            if not message:
                select.select([ended], [], [])
                return
            yield message
    finally:
        os.close(ended)


def _end_orphans() -> None:
    """Kill what the test process left running: its descendants have become children of this process."""
    while children := _children():
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> "list[int]":
    own, found = str(os.getpid()), []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat") as file:  # noqa: PTH123 - light
                if file.read().rpartition(")")[2].split()[1] == own:
                    found.append(int(name))
    return found


def _digest(path: str) -> str:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - light
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


def _in_a_fork(work: "Callable[[], Any]") -> "Any":
    """Return what `work` returns (as JSON), None when it fails: it parses untrusted files."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            with os.fdopen(writing, "w") as file:
                json.dump(work(), file)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        text = file.read(16 << 20)
    os.waitpid(child, 0)
    try:
        return json.loads(text)
    except ValueError:
        return None


def _coverage(job: "dict[str, Any]") -> "dict[str, Any]":
    """Combine the data files of all groups.

    ``files``: path → statements, covered ones, branches, covered ones; ``tests``: function → tests that executed it.
    """
    coverage = importlib.import_module("coverage")
    measured = coverage.Coverage(data_file=job["coverage_data"], branch=True, source=job["coverage"], config_file=False)
    folder = os.path.dirname(job["coverage_data"])  # noqa: PTH120 - light
    measured.combine([os.path.join(folder, name) for name in sorted(os.listdir(folder))])  # noqa: PTH118
    measured.json_report(outfile=job["coverage_data"] + ".json", ignore_errors=True)
    with open(job["coverage_data"] + ".json") as file:  # noqa: PTH123 - light
        files = json.load(file)["files"]
    names = ("num_statements", "covered_lines", "num_branches", "covered_branches")
    covered = {path: [found["summary"][name] for name in names] for path, found in files.items()}
    return {"files": covered, "tests": _tests_by_function(measured.get_data(), job["functions"])}


def _tests_by_function(data: "Any", functions: "dict[str, list[list[Any]]]") -> "dict[str, list[str]]":
    found: dict[str, set[str]] = {}
    for path, regions in functions.items():
        contexts = data.contexts_by_lineno(os.path.abspath(path))  # noqa: PTH100 - light
        for name, first, last in regions:
            lines = (contexts.get(line, ()) for line in range(first, last + 1))
            found.setdefault(name, set()).update(test for tests in lines for test in tests if test)
    return {name: sorted(tests) for name, tests in found.items()}
