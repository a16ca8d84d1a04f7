"""Estimates per component and their averages."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.benchmarks.realbench.benchmark import COMPLETION, EXECUTION, PASS, RealBench
from evaluator.benchmarks.realbench.scores import LEVEL, TaskCounts, by_level, level_of, over_levels
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.result import Attempt, AttemptResult
from simulators.failures import Failure, FailureKind

COUNTS = st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


@given(st.lists(COUNTS, min_size=1, max_size=6), st.integers(1, 7))
def test_the_estimate_is_the_share_of_subsets_in_which_a_sample_passes(counts: list[tuple[int, int]], k: int) -> None:
    found = TaskCounts("L1", {str(number): pair for number, pair in enumerate(counts)}).at(k)

    assert (
        math.isnan(found) if any(n < k for n, _ in counts) else found == pytest.approx(float(_by_counting(counts, k)))
    )


def _by_counting(counts: list[tuple[int, int]], k: int) -> Fraction:
    """Return the mean over components of the share of k samples among n that hold one of the c that passed."""
    shares = []
    for n, c in counts:
        subsets = list(combinations(range(n), k))
        shares.append(Fraction(sum(min(subset) < c for subset in subsets), len(subsets)))
    return sum(shares, Fraction(0)) / len(shares)


def test_levels_are_averaged_without_weights() -> None:
    tasks = [
        TaskCounts("L1", {"a": (1, 1)}),
        TaskCounts("L1", {"a": (1, 1)}),
        TaskCounts("L2", {"a": (1, 0), "b": (1, 1)}),
    ]

    assert by_level(tasks, 1) == {"L1": 1.0, "L2": 0.5}
    assert over_levels(tasks, 1) == 0.75
    assert over_levels(tasks, 2) is None
    assert over_levels([], 1) is None


def test_levels_begin_at_500_1000_and_2000_lines() -> None:
    assert [level_of(lines).value for lines in (0, 499, 500, 999, 1000, 1999, 2000)] == [
        "L1",
        "L1",
        "L2",
        "L2",
        "L3",
        "L3",
        "L4",
    ]


def _result(strategy: str, sample: int, passed: int, raised: str = "") -> AttemptResult:
    """Return an attempt that completes and executes two components, of which `passed` pass."""
    failure = Failure(FailureKind.TEST_ERROR, "no")
    cases = [
        Case(name, (), Outcome.PASSED) if number < passed else Case(name, (), Outcome.FAILED, failure)
        for number, name in enumerate(("m:a", "m:b"))
    ]
    labels, all_ = {LEVEL: "L1"}, tuple(Case(name, (), Outcome.PASSED) for name in ("m:a", "m:b"))
    measures = (Measure(f"exceptions.{raised}", 2.0),) if raised else ()
    evaluations = (
        Evaluation(COMPLETION.name, all_, labels=labels),
        Evaluation(EXECUTION.name, all_, labels=labels),
        Evaluation(PASS.name, tuple(cases), measures, labels=labels),
    )
    attempt = Attempt("m", "package", strategy, sample)
    return AttemptResult(attempt, None, {each.evaluator: each for each in evaluations})


def test_figures_of_several_samples_and_strategies() -> None:
    results = [
        *(_result("direct", 1, 0, "TypeError"), _result("direct", 2, 1)),
        *(_result("incremental", 1, 2), _result("incremental", 2, 2)),
    ]

    metrics = RealBench().summarize(results).metrics

    assert metrics["pass@1 direct"] == 0.25
    assert metrics["pass@2 direct"] == 0.5
    assert metrics["pass@1 incremental"] == 1.0
    assert metrics["pass@1"] == 0.625
    assert metrics["completion@1"] == metrics["execution@1"] == 1.0
    assert metrics["exceptions TypeError direct"] == 1.0
