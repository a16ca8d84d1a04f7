"""Time and memory of a suite, relative to the reference measured in the same run.

Solution and reference are executed alternately, so that load of the machine hits both alike, and figures are
medians.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean, median

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.evaluators.pytest_suite import PytestSuite
from evaluator.evaluators.pytest_suite.execution import SuiteExecution, execute, job_of
from evaluator.evaluators.pytest_suite.results import PASSING, read
from evaluator.evaluators.pytest_suite.run import OpenBox, placed
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import Files
from missions.reference import Suite
from simulators.runtime.sandbox import Box, BoxLimits

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


WAITING = 0.8
"""Wall time counts where the solution's share of it is below this part of its share of processor time in every pair:
then the solution waits. A machine under load delays single executions, and seldom the solution's alone."""


@dataclass(frozen=True)
class MeasuredPair:
    """Costs of the solution and of the reference, measured one right after the other.

    A solution that did not pass every test has ratio 0: no failure takes a pair out of the figures.
    """

    solution: SuiteUsage
    reference: SuiteUsage


Figure = Callable[[SuiteUsage], float | None]


def time_ratio(pairs: Sequence[MeasuredPair]) -> float | None:
    """Return the reference's time divided by the solution's; None where nothing was measured.

    Processor time decides, because the load of the machine hardly changes it; wall time, where the solution waits.
    """
    cpu, wall = cpu_ratio(pairs), _ratios(pairs, lambda usage: usage.wall)
    if not wall:
        return None
    if cpu is None or max(wall) < WAITING * min(1.0, cpu):
        return median(wall)
    return cpu


def cpu_ratio(pairs: Sequence[MeasuredPair]) -> float | None:
    """Return the reference's processor time divided by the solution's; None where it was not measured."""
    return _median(_ratios(pairs, lambda usage: usage.cpu))


def memory_ratio(pairs: Sequence[MeasuredPair]) -> float | None:
    """Return the reference's peak memory divided by the solution's; None where it was not measured."""
    return _median(_ratios(pairs, lambda usage: usage.peak_memory))


def median_of(usages: Sequence[SuiteUsage], figure: Figure) -> float | None:
    """Return the median of one figure; None where it was not measured."""
    return _median([value for usage in usages if (value := figure(usage)) is not None])


def _ratios(pairs: Sequence[MeasuredPair], figure: Figure) -> list[float]:
    ratios = (_ratio(pair, figure) for pair in pairs)
    return [ratio for ratio in ratios if ratio is not None]


def _ratio(pair: MeasuredPair, figure: Figure) -> float | None:
    reference, own = figure(pair.reference), figure(pair.solution)
    if reference is not None and not pair.solution.is_complete:
        return 0.0
    return reference / own if reference is not None and own else None


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


FIGURES: Mapping[str, tuple[str, Figure]] = {
    "wall_seconds": ("s", lambda usage: usage.wall),
    "cpu_seconds": ("s", lambda usage: usage.cpu),
    "peak_memory": ("bytes", lambda usage: usage.peak_memory),
    "mean_memory": ("bytes", lambda usage: usage.mean_memory),
    "cpu_load": ("percent", lambda usage: None if usage.cpu is None else 100 * usage.cpu / usage.wall),
}
"""Measures of absolute cost: unit and figure, each the median over executions."""


@dataclass(frozen=True)
class SuiteCost(Evaluator):
    """Executes the suite `suite` for its cases, then `repeats` times for its cost, alternately with the reference.

    Nothing is measured of a solution that does not pass every case: it did not do the work. Measures are medians in
    absolute terms with the reference's, and the ratios `time_ratio`, `cpu_ratio` and `memory_ratio` (reference /
    solution, so that more is better).
    """

    suite: str
    name: str = ""
    repeats: int = 5
    limits: BoxLimits = field(default_factory=BoxLimits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.suite)

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"repeats": str(self.repeats)}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        evaluation = self._cases.not_built(mission, failure, workbench)
        return replace(evaluation, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        evaluation = self._cases.evaluate(solution, mission, workbench)
        suite, reference = mission.suite(self.suite), workbench.reference()
        measures: tuple[Measure, ...] = ()
        if suite is not None and evaluation.cases and all(case.passed for case in evaluation.cases):
            pairs = self.measured(suite, solution.files, reference.files if reference else None, workbench)
            measures = tuple(measures_of(pairs, reference is not None))
        return replace(evaluation, measures=measures, settings=self.settings(workbench.options))

    def measured(self, suite: Suite, files: Files, reference: Files | None, workbench: Workbench) -> list[MeasuredPair]:
        """Return the costs of `repeats` pairs of executions; a first pair, which fills caches, is not counted."""
        opened = partial(workbench.box, limits=self.limits)
        return list(pairs_of(suite, files, reference, opened, self.repeats))

    def measured_alone(self, suite: Suite, files: Files, workbench: Workbench) -> list[MeasuredPair]:
        """Return the cost of one execution without a reference, whatever its outcome."""
        usage = measure_suite(suite, files, partial(workbench.box, limits=self.limits))
        return [MeasuredPair(usage, usage)]

    @property
    def _cases(self) -> PytestSuite:
        return PytestSuite(self.suite, self.name, limits=self.limits)


def pairs_of(
    suite: Suite, files: Files, reference: Files | None, opened: OpenBox, repeats: int
) -> Iterator[MeasuredPair]:
    """Yield the pairs in which the reference passed every test. The order within a pair alternates."""
    for number in range(repeats + 1):
        pair = _pair(suite, files, reference, opened, solution_first=number % 2 == 0)
        if number and pair.reference.is_complete:
            yield pair


def _pair(suite: Suite, files: Files, reference: Files | None, opened: OpenBox, solution_first: bool) -> MeasuredPair:
    if reference is None:
        alone = measure_suite(suite, files, opened)
        return MeasuredPair(alone, alone)
    if solution_first:
        own = measure_suite(suite, files, opened)
        return MeasuredPair(own, measure_suite(suite, reference, opened))
    other = measure_suite(suite, reference, opened)
    return MeasuredPair(measure_suite(suite, files, opened), other)


def measures_of(pairs: Sequence[MeasuredPair], has_reference: bool) -> Iterator[Measure]:
    """Yield the medians of all figures, and the ratios where there is a reference."""
    own, others = [pair.solution for pair in pairs], [pair.reference for pair in pairs]
    for name, (unit, figure) in FIGURES.items():
        reference = median_of(others, figure) if has_reference else None
        yield Measure(name, median_of(own, figure), unit, reference, higher_is_better=False)
    for name, ratio in (("time_ratio", time_ratio), ("cpu_ratio", cpu_ratio), ("memory_ratio", memory_ratio)):
        yield Measure(name, ratio(pairs) if has_reference else None)
    yield Measure("executions", float(len(pairs)))
