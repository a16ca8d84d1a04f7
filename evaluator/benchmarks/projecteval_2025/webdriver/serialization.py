"""Serialization of values between testcode and page: plain data, and references to elements.

A reference consists of the browser's ids of the document's loader and of the node: an element has the same reference
in every query, and a reference of a previous page matches no element of the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from selenium.common.exceptions import JavascriptException

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
SHADOW_ROOT = "shadow-6066-11e4-a52e-4f735466cecf"
DOCUMENT_FRAGMENT = 11

DEEP_SERIALIZATION = {"serialization": "deep", "additionalParameters": {"maxNodeDepth": 0}}
"""Serialization of results: data in full, nodes without their content."""

MARK = "projecteval reference"
"""Key of an argument that represents an element: its index among those passed with it."""


def reference(node: Mapping[str, Any]) -> str:
    return f"{node['loaderId']}.{node['backendNodeId']}"


def without_surrogates(text: str) -> str:
    """Return a page's text with lone surrogates, which cannot be encoded, replaced."""
    return text if text.isprintable() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def node_of(reference: str) -> int:
    """Return the node's id in a reference. Raises `ValueError` for anything else."""
    return int(reference.rpartition(".")[2])


def to_protocol(value: object, keep: Callable[[str], int]) -> object:
    """Return a testcode's argument in the form for the page; `keep` takes a reference and returns its index."""
    match value:
        case {"element-6066-11e4-a52e-4f735466cecf": str(found)} | {"shadow-6066-11e4-a52e-4f735466cecf": str(found)}:
            return {MARK: keep(found)}
        case dict():
            return {str(key): to_protocol(part, keep) for key, part in value.items()}
        case list() | tuple():
            return [to_protocol(part, keep) for part in value]
        case float() if not math.isfinite(value):
            return None
    return value


def from_protocol(remote: Mapping[str, Any]) -> object:
    """Return a page's serialized answer in the form for a testcode. Raises `JavascriptException` for a cyclic value."""
    return _Reader().value(remote)


class _Reader:
    """Reader of serialized values; an object that occurs twice is serialized once and has a number."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}
        self._open: set[int] = set()

    def value(self, remote: Mapping[str, Any]) -> object:
        number = remote.get("weakLocalObjectReference")
        if number is not None and "value" not in remote:
            if number in self._open:
                raise JavascriptException("javascript error: the result refers to itself")
            return self._seen.get(number)
        if number is None:
            return self._plain(remote)
        self._open.add(number)
        self._seen[number] = taken = self._plain(remote)
        self._open.discard(number)
        return taken

    def _plain(self, remote: Mapping[str, Any]) -> object:
        value = remote.get("value")
        match remote.get("type"):
            case "string":
                return without_surrogates(str(value))
            case "boolean":
                return value
            case "number":
                return None if isinstance(value, str) and value != "-0" else 0 if value == "-0" else value
            case "bigint":
                return str(value)
            case "array" | "nodelist" | "htmlcollection":
                return [self.value(part) for part in value or ()]
            case "object":
                return {str(key): self.value(part) for key, part in value or ()}
            case "node":
                assert value is not None
                return {SHADOW_ROOT if value["nodeType"] == DOCUMENT_FRAGMENT else ELEMENT: reference(value)}
            case "null" | "undefined" | None:
                return None
        return {}
