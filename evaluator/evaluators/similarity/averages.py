"""Averages of a run from the scores of missions."""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.evaluators.similarity.errors import needed
from evaluator.evaluators.similarity.model import Product, Rule, Score


def average(scores: Sequence[Score], product: Product, rule: Rule) -> float | None:
    """Return the average of one product's scores in percent; None when none of them was scored.

    Rule ``paper`` divides by all given missions, in their order, and rounds as published: the sum to 6
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
    # Cosine similarities are summed in single precision, as published: its errors decide rounding ties.
    kind = numpy.float32 if product is Product.CHECKLIST else numpy.float64
    total = kind(0)
    for value in values:
        total = total + kind(value)
    return round(round(round(float(total), 6) / missions, 4) * 100, 2)
