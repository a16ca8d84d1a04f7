"""Ratios of cost: processor time decides, wall time where the solution waits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluator.evaluators.resources import MeasuredPair, SuiteUsage, cpu_ratio, memory_ratio, time_ratio


def _usage(wall: float, cpu: float | None = 1.0, peak: int | None = 100) -> SuiteUsage:
    return SuiteUsage(wall, cpu, peak, None, is_complete=True)


def _pairs(*walls: tuple[float, float], cpu: tuple[float | None, float | None] = (1.0, 1.0)) -> list[MeasuredPair]:
    """Pairs of wall times (solution, reference), all with the same processor times."""
    return [MeasuredPair(_usage(own, cpu[0]), _usage(other, cpu[1])) for own, other in walls]


def test_load_that_hits_single_executions_changes_nothing() -> None:
    assert time_ratio(_pairs((9.0, 1.0), (1.0, 9.0), (3.0, 1.0))) == 1.0


def test_processor_time_decides() -> None:
    assert time_ratio(_pairs((1.0, 1.0), (1.0, 1.0), cpu=(2.0, 1.0))) == 0.5


def test_a_solution_that_waits_in_every_execution_loses_its_wall_time() -> None:
    assert time_ratio(_pairs((5.0, 1.0), (6.0, 1.0), (10.0, 2.0))) == pytest.approx(0.2)


def test_without_processor_time_wall_time_decides() -> None:
    assert time_ratio(_pairs((2.0, 1.0), cpu=(None, None))) == 0.5
    assert cpu_ratio(_pairs((2.0, 1.0), cpu=(None, None))) is None


def test_the_median_of_pairs_is_taken() -> None:
    pairs = [MeasuredPair(_usage(1.0, peak=100), _usage(1.0, peak=peak)) for peak in (100, 50, 1000)]
    assert memory_ratio(pairs) == 1.0


def test_a_solution_that_fails_while_it_is_measured_leaves_no_pair_out() -> None:
    failed = [replace(each, solution=replace(each.solution, is_complete=False)) for each in _pairs((0.1, 1.0))]
    assert (time_ratio(failed), cpu_ratio(failed), memory_ratio(failed)) == (0.0, 0.0, 0.0)
    assert time_ratio([*failed, *_pairs((1.0, 1.0), (1.0, 1.0))]) == 1.0


def test_nothing_measured_is_undefined() -> None:
    assert time_ratio([]) is None
    assert memory_ratio([MeasuredPair(_usage(1.0, peak=None), _usage(1.0, peak=None))]) is None
