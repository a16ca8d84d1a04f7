"""The light embedder is sentence-transformers without torch."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from evaluator.evaluators.similarity.embeddings import EmbedderName, embed

SENTENCES = [
    "Home||View||Displays the main page",
    "",
    "a",
    "Ünïcödé 中文 emoji 🙂 and a/path_like.word",
    "word " * 400,
    "x" * 3000,
    "\t\n tabs\nand lines \x00 and controls",
    *(f"Page {number}||Function||does {'very ' * number}much" for number in range(40)),
]


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch and transformers, not ours
        reference = embed(SENTENCES, EmbedderName.REFERENCE)
    return embed(SENTENCES, EmbedderName.LIGHT), reference


def test_embeddings_are_those_of_sentence_transformers(
    both: tuple[dict[str, np.ndarray], dict[str, np.ndarray]],
) -> None:
    light, reference = (np.stack([vectors[sentence] for sentence in SENTENCES]) for vectors in both)
    assert np.abs(light - reference).max() <= 1e-6
    assert np.abs(light @ light.T - reference @ reference.T).max() <= 1e-6


def test_a_sentence_is_embedded_the_same_alone_and_among_others() -> None:
    alone = embed(["Home||View||Displays the first page"])
    among = embed(["Home||View||Displays the second page", "Home||View||Displays the first page!", *alone])
    assert alone
    for sentence, vector in alone.items():
        assert np.abs(vector - among[sentence]).max() <= 1e-6


def test_no_sentences_are_no_embeddings() -> None:
    assert embed([]) == {}
