"""Stylesheets, HTML and templates, plain text and data: what stays of them.

Of stylesheets: selectors, at-rules and custom properties; of pages and templates: the frame, inheritance and
blocks, and the comments of an author as their description, like a docstring; of text and data: all, or the first
lines or the shape of a large one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath

from masker.javascript import mask_script
from masker.model import SMALL, Masked, Treatment, masked_or_plain

_COMMENT = r"/\*(?s:.*?)(?:\*/|\Z)"
_STRING = r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
_IGNORED = re.compile(rf"{_COMMENT}|{_STRING}", re.DOTALL)
_PIECE = re.compile(rf"(?P<ignored>{_COMMENT}|{_STRING})|(?P<mark>[{{}}])", re.DOTALL)
_REMOVED = "/* declarations */"


def mask_css(path: str, text: str) -> Masked:
    """Mask one stylesheet. A small one stays: its description would be as long."""
    if len(text) <= SMALL:
        return Masked(text, Treatment.WHOLE, "a small stylesheet")
    braces = [found for found in _PIECE.finditer(text) if found["mark"]]
    parts, place = [], 0
    for opened, closed in pairwise(braces):
        if (opened["mark"], closed["mark"]) == ("{", "}"):
            parts += [text[place : opened.end()], _masked_declarations(text[opened.end() : closed.start()])]
            place = closed.start()
    return masked_or_plain(text, "".join([*parts, text[place:]]))


def _masked_declarations(block: str) -> str:
    """Return the declarations of one block: custom properties, and a comment for the others."""
    plain = _IGNORED.sub(lambda found: " " * len(found[0]), block)
    found = [(piece.start(), piece.end()) for piece in re.finditer(r"[^;]+;?", plain) if piece[0].strip(" \t\r\n\f;")]
    custom = [block[start:end] for start, end in found if plain[start:end].lstrip().startswith("--")]
    if len(custom) == len(found):
        return block
    start, end = block[: len(block) - len(block.lstrip())], block[len(block.rstrip()) :]
    return "".join([*custom, start, _REMOVED, end])


_TAG = r"(?:[^\"'<>]|\"[^\"<]*\"|'[^'<]*')*+>?"
_TOKEN = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z)|\{#[^\n{]*#\}|\{%\s*comment\b.*?(?:\{%\s*endcomment\s*%\}|\Z))"
    r"|(?P<literal>\{%\s*verbatim\b.*?(?:\{%\s*endverbatim\b[^%\n]*%\}|\Z))"
    rf"|(?P<raw><(?P<name>script|style)\b{_TAG}.*?(?:</(?P=name)\s*>|\Z))"
    r"|(?P<block>\{%[-+]?\s*(?:block|endblock)\b[^%\n]*%\})"
    r"|(?P<kept>\{%[-+]?\s*(?:extends|load)\b[^%\n]*%\})"
    rf"|(?P<frame><(?:!doctype|/?html|/?head|/?body)\b{_TAG})"
    r"|(?P<content>[^<{]+|.)",
    re.DOTALL | re.IGNORECASE,
)
_BLOCK_NAME = re.compile(r"block\s+(\S*)")
_SCRIPT = re.compile(rf"(<script\b{_TAG})(.*?)(</script\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_HEAD_BLOCK = re.compile(r"title|head|meta|style|css|lang|class", re.IGNORECASE)
_HIDDEN = "<!--\n    Content of the page\n-->"
_Token = tuple[str, str]  # kind, text


def mask_html(path: str, text: str) -> Masked:
    """Mask one template or page. Any text is valid HTML to a browser."""
    tokens = [(str(found.lastgroup), found.group()) for found in _TOKEN.finditer(text)]
    return masked_or_plain(text, "".join(_masked(tokens)))


def _masked(tokens: list[_Token]) -> Iterator[str]:
    """Yield the tokens that stay, and a comment for each stretch of content between them."""
    stretch: list[_Token] = []
    is_head = False
    is_head_block = [False]
    for kind, piece in tokens:
        if kind not in {"block", "kept", "frame"}:
            stretch.append((kind, piece))
            continue
        yield from _stretch(stretch, stays=is_head or is_head_block[-1])
        stretch = []
        yield piece
        if kind == "frame":
            is_head = piece.lower().startswith("<head")
        elif kind == "block" and "endblock" not in piece:
            found = _BLOCK_NAME.search(piece)
            is_head_block.append(is_head_block[-1] or bool(found and _HEAD_BLOCK.search(found.group(1))))
        elif kind == "block" and len(is_head_block) > 1:
            is_head_block.pop()
    yield from _stretch(stretch, stays=is_head)


def _stretch(tokens: list[_Token], stays: bool) -> Iterator[str]:
    if stays:
        yield from (_SCRIPT.sub(_masked_script, piece) if kind == "raw" else piece for kind, piece in tokens)
        return
    text = "".join(piece for _, piece in tokens)
    code = [position for position, (kind, piece) in enumerate(tokens) if kind != "comment" and piece.strip()]
    if not code:
        yield text
        return
    described = [piece for kind, piece in tokens[: code[0]] if kind == "comment"]
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    yield start + ("\n".join(described) or _HIDDEN) + end


def _masked_script(match: re.Match[str]) -> str:
    opened, inside, closed = match.groups()
    return f"{opened}{mask_script(inside) if inside.strip() else inside}{closed}"


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
