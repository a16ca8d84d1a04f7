"""Recall, precision and their harmonic mean, so that additional items are penalized."""

from __future__ import annotations

from dataclasses import replace

from evaluator.evaluators.similarity.model import Score


def with_shares(total: float, canonical: int, answered: int, score: Score) -> Score:
    """Return `score` with its value: `total` matched similarity over both numbers of items, F1 of the two.

    Without answered items the precision is not a number (None), and the score is 0.
    """
    recall = total / canonical
    precision = total / answered if answered else None
    both = recall + (precision or 0)
    f1 = 2 * recall * (precision or 0) / both if both else 0.0
    return replace(score, value=f1, recall=recall, precision=precision, f1=f1)
