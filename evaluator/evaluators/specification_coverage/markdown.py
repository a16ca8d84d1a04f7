"""Sections and code blocks of a Markdown document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*(\w*)")
HEADING = re.compile(r"^(#{1,6})\s+(.*)")


@dataclass(frozen=True)
class MarkdownHeading:
    level: int
    text: str


@dataclass(frozen=True)
class CodeBlock:
    """Fenced code; `language` in lower case, empty where none is named."""

    language: str
    text: str


def parts_of(text: str) -> Iterator[MarkdownHeading | CodeBlock]:
    """Yield headings and code blocks in order; a fence that does not end reaches to the end of the document."""
    fence, language, code = "", "", list[str]()
    for line in text.splitlines():
        found = FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                yield CodeBlock(language, "\n".join(code))
                fence = ""
            else:
                code.append(line)
        elif found:
            fence, language, code = found[1], found[2].lower(), []
        elif heading := HEADING.match(line):
            yield MarkdownHeading(len(heading[1]), heading[2].strip())
    if fence:
        yield CodeBlock(language, "\n".join(code))


def section(parts: list[MarkdownHeading | CodeBlock], word: str) -> list[MarkdownHeading | CodeBlock]:
    """Return the parts of every section whose heading contains `word`, all parts where no heading does."""
    inside, found = 0, list[MarkdownHeading | CodeBlock]()
    for part in parts:
        if isinstance(part, MarkdownHeading):
            if inside and part.level <= inside:
                inside = 0
            if not inside and word.lower() in part.text.lower():
                inside = part.level
        if inside:
            found.append(part)
    return found or parts
