"""Stylesheets: selectors, at-rules and custom properties stay; the other declarations become a comment."""

import re
from itertools import pairwise

from masker.model import Masked, Treatment, masked_or_plain
from masker.rules import SMALL

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
            parts += [text[place : opened.end()], _masked(text[opened.end() : closed.start()])]
            place = closed.start()
    return masked_or_plain(text, "".join([*parts, text[place:]]))


def _masked(block: str) -> str:
    """Return the declarations of one block: custom properties, and a comment for the others."""
    plain = _IGNORED.sub(lambda found: " " * len(found[0]), block)
    found = [(piece.start(), piece.end()) for piece in re.finditer(r"[^;]+;?", plain) if piece[0].strip(" \t\r\n\f;")]
    custom = [block[start:end] for start, end in found if plain[start:end].lstrip().startswith("--")]
    if len(custom) == len(found):
        return block
    start, end = block[: len(block) - len(block.lstrip())], block[len(block.rstrip()) :]
    return "".join([*custom, start, _REMOVED, end])
