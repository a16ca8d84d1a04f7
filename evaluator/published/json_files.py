"""The JSON files of a recorded run, whatever is in them."""

from __future__ import annotations

import codecs
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluator.io.text import whole_characters
from evaluator.published.files import kind_of

LARGEST = 200 << 20
"""Bytes of one recorded file; more is refused before it is read."""

DEEPEST = 100
"""How deep lists and objects may lie in each other."""


@dataclass(frozen=True)
class Product:
    """One file: answers by project id, or `problem` says why there are none. `there` says that the file exists."""

    by_project: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    there: bool = True


def read_product(path: Path) -> Product:
    """Never raises for what is in the file, or for a file that is not there."""
    try:
        if path.stat().st_size > LARGEST:
            return Product(problem=f"{path.name} is larger than {LARGEST} bytes")
        found = _plain(json.loads(_text(path.read_bytes())))
    except FileNotFoundError:
        return Product(problem=f"{path.name} is missing", there=False)
    except (OSError, ValueError, RecursionError) as error:
        return Product(problem=f"{path.name} is not readable as JSON: {error}")
    if not isinstance(found, dict):
        return Product(problem=f"{path.name} is {kind_of(found)}, not an object of projects")
    return Product(found)


def _text(content: bytes) -> str:
    """UTF-8, or another Unicode encoding that says so by its first bytes; what is no character is replaced."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    return content.decode("utf-8", "replace")


def _plain(value: Any, depth: int = 0) -> Any:
    """The value with texts that can be written: half a character becomes a replacement character."""
    if depth > DEEPEST:
        raise ValueError(f"lists and objects lie more than {DEEPEST} deep in each other")
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, list):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {whole_characters(key): _plain(each, depth + 1) for key, each in value.items()}
    return value
