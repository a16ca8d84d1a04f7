"""Extraction of the JSON value of an answer, without guessing: alone, in fences, or with prose around it.

An answer that contains truncated or invalid JSON is not searched any further: complete values inside of it would only
be a part of the intended one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from evaluator.model.errors import EvaluatorError

T = TypeVar("T")

MAX_ANSWER_CHARS = 16 << 20
"""Maximum characters of an answer."""

MAX_STARTS = 200
"""Maximum number of places in prose at which a JSON value is searched."""

SHALLOW = 200
"""Characters after which a bracket in prose that is not valid JSON counts as invalid JSON instead of prose."""


class UnreadableAnswer(EvaluatorError):
    """An answer cannot be read without guessing; the message says why."""


class _Broken(Exception):
    """A value cannot be decoded: place, reason, and True when it was meant to be JSON."""

    def __init__(self, reason: str, meant: bool) -> None:
        super().__init__(reason)
        self.reason, self.meant = reason, meant


def the_one(answer: str, read: Callable[[Any], T]) -> T:
    """Return the result of `read` for the one JSON value in `answer` that it can read; equal values count as one.

    `read` raises `UnreadableAnswer` for a value of another form. Raises `UnreadableAnswer`.
    """
    if len(answer) > MAX_ANSWER_CHARS:
        raise UnreadableAnswer(f"the answer has {len(answer)} characters, more than {MAX_ANSWER_CHARS}")
    if not answer.strip():
        raise UnreadableAnswer("the answer is empty")
    refused: UnreadableAnswer | None = None
    for values in (_alone(answer), _in_fences(answer), _in_prose(answer)):
        found: list[T] = []
        for value in values:
            try:
                found.append(read(value))
            except UnreadableAnswer as error:
                refused = refused or error
        if found:
            return _same(found)
    if refused is not None:
        raise refused
    raise UnreadableAnswer(f"no complete JSON value in it; it begins {_shortened(answer.strip()[:80])}")


def _same(values: list[T]) -> T:
    if any(other != values[0] for other in values):
        raise UnreadableAnswer(f"{len(values)} different answers are in it; which one is meant cannot be known")
    return values[0]


def _alone(answer: str) -> Iterator[Any]:
    text = answer.strip()
    try:
        value, end = _decoded(text)
    except _Broken:
        return
    if not text[end:].strip():
        yield value


def _in_fences(answer: str) -> Iterator[Any]:
    for text in re.findall(r"^[ \t]*```[\w+-]*[ \t]*\n(.*?)^[ \t]*```[ \t]*$", answer, re.DOTALL | re.MULTILINE):
        if text.lstrip()[:1] in ("[", "{"):
            yield from _complete(text.strip())


def _complete(text: str) -> Iterator[Any]:
    try:
        value, end = _decoded(text)
    except _Broken as broken:
        if broken.meant:
            raise UnreadableAnswer(f"no complete JSON value in it: {broken.reason}") from broken
        return
    if not text[end:].strip():
        yield value


def _in_prose(answer: str) -> Iterator[Any]:
    at, tries = 0, 0
    while (start := re.compile(r"[\[{]").search(answer, at)) and (tries := tries + 1) <= MAX_STARTS:
        try:
            value, length = _decoded(answer[start.start() :])
        except _Broken as broken:
            if broken.meant:
                raise UnreadableAnswer(f"no complete JSON value in it: {broken.reason}") from broken
            at = start.end()
            continue
        yield value
        at = start.start() + length


def _decoded(text: str) -> tuple[Any, int]:
    """Return the list or object with which `text` begins, and its length in `text`.

    Raises `_Broken`, and `UnreadableAnswer` for an object with one key twice.
    """
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=_object)
    try:
        try:
            value, end = decoder.raw_decode(text)
        except json.JSONDecodeError as error:
            if not _is_last_comma(text, error.pos):
                raise
            value, end = decoder.raw_decode(_without_last_commas(text))
    except json.JSONDecodeError as error:
        raise _Broken(_reason(text, error), '"' in text[: error.pos] or error.pos > SHALLOW) from error
    except (ValueError, RecursionError) as error:
        raise _Broken("it is nested too deeply, or holds a number too long", meant=True) from error
    if not isinstance(value, (dict, list)):
        raise _Broken("it is neither a list nor an object", meant=False)
    return value, end


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if made.setdefault(key, value) != value:
            raise UnreadableAnswer(f"{_shortened(key)} is there twice with different content")
    return made


def _is_last_comma(text: str, at: int) -> bool:
    return bool(re.compile(r"\s*,?\s*[\]}]").match(text, at)) and "," in text[max(0, at - 200) : at + 200]


def _without_last_commas(text: str) -> str:
    """Replace commas before a closing bracket by blanks, except in strings."""
    commas = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")|,(?=\s*[\]}])', re.DOTALL)
    return commas.sub(lambda found: found[1] or " ", text)


def _reason(text: str, error: json.JSONDecodeError) -> str:
    end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
    where = "it breaks off" if end else f"it is broken near {_shortened(text[error.pos : error.pos + 60])}"
    return f"{where} ({error.msg}, line {error.lineno}); it ends {_shortened(text.strip()[-60:])}"


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 100 else f"{text[:100]}…")
