"""Scores of RAL-Bench: functional score F and non-functional score NF of a project, relative to its reference.

NF is the weighted mean of maintainability M, security S, robustness Rb, efficiency E and resource use Ru.
Rule ``paper`` reproduces the published scores, with their defects; rule ``strict`` corrects them:

- a reference value of 0 makes a score undefined (None), not 0; NF is the weighted mean of the defined scores
- errors and skipped tests count as tests that did not pass
- a project without code scores 0, whatever its suites say (installed packages, early returns)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, median, pstdev

from evaluator.model.options import Rule


class Dimension(StrEnum):
    """Dimensions of non-functional quality."""

    MAINTAINABILITY = "maintainability"
    SECURITY = "security"
    ROBUSTNESS = "robustness"
    EFFICIENCY = "performance"
    RESOURCES = "resource"


Weights = Mapping[Dimension, float]
Scores = Mapping[Dimension, float | None]

AHP_WEIGHTS: Weights = {
    Dimension.MAINTAINABILITY: 0.36,
    Dimension.SECURITY: 0.24,
    Dimension.ROBUSTNESS: 0.16,
    Dimension.EFFICIENCY: 0.12,
    Dimension.RESOURCES: 0.12,
}
"""Published weights, by the analytic hierarchy process."""


@dataclass(frozen=True)
class SuiteCounts:
    """Numbers of tests by outcome. `is_complete` is False after a collection error or a timeout."""

    passed: int = 0
    failed: int = 0
    errors: int = 0
    skipped: int = 0
    is_complete: bool = True

    @property
    def has_failure(self) -> bool:
        return not self.is_complete or bool(self.failed or self.errors)


@dataclass(frozen=True)
class Resources:
    """Use of resources by one suite: mean memory in MB and mean CPU load in percent; None where not measured."""

    memory: float | None
    cpu: float | None = None


def pass_rate(counts: SuiteCounts, rule: Rule) -> float:
    """Return the share of tests that passed (F and Rb); 0 without tests.

    Rule ``paper`` does not count errors, so that only failed, skipped and passed tests are in the denominator.
    """
    total = counts.passed + counts.failed + counts.skipped
    if rule is Rule.STRICT:
        total += counts.errors + (not counts.is_complete)
    return counts.passed / total if total else 0.0


def maintainability_score(generated: float | None, reference: float | None, rule: Rule) -> float | None:
    """Return M = r / (1 + r) for r = generated / reference index; the reference itself scores 0.5."""
    if reference is None or reference <= 0:
        return 0.0 if rule is Rule.PAPER else None
    if generated is None or generated < 0:
        return 0.0
    return generated / reference / (1 + generated / reference)


def security_score(generated: float | None, reference: float | None, rule: Rule) -> float | None:
    """Return S = min(1, (reference + 1) / (generated + 1)) for the numbers of risky calls."""
    if reference is None or reference < 0:
        return 0.0 if rule is Rule.PAPER else None
    if generated is None or generated < 0:
        return 0.0
    return min(1.0, (reference + 1) / (generated + 1))


def efficiency_score(generated: float | None, reference: float | None, suite: SuiteCounts, rule: Rule) -> float | None:
    """Return E = min(1, reference / generated time of the suite); 0 where a test failed."""
    return 0.0 if suite.has_failure else _share(reference, generated, rule)


def resource_score(generated: Resources, reference: Resources, suite: SuiteCounts, rule: Rule) -> float | None:
    """Return Ru, the mean of the shares of memory and CPU load, or that of memory alone; 0 where a test failed."""
    if suite.has_failure:
        return 0.0
    memory = _share(reference.memory, generated.memory, rule)
    if memory is None or not _is_positive(reference.memory) or not _is_positive(generated.memory):
        return memory
    has_cpu = _is_positive(reference.cpu) and _is_positive(generated.cpu)
    cpu = _share(reference.cpu, generated.cpu, rule) if has_cpu else None
    return memory if cpu is None else (memory + cpu) / 2


def _is_positive(value: float | None) -> bool:
    return value is not None and value > 0


def _share(reference: float | None, generated: float | None, rule: Rule) -> float | None:
    if reference is None or reference <= 0:
        return 0.0 if rule is Rule.PAPER else None
    if generated is None or generated <= 0:
        return 0.0
    return min(1.0, reference / generated)


def non_functional_score(scores: Scores, rule: Rule, weights: Weights = AHP_WEIGHTS) -> float | None:
    """Return NF, the weighted mean of the dimensions' scores.

    Rule ``paper`` takes a missing score for 0. Rule ``strict`` leaves undefined scores out; None where none is defined.
    """
    if rule is Rule.PAPER:
        return sum(weight * (scores.get(name) or 0.0) for name, weight in weights.items()) / sum(weights.values())
    defined = [(weights[name], value) for name, value in scores.items() if value is not None and name in weights]
    whole = sum(weight for weight, _ in defined)
    return sum(weight * value for weight, value in defined) / whole if whole else None


@dataclass(frozen=True)
class ProjectScores:
    """Scores of one project."""

    functional: float
    dimensions: Scores

    def non_functional(self, rule: Rule, weights: Weights = AHP_WEIGHTS) -> float | None:
        """Return NF with the given weights."""
        return non_functional_score(self.dimensions, rule, weights)


def without_credit(scores: ProjectScores, code_lines: int, rule: Rule) -> ProjectScores:
    """Return the scores, all 0 for a project without code under rule ``strict``."""
    if code_lines or rule is Rule.PAPER:
        return scores
    return ProjectScores(0.0, dict.fromkeys(scores.dimensions, 0.0))


def mean_score(values: Iterable[float | None], rule: Rule) -> float | None:
    """Return a model's score over all tasks, in percent: the mean in which ``paper`` takes None for 0."""
    given = [0.0 if value is None and rule is Rule.PAPER else value for value in values]
    defined = [value for value in given if value is not None]
    return 100 * fmean(defined) if defined else None


def equal_weights() -> Weights:
    """Return the same weight for all dimensions."""
    return dict.fromkeys(Dimension, 1 / len(Dimension))


def leave_one_out(weights: Weights = AHP_WEIGHTS) -> Mapping[Dimension, Weights]:
    """Return, per left-out dimension, the weights of the others, with a sum of 1."""
    return {
        left: {
            name: weight / (sum(weights.values()) - weights[left]) for name, weight in weights.items() if name != left
        }
        for left in weights
    }


def entropy_weights(rows: Sequence[Scores]) -> Weights:
    """Return weights by the entropy method: a dimension weighs more, the more its values differ between the rows.

    `rows` are the mean scores of the models. Equal weights where no dimension distinguishes them.
    """
    divergences = {name: _divergence([row.get(name) or 0.0 for row in rows]) for name in Dimension}
    whole = sum(divergences.values())
    return {name: value / whole for name, value in divergences.items()} if whole > 1e-12 else equal_weights()


def _divergence(values: Sequence[float]) -> float:
    """Return 1 - the normalised entropy of the values' shares; 0 for fewer than two values or a sum of 0."""
    whole = sum(values)
    if len(values) < 2 or whole <= 0:
        return 0.0
    shares = [value / whole for value in values if value > 0]
    return max(0.0, 1 + sum(share * math.log(share) for share in shares) / math.log(len(values)))


def rank_stability(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation of two scores of the same models; None where one of them is constant."""
    one, other = _ranks(first), _ranks(second)
    mean = (len(one) + 1) / 2
    spread = math.sqrt(sum((a - mean) ** 2 for a in one) * sum((b - mean) ** 2 for b in other))
    return sum((a - mean) * (b - mean) for a, b in zip(one, other, strict=True)) / spread if spread else None


def _ranks(values: Sequence[float]) -> list[float]:
    """Return ranks from 1, equal values sharing the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


@dataclass(frozen=True)
class Variation:
    """Variation of K reruns: mean, population standard deviation, and their quotient (None for a mean of 0)."""

    mean: float
    deviation: float
    coefficient: float | None


def variation(values: Sequence[float]) -> Variation:
    """Return the variation of one score over its reruns, one at least."""
    mean, deviation = fmean(values), pstdev(values)
    return Variation(mean, deviation, deviation / mean if mean else None)


def median_and_p95(values: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile, interpolated linearly between the values."""
    ordered = sorted(values)
    place = 0.95 * (len(ordered) - 1)
    below = ordered[math.floor(place)]
    return median(ordered), below + (ordered[math.ceil(place)] - below) * (place - math.floor(place))
