"""Similarity of each product of an attempt to the canonical one, with the matches behind it.

Four scores per attempt: checklist, skeleton, code, parameters. `score_many` takes plain data and returns `Scores`:
values, matches, and unmatched items. The package does not depend on runs, disks or browsers.
Rules and limits: docs/similarity.md. The extra ``similarity`` is imported where it is used.
"""

from evaluator.evaluators.similarity.batch import score, score_many
from evaluator.evaluators.similarity.embeddings import EmbedderSpec
from evaluator.evaluators.similarity.model import (
    Match,
    Product,
    Products,
    Score,
    ScoreRequest,
    Scores,
    SimilarityError,
    SourceFile,
    UnreadableProduct,
    average,
)

__all__ = [
    "EmbedderSpec",
    "Match",
    "Product",
    "Products",
    "Score",
    "ScoreRequest",
    "Scores",
    "SimilarityError",
    "SourceFile",
    "UnreadableProduct",
    "average",
    "score",
    "score_many",
]
