"""Fenced blocks of the documentation, and the markers before them.

``<!-- not tested: REASON -->`` excludes a block. ``<!-- test: PART; PART -->`` says how a block is tested:

- ``slow``: by `make proofs` only;
- ``public data``: only where the public data set is;
- ``file PATH``: the block is the content of this file;
- ``prints TEXT``: the output contains this text;
- ``TEXT → OTHER``: with other text, for small inputs.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from tests.support.commands import ROOT

PAGES = (
    *("README.md", "CONTRIBUTING.md"),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))),
)
SHELL, PYTHON, TOML = frozenset({"console", "sh"}), "python", "toml"
BLOCK = re.compile(
    r"(?:^ *<!-- (?P<marker>[^>]*?) -->\n)?^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$",
    re.DOTALL | re.MULTILINE,
)
INLINE = re.compile(r"(?<!`)`projecteval ([a-z][^`]*)`")
SLOW, PUBLIC_DATA, FILE, PRINTS, BECOMES = "slow", "public data", "file ", "prints ", " → "


@dataclass(frozen=True)
class Block:
    """A fenced block; `reason` is why it is not tested, `parts` are those of its marker."""

    page: str
    line: int
    language: str
    text: str
    reason: str
    parts: tuple[str, ...]

    @property
    def is_slow(self) -> bool:
        return SLOW in self.parts

    @property
    def needs_public_data(self) -> bool:
        return PUBLIC_DATA in self.parts

    @property
    def file(self) -> str | None:
        """Return the path of the file whose content the block is."""
        return next(iter(self._values(FILE)), None)

    @property
    def prints(self) -> list[str]:
        return self._values(PRINTS)

    def _values(self, name: str) -> list[str]:
        return [part.removeprefix(name) for part in self.parts if part.startswith(name)]

    def tested_text(self) -> str:
        """Return the text with the replacements of the marker; each has to change something."""
        text = self.text
        for part in self.parts:
            old, becomes, new = part.partition(BECOMES)
            if becomes:
                assert old in text, f"{self}: {old!r} of the marker is not in the block"
                text = text.replace(old, new)
        return text

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(page: str) -> Iterator[Block]:
    """Yield the blocks of a page with a language: commands, Python and TOML."""
    content = (ROOT / page).read_text(encoding="utf-8")
    for found in BLOCK.finditer(content):
        marker = found["marker"] or ""
        kind, _, value = marker.partition(": ")
        yield Block(
            page,
            content.count("\n", 0, found.start("indent")) + 1,
            found["language"],
            textwrap.dedent(found["text"]),
            value if kind == "not tested" else "",
            tuple(value.split("; ")) if kind == "test" else (),
        )


def markers_in(page: str) -> int:
    """Count the markers of a page."""
    return len(re.findall(r"<!-- (?:not tested|test): ", (ROOT / page).read_text(encoding="utf-8")))


def inline_calls(page: str) -> list[str]:
    """Return what follows ``projecteval`` in commands within sentences."""
    return INLINE.findall((ROOT / page).read_text(encoding="utf-8"))
