"""Scores of RAL-Bench under both rules, by hand-computed examples."""

from __future__ import annotations

import pytest

from evaluator.benchmarks.ralbench.scores import (
    AHP_WEIGHTS,
    Dimension,
    ProjectScores,
    Resources,
    SuiteCounts,
    efficiency_score,
    entropy_weights,
    equal_weights,
    leave_one_out,
    maintainability_score,
    mean_score,
    median_and_p95,
    non_functional_score,
    pass_rate,
    rank_stability,
    resource_score,
    security_score,
    variation,
    without_credit,
)
from evaluator.model.options import Rule

PAPER, STRICT = Rule.PAPER, Rule.STRICT
PASSED = SuiteCounts(passed=2)
M, S, RB, E, RU = Dimension


@pytest.mark.parametrize(
    ("counts", "paper", "strict"),
    [
        (SuiteCounts(passed=3, failed=1), 0.75, 0.75),
        (SuiteCounts(passed=2, failed=1, skipped=1), 0.5, 0.5),
        (SuiteCounts(passed=2, errors=2), 1.0, 0.5),
        (SuiteCounts(passed=3, is_complete=False), 1.0, 0.75),
        (SuiteCounts(), 0.0, 0.0),
    ],
)
def test_the_pass_rate_counts_errors_only_when_strict(counts: SuiteCounts, paper: float, strict: float) -> None:
    assert (pass_rate(counts, PAPER), pass_rate(counts, STRICT)) == (paper, strict)


@pytest.mark.parametrize(
    ("generated", "reference", "paper", "strict"),
    [
        (25.6286, 25.6286, 0.5, 0.5),
        (30.0, 10.0, 0.75, 0.75),
        (0.0, 10.0, 0.0, 0.0),
        (None, 10.0, 0.0, 0.0),
        (30.0, 0.0, 0.0, None),
        (30.0, None, 0.0, None),
    ],
)
def test_maintainability_is_relative_to_the_reference(
    generated: float | None, reference: float | None, paper: float, strict: float | None
) -> None:
    assert maintainability_score(generated, reference, PAPER) == pytest.approx(paper)
    assert maintainability_score(generated, reference, STRICT) == (None if strict is None else pytest.approx(strict))


@pytest.mark.parametrize(
    ("generated", "reference", "expected"), [(0, 0, 1.0), (3, 1, 0.5), (0, 5, 1.0), (None, 1, 0.0)]
)
def test_security_compares_numbers_of_risky_calls(generated: float | None, reference: float, expected: float) -> None:
    assert security_score(generated, reference, PAPER) == security_score(generated, reference, STRICT) == expected


def test_an_unknown_reference_count_is_undefined_only_when_strict() -> None:
    assert (security_score(0, None, PAPER), security_score(0, None, STRICT)) == (0.0, None)


def test_efficiency_is_at_most_1_and_0_where_a_test_failed() -> None:
    assert efficiency_score(2.0, 1.0, PASSED, PAPER) == 0.5
    assert efficiency_score(0.5, 1.0, PASSED, PAPER) == 1.0
    assert efficiency_score(0.5, 1.0, SuiteCounts(passed=1, failed=1), STRICT) == 0.0
    assert (efficiency_score(1.0, 0.0, PASSED, PAPER), efficiency_score(1.0, 0.0, PASSED, STRICT)) == (0.0, None)


def test_resources_are_the_mean_of_memory_and_cpu_or_memory_alone() -> None:
    reference = Resources(30.0, 100.0)
    assert resource_score(Resources(60.0, 50.0), reference, PASSED, PAPER) == 0.75
    assert resource_score(Resources(60.0), reference, PASSED, PAPER) == 0.5
    assert resource_score(Resources(60.0, 50.0), Resources(30.0), PASSED, STRICT) == 0.5
    assert resource_score(Resources(None), reference, PASSED, STRICT) == 0.0
    assert resource_score(Resources(60.0), Resources(None), PASSED, STRICT) is None
    assert resource_score(Resources(60.0), reference, SuiteCounts(errors=1), PAPER) == 0.0


def test_the_weighted_mean_leaves_undefined_scores_out_only_when_strict() -> None:
    scores = {M: None, S: 1.0, RB: 0.5, E: 1.0, RU: 0.0}
    assert non_functional_score(scores, PAPER) == pytest.approx(0.24 + 0.08 + 0.12)
    assert non_functional_score(scores, STRICT) == pytest.approx((0.24 + 0.08 + 0.12) / 0.64)
    assert non_functional_score(dict.fromkeys(Dimension), STRICT) is None
    assert non_functional_score(dict.fromkeys(Dimension), PAPER) == 0.0


def test_the_reference_scores_its_best_under_the_published_rule() -> None:
    own = ProjectScores(1.0, {M: 0.5, S: 1.0, RB: 1.0, E: 1.0, RU: 1.0})
    assert own.non_functional(PAPER) == pytest.approx(0.82)


def test_a_project_without_code_scores_nothing_when_strict() -> None:
    scores = ProjectScores(1.0, {M: None, S: 1.0, RB: 1.0, E: 1.0, RU: 1.0})
    assert without_credit(scores, 0, PAPER) == without_credit(scores, 5, STRICT) == scores
    empty = without_credit(scores, 0, STRICT)
    assert (empty.functional, empty.non_functional(STRICT)) == (0.0, 0.0)


def test_a_models_score_is_the_mean_over_tasks_in_percent() -> None:
    assert mean_score([1.0, None, 0.5], PAPER) == pytest.approx(50)
    assert mean_score([1.0, None, 0.5], STRICT) == pytest.approx(75)
    assert mean_score([], PAPER) is None


def test_alternative_weights_have_a_sum_of_1() -> None:
    rows = [{M: 0.5, S: 1.0, RB: 0.2, E: 0.9, RU: 1.0}, {M: 0.6, S: 1.0, RB: 0.8, E: 0.1, RU: 1.0}]
    alternatives = [AHP_WEIGHTS, equal_weights(), entropy_weights(rows), *leave_one_out().values()]
    assert [sum(weights.values()) for weights in alternatives] == pytest.approx([1.0] * len(alternatives))
    assert set(leave_one_out()[M]) == {S, RB, E, RU}
    assert leave_one_out()[M][S] == pytest.approx(0.375)


def test_entropy_weighs_what_distinguishes_models() -> None:
    rows = [{M: 0.5, S: 1.0, RB: 0.0, E: 0.9, RU: 1.0}, {M: 0.5, S: 1.0, RB: 1.0, E: 0.1, RU: 1.0}]
    weights = entropy_weights(rows)
    assert weights[RB] > weights[E] > 0.1
    assert weights[M] == weights[S] == pytest.approx(0.0)
    assert entropy_weights([rows[0], rows[0]]) == equal_weights()


def test_rank_stability_is_spearmans_correlation() -> None:
    assert rank_stability([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert rank_stability([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert rank_stability([1, 2, 2, 4], [1, 3, 2, 4]) == pytest.approx(0.9487, abs=1e-4)
    assert rank_stability([1, 1], [1, 2]) is None


def test_variation_of_reruns_is_that_of_a_population() -> None:
    found = variation([0.9, 1.0, 1.1])
    assert found.mean == pytest.approx(1.0)
    assert found.deviation == pytest.approx(0.08165, abs=1e-5)
    assert found.coefficient == pytest.approx(0.08165, abs=1e-5)
    assert variation([0.0, 0.0]).coefficient is None
    assert median_and_p95([4, 1, 2, 3, 5]) == pytest.approx((3, 4.8))
