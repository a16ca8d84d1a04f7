"""Mutation operators for templates of Django and Jinja."""

from __future__ import annotations

import re

from evaluator.mutation.mutation import Replacement, Replacements

INSIDE = r"(?:\{%.*?%\}|\{\{.*?\}\}|[^>])*"
"""Text of a tag, in which a template's expression may contain ``>``."""

LEAF = re.compile(
    rf"<(?P<tag>a|button|td|th|li|label|option|p|h[1-6]|dd|dt|span|strong|em|small|time|textarea|select)\b{INSIDE}>"
    r"(?:(?!<(?P=tag)\b).)*?</(?P=tag)>",
    re.DOTALL,
)
"""Element without another one of its kind."""

VOID = re.compile(rf"<(?P<tag>input|img)\b{INSIDE}>", re.DOTALL)
INTERACTIVE = frozenset({"a", "button", "input", "img", "select", "textarea"})
BLOCK = re.compile(r"\{%-?\s*(\w+)")
BLOCKS = ("if", "for", "with", "block", "blocktranslate", "comment", "filter")
MIDDLE = frozenset({"else", "elif", "empty"})

OUTPUT = re.compile(r"\{\{(?P<value>.*?)\}\}", re.DOTALL)
FILTER = re.compile(r"\|\s*\w+(?::(?:\"[^\"]*\"|'[^']*'|[\w.]+))?")
CSRF = re.compile(r"\{%\s*csrf_token\s*%\}")
CONDITION = re.compile(r"\{%-?\s*(?:if|elif)\s+(?P<test>.*?)\s*-?%\}", re.DOTALL)
USER_TEXT = re.compile(r"\b(name|title|text|description|comment|notes?|body|message|reason|question)\s*$")
"""Last part of a value that a user has probably typed."""


def template_replacements(text: str) -> Replacements:
    """Return every change of a template; positions are those of characters."""
    yield from _elements(text)
    yield from _outputs(text)
    yield from (Replacement("csrf", *match.span(), "") for match in CSRF.finditer(text))
    for match in CONDITION.finditer(text):
        if match["test"] not in ("0", "1"):
            yield Replacement("condition", *match.span("test"), "1")
            yield Replacement("condition", *match.span("test"), "0")


def _elements(text: str) -> Replacements:
    """Drop an element that shows a value or that the user can operate."""
    for pattern in (LEAF, VOID):
        for match in pattern.finditer(text):
            shows = "{{" in match[0] or match["tag"].lower() in INTERACTIVE
            if shows and _is_balanced(match[0]) and not _is_hidden(match[0]):
                yield Replacement("element", *match.span(), "")


def _is_hidden(element: str) -> bool:
    return 'type="hidden"' in element


def _is_balanced(part: str) -> bool:
    """Return True when every block that begins in `part` ends there, and no other one does."""
    names = BLOCK.findall(part)
    opened = sum(name in BLOCKS for name in names)
    ended = sum(name.startswith("end") for name in names)
    return opened == ended and not (opened == 0 and MIDDLE & set(names))


def _outputs(text: str) -> Replacements:
    """Drop a value, one of its filters, or its escaping."""
    for match in OUTPUT.finditer(text):
        yield Replacement("output", *match.span(), "")
        first = match.start("value")
        for found in FILTER.finditer(match["value"]):
            yield Replacement("filter", first + found.start(), first + found.end(), "")
        if USER_TEXT.search(match["value"]):
            place = first + len(match["value"].rstrip())
            yield Replacement("escape", place, place, "|safe")
