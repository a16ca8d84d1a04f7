"""Server of commands: each runs in a fork of this process, which has imported what most verbs need.

Started by `tests.support.forked_commands`, which sends a request for each command over the socket that is standard
input: the arguments, folder and variables as JSON, with the files for standard output and standard error, and a pipe
for the number of the process and its exit status.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing import util
from pathlib import Path
from typing import NoReturn

IMPORTED = (
    "evaluator.benchmarks.projecteval",
    "evaluator.cli.app",
    "evaluator.cli.run",
    "evaluator.cli.run_and_show",
    "evaluator.cli.steps",
    "evaluator.cli.check",
    "evaluator.cli.missions",
    "evaluator.engines.forked_workers",
    "evaluator.evaluators.simulated_use",
    "evaluator.runs.execution.attempt",
    "multiprocessing.resource_tracker",
    "simulators.browser.vocabulary.session",
    "simulators.console.user",
    "simulators.files.user",
)
MAX_REQUEST_BYTES = 1 << 20


def serve(requests: socket.socket) -> None:
    """Answer requests until the socket is closed. Returns in a fork, prepared for its command."""
    while True:
        request, files, _, _ = socket.recv_fds(requests, MAX_REQUEST_BYTES, 3)
        if not request:
            os._exit(0)
        keeper = os.fork()
        if keeper == 0:
            requests.close()
            if _is_command(*files):
                _prepare(**json.loads(request))
                return
        for file in files:
            os.close(file)
        os.waitpid(keeper, 0)


def _is_command(stdout: int, stderr: int, answer: int) -> bool:
    """Fork the command's process; True in it. Its parent, which the server does not wait for, reports how it ends."""
    if os.fork():
        os._exit(0)
    process = os.fork()
    if process:
        os.write(answer, b"%d\n" % process)
        _, status = os.waitpid(process, 0)
        os.write(answer, b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    for file in (stdout, stderr, answer):
        os.close(file)
    return True


def _prepare(arguments: list[str], folder: str, variables: dict[str, str]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    sys.argv = arguments
    vars(util)["spawnv_passfds"] = _fork_helper


def _fork_helper(_: bytes, arguments: Sequence[str], files: Sequence[int]) -> int:
    """Start a process of multiprocessing, above all the fork server of the workers, as a fork, not as a new program."""
    process = os.fork()
    if process:
        return process
    try:
        _run_helper(arguments[-1], set(files))
    finally:
        os._exit(1)


def _run_helper(code: str, files: set[int]) -> NoReturn:
    from evaluator.engines import forked_workers

    for file in map(int, os.listdir("/proc/self/fd")):
        if file > 2 and file not in files:
            with suppress(OSError):  # the descriptor of the listing itself
                os.close(file)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    forked_workers.IMPORTED_IN = os.getpid()
    exec(code, {"__name__": "__main__"})
    os._exit(0)


if __name__ == "__main__":
    for name in IMPORTED:
        import_module(name)
    gc.freeze()
    serve(socket.socket(fileno=os.dup(0)))
    from evaluator.cli import main

    main()
