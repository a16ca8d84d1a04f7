"""Input and result types of similarity scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from missions.mission import Checklist
from missions.testcodes.parameters import ParameterKind

BETWEEN = "||"
"""Separates page, function and parameter in the keys of parameter values."""

SPOILED = f"{BETWEEN}?"
"""Ends the key of a function whose recorded values have no names or no answers."""


class Rule(StrEnum):
    """Rule of the scores: as published, or without scores that have no corresponding similarity."""

    PAPER = "paper"
    STRICT = "strict"


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
