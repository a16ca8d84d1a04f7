"""CodeBLEU of a pair of files from their features: a few set operations and a logarithm."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from evaluator.evaluators.similarity.features import Features

SMOOTHED = 0.1
"""Replaces a count of 0 matching n-grams (Chen and Cherry 2014, method 1)."""

WEIGHTED_LENGTH = 2
"""Length that the package's weighted match assumes for every reference (it measures the pair of tokens and
weights), so that no answer of more than two tokens is too short for it."""


@dataclass(frozen=True)
class CodeBleu:
    """The four parts, each from 0 to 1. `syntax` and `flow` are None when the canonical file has none."""

    ngram: float
    weighted: float
    syntax: float | None
    flow: float | None

    @property
    def published(self) -> float:
        """Return the package's sum, in which a data flow of 0 counts as 1."""
        return 0.25 * self.ngram + 0.25 * self.weighted + 0.25 * (self.syntax or 0) + 0.25 * (self.flow or 1)


def code_bleu(canonical: Features, answered: Features) -> CodeBleu:
    """Return CodeBLEU of the `answered` file with the `canonical` one as reference."""
    matching = [_overlap(a, b) for a, b in zip(canonical.grams, answered.grams, strict=True)]
    ngram = weighted = 0.0
    if matching[0]:
        possible = [_possible(answered, order) for order in range(4)]
        ngram = _brevity(canonical.length, answered.length) * _geometric_mean(matching, possible)
        weights = [_matching_weight(canonical, answered), *matching[1:]]
        most = [max(1, canonical.weight), *(_possible(canonical, order) for order in (1, 2, 3))]
        weighted = _brevity(WEIGHTED_LENGTH, answered.length) * _geometric_mean(weights, most)
    return CodeBleu(ngram, weighted, _share(canonical.subtrees, answered.subtrees), _flow(canonical, answered))


def _overlap(first: Counter[str], second: Counter[str]) -> int:
    common = first.keys() & second.keys()
    return sum(map(min, map(first.__getitem__, common), map(second.__getitem__, common)))


def _possible(features: Features, order: int) -> int:
    return max(1, features.length - order)


def _matching_weight(canonical: Features, answered: Features) -> float:
    """Return the sum of matching weights in the order of the canonical text: a sum of floats depends on its order."""
    total: float = 0
    counts, found = canonical.grams[0], answered.grams[0]
    for gram in counts:
        if gram in found:
            total += min(counts[gram], found[gram]) * canonical.weights[gram]
    return total


def _geometric_mean(matching: list[Any], possible: list[Any]) -> float:
    logarithms = (0.25 * math.log((a or SMOOTHED) / b) for a, b in zip(matching, possible, strict=True))
    return math.exp(math.fsum(logarithms))


def _brevity(canonical: int, answered: int) -> float:
    """Return BLEU's penalty for an answer that is shorter than the reference (Papineni et al. 2002)."""
    return 1 if answered > canonical else math.exp(1 - canonical / answered)


def _share(canonical: Counter[str] | None, answered: Counter[str] | None) -> float | None:
    """Return the share of the canonical subtrees, with multiplicity, that occur in the answer at all."""
    if canonical is None or answered is None:
        return None
    return sum(map(canonical.__getitem__, canonical.keys() & answered.keys())) / canonical.total()


def _flow(canonical: Features, answered: Features) -> float | None:
    if not canonical.flow or answered.flow is None:
        return None
    return _overlap(canonical.flow, answered.flow) / canonical.flow.total()
