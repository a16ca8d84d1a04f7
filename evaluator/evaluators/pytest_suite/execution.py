"""One execution of a suite's test processes in an open box, as the events that its supervisor sends."""

from __future__ import annotations

import hashlib
import json
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

from pydantic import TypeAdapter, ValidationError

from missions.project_files import Files
from missions.reference import CONFTEST, Suite
from simulators.clocks import Deadline
from simulators.failures import Failure, FailureKind
from simulators.runtime.processes.process import Output, describe_exit
from simulators.runtime.sandbox import Box

GUEST = Path(__file__).parent / "guest"
MODULES = ("test_process", "supervisor")
START = """
import sys
sys.path.remove("")
import json, types
job = json.load(sys.stdin)
modules = {}
for name, text in job.pop("modules").items():
    modules[name] = types.ModuleType("projecteval_" + name)
    exec(compile(text, "<projecteval " + name + ">", "exec"), vars(modules[name]))
modules["supervisor"].main(job, modules["test_process"].run_tests)
"""
"""First code in the box. Option ``-s`` keeps the user's folder out of the import path, the second line the working
folder (option ``-P`` exists since Python 3.11 only)."""

MAX_BYTES = 64 << 20
"""Bytes of events that are read; more is a solution that sends without end."""

END_SECONDS = 5.0
"""Seconds that a supervisor that has reported everything may take to end."""


@dataclass(frozen=True)
class SuiteEvent:
    """One line of the supervisor. `group` numbers the test process."""

    event: str
    group: int = 0
    id: str = ""
    outcome: str = ""
    summary: str = ""
    text: str = ""
    assertion: bool = False
    seconds: float = 0.0
    status: int = 0
    exception: str = ""
    files: Mapping[str, tuple[int, int, int, int]] | None = None
    tests: Mapping[str, tuple[str, ...]] | None = None


EVENT = TypeAdapter(SuiteEvent)

Regions = Mapping[str, tuple[tuple[str, int, int], ...]]
"""Source file → names of functions with the first and last line of each body."""


@dataclass(frozen=True)
class Job:
    """What the supervisor executes: `groups` of arguments for pytest, each in a process of its own.

    `digests` are those of the test files, which must not change between groups; `folders` are importable; `coverage`
    names the source folders or packages whose coverage is measured. `packages` are the top-level names under test.
    `functions` are regions of lines by source file, each with its name, whose tests are recorded; `excluded` are cases,
    or tests without parameters, that are left out. `programs` is a folder whose programs tests may start.
    """

    groups: tuple[tuple[str, ...], ...]
    digests: Mapping[str, str]
    folders: tuple[str, ...]
    variables: Mapping[str, str]
    no_conftest: bool
    coverage: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    functions: Regions = field(default_factory=dict)
    excluded: tuple[str, ...] = ()
    programs: str = ""


@dataclass(frozen=True)
class SuiteExecution:
    """Events of one execution, in order. `failure` says why it did not end by itself; None when it did.

    `exceeded` is the limit of the sandbox that was exceeded, as the sandbox observed it.
    """

    events: tuple[SuiteEvent, ...]
    failure: Failure | None
    timed_out: bool
    seconds: float
    log: str = field(default="", compare=False)
    exceeded: str = ""


def job_of(suite: Suite, tests: Files, coverage: Sequence[str] = (), functions: Regions | None = None) -> Job:
    """Return the job of `suite` with the content of its files."""
    own = tuple(suite.arguments)
    groups = tuple((*own, path) for path in suite.test_files()) if suite.separate else (own or suite.test_files(),)
    variables = dict(suite.variables)
    folders = tuple(variables.pop("PYTHONPATH", "").split(os.pathsep)) if "PYTHONPATH" in variables else (suite.folder,)
    return Job(
        groups,
        {path: hashlib.sha256(content).hexdigest() for path, content in tests.items()},
        folders,
        variables,
        not any(Path(path).name == CONFTEST for path in tests),
        tuple(coverage),
        suite.packages,
        functions or {},
        suite.excluded,
        suite.programs,
    )


def execute(job: Job, box: Box, seconds: float) -> SuiteExecution:
    """Execute `job` in `box`, for at most `seconds`, more on a machine with other work; kill what is left."""
    begun, deadline = time.monotonic(), Deadline.after(seconds)
    launch = box.launch(("python", "-s", "-c", START))
    popen = launch.start(stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert popen.stdin is not None and popen.stdout is not None and popen.stderr is not None  # noqa: PT018
    output = Output(popen.stderr)
    feeder = threading.Thread(target=_feed, args=(popen.stdin, job), daemon=True)
    feeder.start()
    try:
        events = tuple(_events(popen.stdout, deadline))
        is_finished = any(event.event == "finished" for event in events)
        if is_finished:
            deadline = Deadline.after(END_SECONDS)
        status = deadline.wait_for(lambda left: _status(popen, left))
        failure = None if is_finished else _failure(box, status, seconds)
        timed_out = status is None and not is_finished
        took, exceeded = time.monotonic() - begun, box.exceeded_limit() or ""
        return SuiteExecution(events, failure, timed_out, took, output.text(), exceeded)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
        popen.wait()
        feeder.join(END_SECONDS)
        output.wait(1.0)
        popen.stdout.close()
        popen.stderr.close()


def _feed(stdin: IO[bytes], job: Job) -> None:
    modules = {name: (GUEST / f"{name}.py").read_text(encoding="utf-8") for name in MODULES}
    with suppress(BrokenPipeError), stdin:
        stdin.write(json.dumps({**asdict(job), "modules": modules}).encode())


def _events(stdout: IO[bytes], deadline: Deadline) -> Iterator[SuiteEvent]:
    """Yield the events until the stream ends, its bound is reached or the time is used up; other lines are ignored."""
    for line in _lines(stdout, deadline):
        with suppress(ValidationError):
            yield EVENT.validate_json(line)


def _lines(stdout: IO[bytes], deadline: Deadline) -> Iterator[bytes]:
    rest, total = b"", 0
    with selectors.DefaultSelector() as selector:
        selector.register(stdout, selectors.EVENT_READ)
        while total < MAX_BYTES and not deadline.passed():
            if not selector.select(deadline.seconds()):
                continue
            if not (chunk := os.read(stdout.fileno(), 1 << 16)):
                return
            total += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines


def _status(popen: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the exit status, waiting that long for it; None when it still runs then."""
    try:
        return popen.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _failure(box: Box, status: int | None, seconds: float) -> Failure:
    if status is None:
        return Failure(FailureKind.TIMEOUT, f"the suite exceeded its limit of {seconds:g} s")
    limit = box.exceeded_limit()
    why = f"; {limit}" if limit else ""
    return Failure(box.kind_of_end(status), f"the test runner ended {describe_exit(status)}{why}")
