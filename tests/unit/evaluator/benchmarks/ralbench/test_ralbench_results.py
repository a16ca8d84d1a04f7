"""Scores of an attempt from its evaluations, by both rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from evaluator.benchmarks.ralbench.benchmark import rank_stabilities, scores_of, summary_metrics
from evaluator.benchmarks.ralbench.scores import Dimension
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.result import Attempt, AttemptResult
from simulators.failures import Failure, FailureKind

PASSED, FAILED, ERROR, SKIPPED = Outcome.PASSED, Outcome.FAILED, Outcome.ERROR, Outcome.SKIPPED


def _case(number: int, outcome: Outcome, kind: FailureKind = FailureKind.EXPECTATION) -> Case:
    failure = None if outcome in (PASSED, SKIPPED) else Failure(kind, "why")
    return Case(f"t{number}", ("f.py",), outcome, failure)


def _suite(name: str, rule: str, outcomes: Sequence[Outcome], *measures: Measure) -> Evaluation:
    cases = tuple(_case(number, outcome) for number, outcome in enumerate(outcomes))
    return Evaluation(name, cases, measures, settings={"rule": rule})


def _result(
    rule: str,
    functional: Sequence[Outcome] = (PASSED, PASSED),
    *,
    index: float | None = 50.0,
    lines: float = 10.0,
    modules: float = 1.0,
    published: float | None = None,
    sample: int = 1,
) -> AttemptResult:
    cost = (
        Measure("wall_seconds", 2.0, "s", 1.0),
        Measure("mean_memory", 40.0, "bytes", 20.0),
        Measure("cpu_load", 100.0, "percent", 100.0),
        Measure("time_ratio", 0.8),
        Measure("memory_ratio", 0.9),
        Measure("cpu_ratio", 0.7),
    )
    evaluations = [
        _suite("functional", rule, functional, Measure("published_tests", published)),
        _suite("robustness", rule, (PASSED, FAILED)),
        _suite("performance", rule, (PASSED,), *cost),
        _suite("resource", rule, (PASSED,), *cost),
        _suite(
            "static_analysis",
            rule,
            (),
            Measure("minimum_maintainability", 25.0, reference=index),
            Measure("risky_calls", 1.0, reference=0.0),
            Measure("code_lines", lines),
            Measure("package_modules", modules),
        ),
    ]
    attempt = Attempt("Tiny", "requirement", "direct", sample)
    return AttemptResult(attempt, None, {each.evaluator: each for each in evaluations})


def test_strict_scores_are_relative_to_the_reference_of_the_same_run() -> None:
    scores = scores_of(_result("strict"))
    assert scores.functional == 1.0
    assert scores.dimensions == {
        Dimension.MAINTAINABILITY: pytest.approx(1 / 3),
        Dimension.SECURITY: 0.5,
        Dimension.ROBUSTNESS: 0.5,
        Dimension.EFFICIENCY: 0.8,
        Dimension.RESOURCES: pytest.approx(0.8),
    }


def test_published_scores_are_relative_to_the_published_figures() -> None:
    dimensions = scores_of(_result("paper")).dimensions
    assert dimensions[Dimension.EFFICIENCY] == 0.5
    assert dimensions[Dimension.RESOURCES] == pytest.approx(0.75)


def test_a_baseline_of_zero_is_undefined_by_the_strict_rule_only() -> None:
    assert scores_of(_result("strict", index=0.0)).dimensions[Dimension.MAINTAINABILITY] is None
    assert scores_of(_result("paper", index=0.0)).dimensions[Dimension.MAINTAINABILITY] == 0.0


def test_errors_are_counted_by_the_strict_rule_only() -> None:
    outcomes = (PASSED, ERROR)
    assert scores_of(_result("paper", outcomes)).functional == 1.0
    assert scores_of(_result("strict", outcomes)).functional == 0.5


def test_tests_that_were_not_collected_count_by_the_strict_rule() -> None:
    assert scores_of(_result("strict", (PASSED, PASSED), published=4.0)).functional == 0.5
    assert scores_of(_result("paper", (PASSED, PASSED), published=4.0)).functional == 1.0


@pytest.mark.parametrize(("lines", "modules"), [(0.0, 0.0), (10.0, 0.0)])
def test_a_solution_without_the_package_scores_nothing_by_the_strict_rule(lines: float, modules: float) -> None:
    strict = scores_of(_result("strict", lines=lines, modules=modules))
    assert strict.functional == 0.0
    assert set(strict.dimensions.values()) == {0.0}
    assert scores_of(_result("paper", lines=lines, modules=modules)).functional == 1.0


def test_a_suite_out_of_time_is_one_failed_test_in_the_original() -> None:
    result = _result("paper")
    timeout = _case(2, Outcome.TIMEOUT, FailureKind.TIMEOUT)
    suite = result.evaluations["functional"]
    changed = Evaluation("functional", (*suite.cases, timeout), suite.measures, settings=suite.settings)
    assert scores_of(AttemptResult(result.attempt, None, {**result.evaluations, "functional": changed})).functional == 0


def test_metrics_are_percentages_with_other_weightings() -> None:
    metrics = summary_metrics([_result("strict")])
    assert metrics["F"] == 100.0
    assert metrics["NF"] == pytest.approx(100 * (0.36 / 3 + 0.24 * 0.5 + 0.16 * 0.5 + 0.12 * 0.8 + 0.12 * 0.8))
    assert metrics["NF_equal"] == pytest.approx(100 * (1 / 3 + 0.5 + 0.5 + 0.8 + 0.8) / 5)
    assert {name for name in metrics if name.startswith("NF_without_")} == {
        f"NF_without_{short}" for short in ("M", "S", "Rb", "E", "Ru")
    }
    assert "F_cv_median" not in metrics


def test_repetitions_have_a_variation() -> None:
    metrics = summary_metrics([_result("strict", (PASSED, FAILED), sample=1), _result("strict", sample=2)])
    assert metrics["F_std_median"] == pytest.approx(25.0)
    assert metrics["F_cv_p95"] == pytest.approx(25 / 75)
    assert metrics["NF_std_median"] == 0.0


def test_without_results_there_are_no_metrics() -> None:
    assert summary_metrics([]) == {}


def test_ranks_of_agents_are_compared_over_weightings() -> None:
    good, bad = (
        {"M": 50.0, "S": 100.0, "NF": 80.0, "NF_equal": 70.0},
        {"M": 10.0, "S": 100.0, "NF": 40.0, "NF_equal": 75.0},
    )
    found = rank_stabilities([good, bad])
    assert found["ranks_NF_equal"] == -1.0
    assert found["ranks_NF_entropy"] == 1.0
    assert found["entropy_weight_M"] == pytest.approx(1.0)
    assert rank_stabilities([good]) == {}
