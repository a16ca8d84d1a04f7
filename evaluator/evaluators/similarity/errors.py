"""What can go wrong while scoring, apart from a low score.

SimilarityError        scores cannot be computed here; the message says what to install or change
"""

from __future__ import annotations

import importlib
from typing import Any

from evaluator.model.errors import EvaluatorError


class SimilarityError(EvaluatorError):
    """Scores cannot be computed on this machine or for this language."""


def needed(module: str) -> Any:
    """A module of the extra ``similarity``, imported now. Raises `SimilarityError` when it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise SimilarityError(
            f"similarity scores need {module}, which cannot be imported ({error}); "
            "install them: pip install 'projecteval[similarity]'"
        ) from error
