"""pass@k, means with their intervals, paired comparison."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.model.statistics import mean_of, mean_pass_at_k, paired_difference, pass_at_k


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


def test_a_mean_has_an_interval_from_two_values_on() -> None:
    mean = mean_of([0.2, 0.4, 0.6])
    assert (mean.value, mean.low, mean.high) == pytest.approx((0.4, 0.4 - 0.49683, 0.4 + 0.49683), abs=1e-4)
    assert math.isnan(mean_of([0.5]).low)
    assert math.isnan(mean_of([]).value)


def test_a_difference_over_missions_may_be_chance_or_not() -> None:
    one = [0.9, 0.8, 0.85, 0.7, 0.95, 0.6, 0.75, 0.8]
    clear = paired_difference(one, [value - 0.2 for value in one])
    assert clear.p == pytest.approx(2 / 2**8)  # exact: both signs of the most extreme of 256 flips
    assert "is hardly chance" in clear.in_words()
    assert "could well be chance" in paired_difference([0.5, 0.6, 0.4], [0.6, 0.5, 0.4]).in_words()
    assert "too few" in paired_difference([0.5], [0.6]).in_words()
