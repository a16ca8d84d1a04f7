"""Mean similarity of a set of attempts."""

from __future__ import annotations

from collections.abc import Iterable

from evaluator.evaluators.similarity.averages import average
from evaluator.evaluators.similarity.model import Product, Rule, Score
from evaluator.model.evaluation import Evaluation
from evaluator.model.result import AttemptResult

SIMILARITY = "similarity"


def mean_similarity(results: Iterable[AttemptResult]) -> dict[str, float | None]:
    """Return the average of each similarity that was measured, in percent; None where none was."""
    found = [result.evaluations[SIMILARITY] for result in results if SIMILARITY in result.evaluations]
    measured = [evaluation for evaluation in found if evaluation.measures]
    if not measured:
        return dict.fromkeys(product.value for product in Product)
    rule = Rule(measured[0].settings["rule"])
    return {product.value: average(_scores(measured, product), product, rule) for product in Product}


def _scores(evaluations: Iterable[Evaluation], product: Product) -> list[Score]:
    return [Score(evaluation.measure(product.value)) for evaluation in evaluations]
