"""From the scores of missions to the figure of a run."""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.evaluators.similarity.errors import needed
from evaluator.evaluators.similarity.model import Product, Rule, Score


def average(scores: Sequence[Score], product: Product, rule: Rule) -> float | None:
    """The average of one product's scores in percent; None when none of them was scored.

    Rule ``paper`` divides by all missions given, in their order, and rounds as was published: the sum to 6
    digits, the average to 4, that is, to a hundredth of a percent. Rule ``strict`` divides by the scored ones.
    """
    values = [score.value for score in scores if score.value is not None]
    if not values:
        return None
    if rule is Rule.STRICT:
        return 100 * sum(values) / len(values)
    return _as_published(values, len(scores), product)


def _as_published(values: Sequence[float], missions: int, product: Product) -> float:
    numpy = needed("numpy")
    # Cosine similarities came in single precision and were added up in it: that noise decides rounding ties.
    kind = numpy.float32 if product is Product.CHECKLIST else numpy.float64
    total = kind(0)
    for value in values:
        total = total + kind(value)
    return round(round(round(float(total), 6) / missions, 4) * 100, 2)
