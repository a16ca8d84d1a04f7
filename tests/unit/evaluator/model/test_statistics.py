"""pass@k, means with their intervals, paired comparison."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.model.statistics import (
    MIN_MISSIONS,
    clustered_rate,
    mean_pass_at_k,
    mean_rate,
    paired_difference,
    pass_at_k,
)


@given(st.integers(1, 8), st.data())
def test_pass_at_k_is_the_share_of_choices_of_k_samples_with_one_that_passed(samples: int, data: st.DataObject) -> None:
    passed, k = data.draw(st.integers(0, samples)), data.draw(st.integers(1, samples))
    outcomes = [number < passed for number in range(samples)]
    choices = list(combinations(outcomes, k))
    assert pass_at_k(samples, passed, k) == pytest.approx(sum(map(any, choices)) / len(choices))


def test_figures_known_from_elsewhere() -> None:
    assert pass_at_k(5, 2, 1) == pytest.approx(0.4)
    assert pass_at_k(10, 3, 5) == pytest.approx(1 - 21 / 252)
    assert mean_pass_at_k([(5, 5), (5, 0)], 1) == 0.5


def test_fewer_samples_than_k_give_no_number() -> None:
    assert math.isnan(pass_at_k(4, 4, 5))
    assert math.isnan(mean_pass_at_k([(5, 5), (4, 4)], 5))
    assert math.isnan(mean_pass_at_k([], 1))


def test_a_mean_of_rates_has_an_interval_within_the_possible() -> None:
    mean = mean_rate([0.0, 0.1, 0.0, 1.0, 0.9, 1.0])
    assert (mean.value, mean.low, mean.high) == pytest.approx((0.5, 0.129, 0.871), abs=1e-2)
    assert math.isnan(mean_rate([0.2, 0.4, 0.6, 0.8]).low), "four missions are too few"
    assert mean_rate([0.2, 0.4, 0.6], at_least=2).has_limits
    assert math.isnan(mean_rate([0.85] * 9).low)
    assert math.isnan(mean_rate([]).value)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_limits_contain_the_mean_and_stay_between_0_and_1(rates: list[float]) -> None:
    mean = mean_rate(rates)
    assert not mean.has_limits or 0 <= mean.low <= mean.value <= mean.high <= 1
    assert not mean.has_limits or len(rates) >= MIN_MISSIONS


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=8))
def test_limits_of_a_difference_contain_it_and_stay_between_minus_1_and_1(pairs: list[tuple[int, int]]) -> None:
    found = paired_difference([one / 8 for one, _ in pairs], [other / 8 for _, other in pairs])
    assert math.isnan(found.low) or -1 <= found.low <= found.mean + 1e-9
    assert math.isnan(found.high) or found.mean - 1e-9 <= found.high <= 1


def test_a_difference_over_missions_may_be_chance_or_not() -> None:
    one = [0.9, 0.8, 0.85, 0.7, 0.95, 0.6, 0.75, 0.8]
    clear = paired_difference(one, [value - 0.2 for value in one])
    assert clear.p == pytest.approx(2 / 2**8)  # exact: both signs of the most extreme of 256 flips
    assert "; significant (p = 0.008" in clear.in_words()
    mixed = [0.5, 0.6, 0.4, 0.5, 0.6, 0.4, 0.7]
    assert "not significant" in paired_difference(mixed, mixed[1:] + mixed[:1]).in_words()
    assert "impossible" in paired_difference([0.5], [0.6]).in_words()


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param([(17, 20)] * 5, id="equal rates in every mission"),
        pytest.param([(20, 20)] * 5, id="everything passed"),
        pytest.param([(0, 20)] * 5, id="nothing passed"),
        pytest.param([(20, 20), (0, 20)] * 3, id="missions pass or fail as a whole"),
    ],
)
def test_the_interval_of_a_rate_is_never_a_point(counts: list[tuple[int, int]]) -> None:
    rate = clustered_rate(counts)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    assert rate.high - rate.low > 0.05


def test_the_interval_grows_with_the_correlation_within_missions() -> None:
    mixed = clustered_rate([(10, 20)] * 8)
    alike = clustered_rate([(20, 20), (0, 20)] * 4)
    assert mixed.value == alike.value == 0.5
    assert alike.high - alike.low > 2 * (mixed.high - mixed.low)


def test_with_many_missions_the_interval_is_wilson_s_of_independent_cases() -> None:
    rate = clustered_rate([(each % 2, 1) for each in range(10_000)])
    assert (rate.low, rate.high) == pytest.approx((0.4902, 0.5098), abs=2e-4)


def test_few_missions_have_no_limits() -> None:
    assert not clustered_rate([(3, 4)]).has_limits
    assert not clustered_rate([(3, 4), (1, 4), (2, 4), (0, 4)]).has_limits
    assert math.isnan(clustered_rate([]).value)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=12))
def test_limits_are_around_the_rate(counts: list[tuple[int, int]]) -> None:
    rate = clustered_rate([(min(pair), max(pair)) for pair in counts])
    missions = sum(max(pair) > 0 for pair in counts)
    assert rate.has_limits == (missions >= MIN_MISSIONS)
    assert not rate.has_limits or 0 <= rate.low <= rate.value <= rate.high <= 1


RATES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=12)


@settings(deadline=None)
@given(RATES)
def test_limits_of_means_and_differences_are_possible_and_around_them(pairs: list[tuple[float, float]]) -> None:
    one, other = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    mean, difference = mean_rate(one), paired_difference(one, other)
    assert not mean.has_limits or 0 <= mean.low <= mean.value <= mean.high <= 1
    has_limits = not math.isnan(difference.low)
    assert not has_limits or -1 <= difference.low <= difference.mean <= difference.high <= 1
    assert has_limits == (len(pairs) >= MIN_MISSIONS)
    turned = paired_difference(other, one)
    expected = difference.turned()
    assert (turned.low, turned.high) == pytest.approx((expected.low, expected.high), nan_ok=True)


def test_four_missions_can_never_be_significant_and_that_is_said() -> None:
    difference = paired_difference([1.0, 1.0, 1.0, 1.0], [0.0, 0.1, 0.0, 0.0])
    assert difference.smallest_p == difference.p == 0.125
    assert "p < 0.05 is impossible" in difference.in_words()
    assert "at least 6 such missions" in difference.in_words()
    assert not paired_difference([1.0] * 5, [0.0] * 5).can_be_significant
    assert paired_difference([1.0] * 6, [0.0] * 6).p < 0.05


def test_missions_without_a_difference_are_no_evidence() -> None:
    assert "p < 0.05 is impossible" in paired_difference([1.0] * 20, [0.5] * 3 + [1.0] * 17).in_words()
    assert paired_difference([0.5] * 8, [0.5] * 8).in_words() == "no difference over 8 missions"
