"""Figures over samples and missions: pass@k, rates and means with their confidence, paired comparison."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

CONFIDENCE = 0.95
SEED = 20250314
RESAMPLES = 9_999
Z = 1.959963984540054
"""Quantile of the normal distribution for the confidence."""

MIN_MISSIONS = 5
"""Missions from which on an interval is estimated: the spread of fewer says too little."""


def pass_at_k(samples: int, passed: int, k: int) -> float:
    """The probability that at least one of `k` samples passes, estimated without bias from `samples` of which
    `passed` passed: 1 − C(n − c, k) / C(n, k) (Chen et al. 2021, *Evaluating Large Language Models Trained on
    Code*, section 2.1). Not a number where there are fewer than `k` samples."""
    if not 0 <= passed <= samples or k < 1:
        raise ValueError(f"pass@{k} of {passed} passed among {samples} samples is not defined")
    if samples < k:
        return math.nan
    return 1.0 - math.comb(samples - passed, k) / math.comb(samples, k)


def mean_pass_at_k(counts: Sequence[tuple[int, int]], k: int) -> float:
    """The mean of pass@k over (samples, passed) pairs; not a number when one of them has too few samples."""
    return _mean([pass_at_k(samples, passed, k) for samples, passed in counts])


@dataclass(frozen=True)
class Mean:
    """A mean and the limits of its 95 % confidence interval; limits that cannot be estimated are not a number."""

    value: float
    low: float
    high: float

    @property
    def has_limits(self) -> bool:
        return not math.isnan(self.low)


UNKNOWN = Mean(math.nan, math.nan, math.nan)


def mean_rate(rates: Sequence[float], at_least: int = MIN_MISSIONS) -> Mean:
    """The mean of rates between 0 and 1 with an interval between 0 and 1.

    The interval is Wilson's for the number of independent cases that would have the variance of this mean, with
    Student's t. Fewer than `at_least` rates, or equal ones, have no limits.
    """
    mean, number = _mean(rates), len(rates)
    if number < max(2, at_least) or len(set(rates)) < 2:
        return Mean(mean, math.nan, math.nan)
    variance = sum((rate - mean) ** 2 for rate in rates) / (number - 1) / number
    return _wilson(mean, mean * (1 - mean) / variance * (Z / _t(number - 1)) ** 2)


def clustered_rate(counts: Sequence[tuple[float, int]]) -> Mean:
    """The share of all cases that passed, from (passed, total) of each mission, with its interval; `passed` may be a
    sum of probabilities.

    The cases of one mission are not independent. The design effect (variance of the rate between missions by
    linearization, over that of independent cases; at least 1) and the degrees of freedom of Student's t shrink the
    number of cases, from which Wilson's score interval is computed (Korn and Graubard 1998, *Confidence intervals for
    proportions with small expected number of positive counts estimated from survey data*). Fewer than `MIN_MISSIONS`
    missions have no limits.
    """
    counts = [(passed, total) for passed, total in counts if total]
    passed, total = sum(each for each, _ in counts), sum(each for _, each in counts)
    if not total or math.isnan(passed):
        return UNKNOWN
    rate, missions = passed / total, len(counts)
    if missions < MIN_MISSIONS:
        return Mean(rate, math.nan, math.nan)
    between = missions / (missions - 1) * sum((p - rate * n) ** 2 for p, n in counts) / total**2
    independent = rate * (1 - rate) / total
    effect = max(1.0, between / independent) if independent else 1.0
    return _wilson(rate, total / effect * (Z / _t(missions - 1)) ** 2)


def clustered_pass_at_k(missions: Sequence[Sequence[tuple[int, int]]], k: int) -> Mean:
    """The mean of pass@k over the (samples, passed) pairs of all missions, with the interval of `clustered_rate`; not a
    number when one of them has too few samples."""
    return clustered_rate([(math.fsum(pass_at_k(*pair, k) for pair in pairs), len(pairs)) for pairs in missions])


def _wilson(rate: float, number: float) -> Mean:
    """Wilson's score interval of a rate over `number` independent cases, which need not be a whole number."""
    square = Z**2 / number
    middle = (rate + square / 2) / (1 + square)
    reach = math.sqrt(rate * (1 - rate) / number * Z**2 + square**2 / 4) / (1 + square)
    return Mean(rate, max(0.0, min(rate, middle - reach)), min(1.0, max(rate, middle + reach)))


def _t(freedom: int) -> float:
    from scipy import stats

    return float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))


@dataclass(frozen=True)
class Difference:
    """The mean difference of paired values, and how likely one as large is by chance (two-sided).

    `differing` is the number of pairs whose values differ: only they carry evidence. `low` and `high` are the limits of
    the mean's 95 % confidence interval, between -1 and 1; not a number for fewer than `MIN_MISSIONS` pairs.
    """

    pairs: int
    mean: float
    p: float
    differing: int = 0
    low: float = math.nan
    high: float = math.nan

    @property
    def smallest_p(self) -> float:
        """The smallest p that a sign-flipping test of this many differing pairs can reach: 2 / 2^n."""
        return 2.0 ** (1 - self.differing) if self.differing else 1.0

    @property
    def can_be_significant(self) -> bool:
        return self.smallest_p < 1 - CONFIDENCE

    def turned(self) -> Difference:
        """Return the difference other − one."""
        return replace(self, mean=-self.mean, low=-self.high, high=-self.low)

    def points(self) -> str:
        """``+4.2 points [+1.0, +7.4]``; without limits where there are none."""
        limits = "" if math.isnan(self.low) else f" [{100 * self.low:+.1f}, {100 * self.high:+.1f}]"
        return f"{100 * self.mean:+.1f} points{limits}"

    def in_words(self) -> str:
        """A sentence for a reader: is the difference significant, and could the test find it at all?"""
        mean = f"mean difference {self.points()} over {_missions(self.pairs)}"
        if not self.differing:
            return f"no difference over {_missions(self.pairs)}"
        if not self.can_be_significant:
            return (
                f"{mean}; with {_missions(self.differing)} that differ, p < 0.05 is impossible (p is at least "
                f"{self.smallest_p:.3f}): at least {MISSIONS_NEEDED} such missions are needed"
            )
        verdict = "significant" if self.p < 1 - CONFIDENCE else "not significant"
        return f"{mean}; {verdict} (p = {self.p:.3f}, paired permutation test over missions)"


def _missions(number: int) -> str:
    return f"{number} mission{'' if number == 1 else 's'}"


MISSIONS_NEEDED = 6
"""Missions that must differ before a two-sided sign-flipping test can reach p < 0.05: 2 / 2^6 = 0.031."""


def paired_difference(one: Sequence[float], other: Sequence[float]) -> Difference:
    """Sign-flipping permutation test of one − other over missions; exact for up to 13 pairs, else 9,999 resamples
    with a fixed seed. Fewer than 2 pairs give no p."""
    if len(one) != len(other):
        raise ValueError("paired values need as many on either side")
    differences = [a - b for a, b in zip(one, other, strict=True)]
    differing = sum(difference != 0 for difference in differences)
    if len(differences) < 2:
        return Difference(len(differences), _mean(differences), math.nan, differing)
    import numpy as np
    from scipy import stats

    found = stats.permutation_test(
        (np.asarray(one), np.asarray(other)),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        rng=np.random.default_rng(SEED),
    )
    limits = mean_rate([(difference + 1) / 2 for difference in differences])
    low, high = 2 * limits.low - 1, 2 * limits.high - 1
    return Difference(len(differences), _mean(differences), float(found.pvalue), differing, low, high)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan
