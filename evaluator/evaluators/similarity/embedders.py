"""Embedders by name, which convert the sentences of checklists into vectors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from evaluator.evaluators.similarity.errors import SimilarityError


class EmbedderKind(StrEnum):
    """Implementations of sentence embeddings."""

    MINILM = "minilm"
    """all-MiniLM-L6-v2 in numpy: extra ``similarity``, no torch."""
    SENTENCE_TRANSFORMERS = "sentence-transformers"
    """The library with any of its models: extra ``sentence-transformers``, which installs torch."""


DEFAULT_MODEL = "all-MiniLM-L6-v2"
NAMES = "minilm, sentence-transformers, sentence-transformers:MODEL"


@dataclass(frozen=True)
class EmbedderSpec:
    """An embedder: its kind, and a model's name or folder where the kind has several."""

    kind: EmbedderKind = EmbedderKind.MINILM
    model: str = DEFAULT_MODEL

    @classmethod
    def parse(cls, text: str) -> EmbedderSpec:
        """Return the embedder that `text` names. Raise `SimilarityError` with the known names for any other text."""
        name, colon, model = text.strip().partition(":")
        if name == EmbedderKind.SENTENCE_TRANSFORMERS and bool(colon) == bool(model.strip()):
            return cls(EmbedderKind.SENTENCE_TRANSFORMERS, model.strip() or DEFAULT_MODEL)
        if name == EmbedderKind.MINILM and not colon:
            return cls()
        raise SimilarityError(f"unknown embedder {text!r}; the embedders are: {NAMES}")

    def __str__(self) -> str:
        return self.kind if self.model == DEFAULT_MODEL else f"{self.kind}:{self.model}"
