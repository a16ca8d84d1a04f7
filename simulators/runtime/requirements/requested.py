"""Requirements of a solution: the lines of its ``requirements.txt``, and those in the agent's start answer."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.start import Start, StartError
from simulators.runtime.workspace import Workspace

FILE = "requirements.txt"
MAX_FILE_BYTES = 64 << 10
MAX_LINES = 200
"""Bytes and lines of a list of requirements that are read."""

MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""Byte order marks of texts that are not plain UTF-8: PowerShell writes UTF-16."""


def requirements_of(project: Path, start: Start | None) -> tuple[Requirement, ...]:
    """Return every applicable requirement once. Raises `StartError` for a line that is not a package with a version."""
    lines = [*_lines_of_file(project, "." if start is None else start.root)]
    lines += [("the answer how to start", line) for line in (start.requirements if start else ())]
    if len(lines) > MAX_LINES:
        raise StartError(f"{len(lines)} requirements are listed, more than {MAX_LINES}; list fewer")
    found = [_parsed(where, line) for where, line in lines]
    applying = {str(each): each for each in found if each.marker is None or each.marker.evaluate()}
    return tuple(applying.values())


def _lines_of_file(project: Path, root: str) -> Iterator[tuple[str, str]]:
    for folder in dict.fromkeys((root, ".")):
        try:
            content = Workspace(project, folder).read(FILE, MAX_FILE_BYTES)
        except NotFound:
            continue
        except (ExpectationFailed, InvalidAnswer) as error:
            raise StartError(str(error)) from error
        yield from _lines(content)
        return


def _lines(content: bytes) -> Iterator[tuple[str, str]]:
    encoding = next((name for mark, name in MARKS.items() if content.startswith(mark)), "utf-8")
    text = content.decode(encoding, "replace").replace("\\\r\n", " ").replace("\\\n", " ")
    for number, line in enumerate(text.splitlines(), 1):
        if bare := re.sub(r"(^|\s)#.*", "", line).strip():
            yield f"{FILE}, line {number}", bare


def _parsed(where: str, line: str) -> Requirement:
    """Parse one line; digests (``--hash=…``) are ignored, since allowed wheels have digests of their own."""
    bare = re.sub(r"\s--hash[= ]\S+", "", line).strip()
    try:
        found = Requirement(bare)
    except InvalidRequirement:
        raise StartError(f"{where}: {line[:100]!r} is not a package with a version, as {'django>=5'!r}") from None
    if found.url:
        raise StartError(
            f"{where}: {line[:100]!r} names an address; packages can be asked for by name and version only"
        )
    return found
