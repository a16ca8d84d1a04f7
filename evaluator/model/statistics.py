"""Figures over samples and missions: pass@k, means with their confidence, paired comparison."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95
SEED = 20250314
RESAMPLES = 9_999


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
    """A mean and the limits of its confidence interval (Student's t); without limits from one value."""

    value: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of `values` with its 95 % interval; not a number where there is nothing to estimate it from."""
    mean = _mean(values)
    if len(values) < 2:
        return Mean(mean, math.nan, math.nan)
    from scipy import stats

    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * spread
    return Mean(mean, mean - reach, mean + reach)


@dataclass(frozen=True)
class Difference:
    """The mean difference of paired values, and how likely one as large is by chance (two-sided)."""

    pairs: int
    mean: float
    p: float

    def in_words(self) -> str:
        """A sentence for a reader: could it be chance?"""
        if math.isnan(self.p):
            return f"{self.pairs} pairs: too few to say whether the difference could be chance"
        verdict = "could well be chance" if self.p >= 1 - CONFIDENCE else "is hardly chance"
        return (
            f"mean difference {100 * self.mean:+.1f} points over {self.pairs} missions; it {verdict} (p = {self.p:.3f})"
        )


def paired_difference(one: Sequence[float], other: Sequence[float]) -> Difference:
    """Sign-flipping permutation test of one − other over missions; exact for up to 13 pairs, else 9,999 resamples
    with a fixed seed. Fewer than 2 pairs give no p."""
    if len(one) != len(other):
        raise ValueError("paired values need as many on either side")
    differences = [a - b for a, b in zip(one, other, strict=True)]
    if len(differences) < 2:
        return Difference(len(differences), _mean(differences), math.nan)
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
    return Difference(len(differences), _mean(differences), float(found.pvalue))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan
