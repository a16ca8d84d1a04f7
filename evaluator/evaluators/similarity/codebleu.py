"""CodeBLEU of a pair of files from their features: tokens, n-grams, syntax trees and data flow."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from evaluator.evaluators.similarity.data_flow import Flow, data_flow
from evaluator.evaluators.similarity.model import SimilarityError, needed
from evaluator.evaluators.similarity.trees import inner_nodes

PARSED = {".py": "python", ".pyw": "python", ".pyi": "python"}
"""Suffix → language of the files that rule ``strict`` parses. A fixed table, so that scores do not depend on the
grammars installed on a machine."""

CAPSULE = b"tree_sitter.Language"


@lru_cache(maxsize=16)
def parser_for(language: str) -> Any:
    """Return a parser of `language`. Raise `SimilarityError` where there is none."""
    if language not in PARSED.values():
        known = ", ".join(sorted(set(PARSED.values())))
        raise SimilarityError(f"CodeBLEU is not available for the language {language!r}, only for: {known}")
    tree_sitter = needed("tree_sitter")
    pointer = needed(f"tree_sitter_{language}").language()
    parser = tree_sitter.Parser()
    parser.language = tree_sitter.Language(pointer if isinstance(pointer, int) else _address(pointer))
    return parser


def _address(capsule: object) -> int:
    """Return the address in a grammar's capsule; the pinned tree-sitter takes an address only."""
    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.restype, read.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(read(capsule, CAPSULE))


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


SMOOTHED = 0.1
"""Replaces a count of 0 matching n-grams (Chen and Cherry 2014, method 1)."""

WEIGHTED_LENGTH = 2
"""Length that the package's weighted match assumes for every reference (it measures the pair of tokens and
weights), so that no answer of more than two tokens is too short for it."""


@dataclass(frozen=True)
class CodeBleu:
    """The four parts, each from 0 to 1. `syntax` and `flow` are None when the canonical file has none."""

    ngram: float
    weighted: float
    syntax: float | None
    flow: float | None

    @property
    def published(self) -> float:
        """Return the package's sum, in which a data flow of 0 counts as 1."""
        return 0.25 * self.ngram + 0.25 * self.weighted + 0.25 * (self.syntax or 0) + 0.25 * (self.flow or 1)


def code_bleu(canonical: Features, answered: Features) -> CodeBleu:
    """Return CodeBLEU of the `answered` file with the `canonical` one as reference."""
    matching = [_overlap(a, b) for a, b in zip(canonical.grams, answered.grams, strict=True)]
    ngram = weighted = 0.0
    if matching[0]:
        possible = [_possible(answered, order) for order in range(4)]
        ngram = _brevity(canonical.length, answered.length) * _geometric_mean(matching, possible)
        weights = [_matching_weight(canonical, answered), *matching[1:]]
        most = [max(1, canonical.weight), *(_possible(canonical, order) for order in (1, 2, 3))]
        weighted = _brevity(WEIGHTED_LENGTH, answered.length) * _geometric_mean(weights, most)
    return CodeBleu(ngram, weighted, _share(canonical.subtrees, answered.subtrees), _flow(canonical, answered))


def _overlap(first: Counter[str], second: Counter[str]) -> int:
    common = first.keys() & second.keys()
    return sum(map(min, map(first.__getitem__, common), map(second.__getitem__, common)))


def _possible(features: Features, order: int) -> int:
    return max(1, features.length - order)


def _matching_weight(canonical: Features, answered: Features) -> float:
    """Return the sum of matching weights in the order of the canonical text: a sum of floats depends on its order."""
    total: float = 0
    counts, found = canonical.grams[0], answered.grams[0]
    for gram in counts:
        if gram in found:
            total += min(counts[gram], found[gram]) * canonical.weights[gram]
    return total


def _geometric_mean(matching: list[Any], possible: list[Any]) -> float:
    logarithms = (0.25 * math.log((a or SMOOTHED) / b) for a, b in zip(matching, possible, strict=True))
    return math.exp(math.fsum(logarithms))


def _brevity(canonical: int, answered: int) -> float:
    """Return BLEU's penalty for an answer that is shorter than the reference (Papineni et al. 2002)."""
    return 1 if answered > canonical else math.exp(1 - canonical / answered)


def _share(canonical: Counter[str] | None, answered: Counter[str] | None) -> float | None:
    """Return the share of the canonical subtrees, with multiplicity, that occur in the answer at all."""
    if canonical is None or answered is None:
        return None
    return sum(map(canonical.__getitem__, canonical.keys() & answered.keys())) / canonical.total()


def _flow(canonical: Features, answered: Features) -> float | None:
    if not canonical.flow or answered.flow is None:
        return None
    return _overlap(canonical.flow, answered.flow) / canonical.flow.total()
