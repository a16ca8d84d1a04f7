"""Text and data stay. Large ones are cut to their first lines, or to the shape of a JSON document."""

import json
from pathlib import PurePosixPath

from masker.model import Masked, Treatment

MAX_WHOLE_CHARS = 64 * 1024
"""Characters up to which text and data stay whole."""
_HEAD_LINES = 5
_TABLES = frozenset({".csv", ".tsv"})


def mask_text(path: str, text: str) -> Masked:
    """Return text or data as it is, or its head or shape where it is large."""
    if len(text) <= MAX_WHOLE_CHARS:
        return Masked(text, Treatment.WHOLE, "text or data")
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".json":
        return _shape(text)
    head = _head(text)
    rows = "rows" if suffix in _TABLES else "lines"
    return Masked(head, Treatment.TOO_LARGE, f"of {text.count(chr(10)) + 1} {rows} the first {_HEAD_LINES} stay")


def _head(text: str) -> str:
    place = -1
    for _ in range(_HEAD_LINES):
        place = text.find("\n", place + 1)
        if place < 0:
            break
    return text[: min(place + 1, MAX_WHOLE_CHARS)] if place >= 0 else text[:MAX_WHOLE_CHARS]


def _shape(text: str) -> Masked:
    """Return a JSON document of the same shape: lists keep one item, values become empty ones of their type."""
    try:
        shaped = json.dumps(_shaped(json.loads(text)), ensure_ascii=False, indent=2) + "\n"
    except (ValueError, RecursionError) as error:
        return Masked("null\n", Treatment.BROKEN, f"it is not valid JSON: {error}")
    if len(shaped) > MAX_WHOLE_CHARS:
        return Masked("null\n", Treatment.TOO_LARGE, "even its shape is too large")
    return Masked(shaped, Treatment.TOO_LARGE, "its shape stays: one item of each list, empty values")


def _shaped(value: object) -> object:
    if isinstance(value, dict):
        return {key: _shaped(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shaped(inner) for inner in value[:1]]
    return None if value is None else type(value)()
