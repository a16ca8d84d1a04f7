"""What masking a project gives: one masked file for each file, and what became of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """What became of a file (closed set)."""

    MASKED = "masked"  # bodies were replaced by descriptions
    PLAIN = "plain"  # masked by its language, which found nothing to replace
    WHOLE = "whole"  # a rule says that it stays as it is
    EMPTY = "empty"  # stays as it is: there is nothing in it
    BINARY = "binary"  # stays as it is: not text
    BROKEN = "broken"  # cannot be read in its language: a line saying so stands in its place
    TOO_LARGE = "too large"  # over the limit: a line saying so, or its head, stands in its place
    UNSUPPORTED = "unsupported"  # code in a language without a masker: a line saying so stands in its place
    LEFT_OUT = "left out"  # compiled code, caches, links: not part of a skeleton


#: Outcomes of files that are the same in the skeleton as in the project.
UNCHANGED = frozenset({Outcome.PLAIN, Outcome.WHOLE, Outcome.EMPTY, Outcome.BINARY})


@dataclass(frozen=True)
class MaskedFile:
    """One file of a skeleton.

    ``content`` has the type it came in: text for text, bytes for bytes. ``reason`` is a sentence for a person.
    ``kept`` names the functions of a masked Python file whose bodies stay, because importing the project runs them.
    """

    path: str
    content: str | bytes
    outcome: Outcome
    reason: str
    kept: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the file is the same as in the project."""
        return self.outcome in UNCHANGED


@dataclass(frozen=True)
class Skeleton:
    """A masked project, its files in the order of their paths. Left-out files are listed with empty content."""

    files: tuple[MaskedFile, ...]

    def contents(self) -> Mapping[str, str | bytes]:
        """Path → content of all that is part of the skeleton."""
        return {file.path: file.content for file in self if file.outcome is not Outcome.LEFT_OUT}

    def counts(self) -> Mapping[Outcome, int]:
        """How many files had which outcome; outcomes that no file had are absent."""
        return Counter(file.outcome for file in self.files)

    def __iter__(self) -> Iterator[MaskedFile]:
        return iter(self.files)


@dataclass(frozen=True)
class Masked:
    """What a language makes of a text."""

    text: str
    outcome: Outcome
    reason: str
    kept: tuple[str, ...] = ()


def masked_or_plain(before: str, after: str, kept: tuple[str, ...] = ()) -> Masked:
    """The result of a language that could read ``before``."""
    but = f", but for {', '.join(kept)}, which importing runs" if kept else ""
    if before == after:
        return Masked(after, Outcome.PLAIN, f"there is no body in it{but}", kept)
    return Masked(after, Outcome.MASKED, f"bodies became descriptions{but}", kept)
