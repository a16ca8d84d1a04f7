"""Features of a file that CodeBLEU compares, extracted once instead of once per pair.

CodeBLEU (Ren et al. 2020, arXiv:2009.10297) as the package `codebleu` computes it: same tokens, same trees,
same arithmetic in the same order, so that the result is equal to the last bit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from evaluator.evaluators.similarity.data_flow import Flow, data_flow
from evaluator.evaluators.similarity.errors import needed
from evaluator.evaluators.similarity.grammars import parser_for
from evaluator.evaluators.similarity.trees import inner_nodes

ORDERS = (1, 2, 3, 4)
"""Lengths of the n-grams."""
MAX_CACHED_CHARS = 20_000
"""Maximum characters of a text whose features are cached."""
WORD = re.compile(r"[^\W\d]\w+")
KEYWORD, OTHER = 1, 0.2
"""Weights of a token in the weighted n-gram match."""


@dataclass(frozen=True)
class Features:
    """Features of one file.

    `words` are its identifiers, without the language's keywords. `grams[n - 1]` counts its n-grams of white-space
    separated tokens, joined by blanks; `weights` are those of its tokens and `weight` their sum over the text.
    `subtrees` counts the S-expressions of its tree's inner nodes and `flow` its data-flow edges; both are None
    in a language without a grammar. `problem`: why it is similar to nothing.
    """

    words: frozenset[str]
    length: int
    grams: tuple[Counter[str], ...]
    weights: dict[str, float]
    weight: float
    subtrees: Counter[str] | None = None
    flow: Flow | None = None
    problem: str = ""
    note: str = ""


def features(text: str, language: str | None) -> Features:
    """Return the features of a file's text, parsed as `language`, or not parsed when that is None.

    They are cached unless the text is long. Raises `SimilarityError` when the language cannot be parsed here,
    `UnicodeEncodeError` for a text with a lone surrogate.
    """
    return extract(text, language) if len(text) > MAX_CACHED_CHARS else _kept(text, language)


@lru_cache(maxsize=1024)
def _kept(text: str, language: str | None) -> Features:
    return extract(text, language)


def extract(text: str, language: str | None) -> Features:
    """Like `features`, without the cache."""
    if language is not None:
        parser_for(language)
    text = text.strip()
    tokens = text.split()
    grams = tuple(_grams(tokens, order) for order in ORDERS)
    keywords = _keywords(language) if language else frozenset[str]()
    weights = {gram: KEYWORD if gram in keywords else OTHER for gram in grams[0]}
    weight: float = 0
    for gram, count in grams[0].items():
        weight += count * weights[gram]
    words = frozenset(WORD.findall(text)) - keywords
    plain = Features(words, len(tokens), grams, weights, weight)
    return plain if language is None else _parsed(plain, text, language)


def _grams(tokens: Sequence[str], order: int) -> Counter[str]:
    if order == 1:
        return Counter(tokens)
    return Counter(map(" ".join, zip(*(tokens[start:] for start in range(order)), strict=False)))


@lru_cache(maxsize=16)
def _keywords(language: str) -> frozenset[str]:
    folder = Path(needed("codebleu.codebleu").PACKAGE_DIR)
    return frozenset(map(str.strip, (folder / "keywords" / f"{language}.txt").read_text("utf-8").splitlines()))


def _parsed(plain: Features, text: str, language: str) -> Features:
    code = _without_comments(text, language)
    root = parser_for(language).parse(code.encode("utf-8")).root_node
    nodes, shape = inner_nodes(root)
    if shape.too_deep:
        return Features(
            frozenset(), 0, (Counter(),) * 4, {}, 0, Counter(), Counter(), "it is nested too deep to be compared"
        )
    flow = data_flow(root, code, shape)
    note = "" if flow is not None else "its data flow is too large to be analysed and counts as none"
    return replace(plain, subtrees=Counter(map(str, nodes)), flow=flow or Counter(), note=note)


def _without_comments(text: str, language: str) -> str:
    strip = needed("codebleu.parser.utils").remove_comments_and_docstrings
    try:
        return str(strip(text, language))
    except Exception:  # noqa: BLE001 - the package's rule: a text that cannot be tokenized is used unchanged
        return text
