"""One measured execution of a suite in a sandbox of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean

from evaluator.evaluators.pytest_suite.execution import SuiteExecution, execute, job_of
from evaluator.evaluators.pytest_suite.model import PASSING
from evaluator.evaluators.pytest_suite.results import read
from evaluator.evaluators.pytest_suite.run import OpenBox, placed
from missions.project_files import Files
from missions.suites import Suite
from simulators.runtime.sandbox import Box

POLL_SECONDS = 0.05
"""Seconds between two readings of the memory in use: the kernel counts a peak, but no mean."""


@dataclass(frozen=True)
class SuiteUsage:
    """Cost of one execution: wall time and processor time in seconds, peak and mean memory in bytes; None where it
    was not measured. `is_complete` says that every test passed, so that the work was done."""

    wall: float
    cpu: float | None
    peak_memory: int | None
    mean_memory: float | None
    is_complete: bool


def measure_suite(suite: Suite, files: Files, opened: OpenBox) -> SuiteUsage:
    """Execute `suite` against the solution's `files` once, without controls, and return its cost."""
    tests = {path: place.read_bytes() for path, place in suite.files.items()}
    with opened({**placed(files, suite), **tests}) as box:
        with memory_of(box) as readings:
            execution = execute(job_of(suite, tests), box, suite.seconds)
        usage = box.usage()
    return SuiteUsage(execution.seconds, usage.cpu_seconds, usage.peak_memory, readings.mean(), _all_passed(execution))


def _all_passed(execution: SuiteExecution) -> bool:
    reading = read(execution)
    passed = [case.outcome in PASSING for case in reading.cases.values()]
    return reading.is_complete and bool(passed) and all(passed)


@dataclass
class MemoryReadings:
    """Memory in use at regular times, in bytes."""

    values: list[int] = field(default_factory=list)

    def mean(self) -> float | None:
        return fmean(self.values) if self.values else None


@contextmanager
def memory_of(box: Box) -> Iterator[MemoryReadings]:
    """Read the memory of `box` regularly until the context is left."""
    readings, left = MemoryReadings(), threading.Event()
    thread = threading.Thread(target=_read, args=(box, readings, left), name="memory readings", daemon=True)
    thread.start()
    try:
        yield readings
    finally:
        left.set()
        thread.join()


def _read(box: Box, readings: MemoryReadings, left: threading.Event) -> None:
    while not left.wait(POLL_SECONDS):
        try:
            memory = box.usage().memory
        except OSError:
            return  # the box was ended meanwhile; its execution says why
        if memory is not None:
            readings.values.append(memory)
