"""Lenient reader of the JSON files of a recorded run."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluator.io.text import whole_characters

MAX_FILE_BYTES = 200 << 20
"""Maximum size of one file in bytes."""

MAX_DEPTH = 100
"""Maximum nesting depth of lists and objects."""


@dataclass(frozen=True)
class AnswersFile:
    """Answers of one file by project id; `problem` is why there are none, `exists` is false for a missing file."""

    by_project: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    exists: bool = True


def read_answers_file(path: Path, only: str | None = None) -> AnswersFile:
    """Read a file of answers; its content or absence is never an error.

    With `only`, the file may also be the answer for that one project, without the object of projects around it.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            return AnswersFile(problem=f"{path.name} is larger than {MAX_FILE_BYTES} bytes")
        found = _plain(json.loads(_text(path.read_bytes())))
    except FileNotFoundError:
        return AnswersFile(problem=f"{path.name} is missing", exists=False)
    except (OSError, ValueError, RecursionError) as error:
        return AnswersFile(problem=f"{path.name} is not readable as JSON: {error}")
    if only is not None and isinstance(found, (list, str)):
        return AnswersFile({only: found})
    if not isinstance(found, dict):
        return AnswersFile(problem=f"{path.name} is {json_kind(found)}, not an object of projects")
    return AnswersFile(found)


def json_kind(value: object) -> str:
    """Return the kind of a JSON value as text."""
    if value is None:
        return "null"
    kinds = {
        str: "a text",
        dict: "an object",
        list: "a list",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return kinds.get(type(value), type(value).__name__)


def excerpt(value: object) -> str:
    """Return the beginning of a value, for messages."""
    return repr(str(value)[:80])


def _text(content: bytes) -> str:
    """Decode UTF-8, or another Unicode encoding with a byte order mark; invalid bytes become U+FFFD."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    return content.decode("utf-8", "replace")


def _plain(value: Any, depth: int = 0) -> Any:
    """Return the value with encodable texts: a lone surrogate becomes a question mark."""
    if depth > MAX_DEPTH:
        raise ValueError(f"lists and objects are nested more than {MAX_DEPTH} deep")
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, list):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {whole_characters(key): _plain(each, depth + 1) for key, each in value.items()}
    return value
