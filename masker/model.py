"""Result of masking: one masked file per file of the project, with its treatment."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum


class Treatment(Enum):
    """How a file was treated (closed set)."""

    MASKED = "masked"  # bodies were removed
    PLAIN = "plain"  # masked by its language, which found nothing to remove
    WHOLE = "whole"  # preserved by a rule
    EMPTY = "empty"  # unchanged: it has no content
    BINARY = "binary"  # unchanged: not text
    BROKEN = "broken"  # not valid in its language; replaced by a comment
    TOO_LARGE = "too large"  # over the limit; replaced by a comment, or cut to its head
    UNSUPPORTED = "unsupported"  # code in a language without a masker; replaced by a comment
    LEFT_OUT = "left out"  # compiled code, caches, links: not part of a skeleton


UNCHANGED = frozenset({Treatment.PLAIN, Treatment.WHOLE, Treatment.EMPTY, Treatment.BINARY})
"""Treatments of files that are identical in the skeleton and in the project."""


@dataclass(frozen=True)
class MaskedFile:
    """One file of a skeleton. `content` has the type that was given; `reason` is for people only."""

    path: str
    content: str | bytes
    treatment: Treatment
    reason: str

    @property
    def is_whole(self) -> bool:
        """True for a file that is identical in the project."""
        return self.treatment in UNCHANGED


@dataclass(frozen=True)
class Skeleton:
    """A masked project, its files in the order of their paths. Left-out files are listed with empty content."""

    files: tuple[MaskedFile, ...]

    def contents(self) -> Mapping[str, str | bytes]:
        """Return path → content of the files that belong to the skeleton."""
        return {file.path: file.content for file in self if file.treatment is not Treatment.LEFT_OUT}

    def counts(self) -> Mapping[Treatment, int]:
        """Return the number of files per treatment; treatments without files are absent."""
        return Counter(file.treatment for file in self.files)

    def __iter__(self) -> Iterator[MaskedFile]:
        return iter(self.files)


@dataclass(frozen=True)
class Masked:
    """Masked text of one file, with its treatment."""

    text: str
    treatment: Treatment
    reason: str


def masked_or_plain(before: str, after: str) -> Masked:
    """Return the result for a text that was read without errors."""
    if before == after:
        return Masked(after, Treatment.PLAIN, "there is no body in it")
    return Masked(after, Treatment.MASKED, "bodies were removed")
