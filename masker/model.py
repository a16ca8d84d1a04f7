"""Result of masking, and rules by path: files that stay whole, and files that are not part of a skeleton.

Files that a framework reads by name and that connect a project's parts (settings, routes, migrations, packages)
stay: they are the frame that an agent completes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath


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


_WHOLE_NAMES = {
    "manage.py": "the project's command line",
    "settings.py": "settings",
    **dict.fromkeys(("wsgi.py", "asgi.py"), "a server's entry point"),
    "urls.py": "routes",
    "apps.py": "settings of an app",
    "__init__.py": "a package",
    "setup.py": "installation of the project",
    "conftest.py": "test settings",
}
_WHOLE_FOLDERS = {"migrations": "a migration", "settings": "settings"}

_TOOL_FOLDERS = frozenset(
    "__pycache__ .git .hg .svn .venv venv node_modules .mypy_cache .pytest_cache .ruff_cache".split()  # noqa: SIM905
)
_COMPILED = frozenset({".pyc", ".pyo", ".pyd", ".so", ".dll", ".dylib", ".exe", ".class", ".o", ".a", ".whl", ".jar"})

SMALL = 1024
"""Characters up to which a stylesheet or a script may stay whole."""


def why_whole(path: str) -> str | None:
    """Return why the file at `path` (with forward slashes) stays whole; None where it does not."""
    place = PurePosixPath(path)
    if place.suffix != ".py":
        return None
    return _WHOLE_NAMES.get(place.name) or _WHOLE_FOLDERS.get(place.parent.name)


def why_left_out(path: str) -> str | None:
    """Return why the file at `path` is not part of a skeleton; None where it is."""
    place = PurePosixPath(path)
    for folder in place.parts[:-1]:
        if folder in _TOOL_FOLDERS:
            return f"the folder {folder} is created by tools"
    return "it is compiled code" if place.suffix.lower() in _COMPILED else None
