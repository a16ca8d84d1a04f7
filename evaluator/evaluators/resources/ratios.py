"""Cost of the reference divided by that of the solution, from executions that took place alternately."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from evaluator.evaluators.resources.measurement import SuiteUsage

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
