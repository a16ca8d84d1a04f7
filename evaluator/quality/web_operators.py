"""Mutation operators of JavaScript, on its tokens, and of Django and Jinja templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex  # type: ignore[import-untyped,unused-ignore]

from evaluator.quality.mutation import Replacement, Replacements

TOKEN = regex.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`(?:\\.|\$(?P<braces>\{(?:[^{}`]|(?&braces)|(?&template))*\})|[^`\\])*`)
    |(?P<number>(?:0[xXbBoO][\da-fA-F]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+)n?)
    |(?P<name>\#?[\p{L}_$][\p{L}\p{N}_$]*)
    |(?P<mark>>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)
        |\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|[^\w\s])""",
    regex.DOTALL | regex.VERBOSE,
)
PATTERN = regex.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
"""Regular expression between slashes."""

KEYWORDS = frozenset(
    {
        *("async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else"),
        *("export", "extends", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new", "of"),
        *("return", "static", "switch", "throw", "try", "typeof", "var", "void", "while", "with", "yield"),
    }
)
CLOSING: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    """Part of a source; `kind` is a group of `TOKEN` or ``pattern``. `start` and `end` are characters."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def ends_value(self) -> bool:
        """Return True when an operator that follows has this token in its left operand."""
        if self.kind in ("mark", "name"):
            return self.text in (")", "]") or (self.kind == "name" and self.text not in KEYWORDS)
        return True


def tokens_of(source: str) -> list[Token]:
    """Return the tokens of a source without spaces and comments; those before the first that is not understood."""
    found: list[Token] = []
    place = 0
    while place < len(source):
        token = _token_at(source, place, found)
        if token is None:
            break
        place = token.end
        found.extend([token] if token.kind != "space" else [])
    return found


def _token_at(source: str, position: int, before: Sequence[Token]) -> Token | None:
    if not (before and before[-1].ends_value) and (match := PATTERN.match(source, position)):
        return Token("pattern", match[0], position, match.end())
    match = TOKEN.match(source, position)
    kinds = ("space", "string", "template", "number", "name", "mark")
    return match and Token(next(kind for kind in kinds if match[kind]), match[0], position, match.end())


def closing_places(tokens: Sequence[Token]) -> Mapping[int, int]:
    """Return the numbers of the brackets that close, by the numbers of those that open; unbalanced ones are absent."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for number, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in CLOSING:
            opened.append(number)
        elif opened and token.text == CLOSING[tokens[opened[-1]].text]:
            pairs[opened.pop()] = number
    return pairs


CONDITIONS: Mapping[str, str] = {
    "===": "!==",
    "!==": "===",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "true": "false",
    "false": "true",
}
BOUNDARIES: Mapping[str, str] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
ARITHMETIC: Mapping[str, str] = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "+=": "-=", "-=": "+="}
TEXTS = ("string", "template")
STATEMENTS = frozenset({"await", "throw"})
"""Keywords that begin a statement which may be dropped."""


@dataclass(frozen=True)
class Script:
    """Text of a script, its tokens, and the brackets that belong together."""

    whole: str
    tokens: Sequence[Token]
    closing: Mapping[int, int]

    def text(self, number: int) -> str:
        """Return the text of a token; empty outside of the script."""
        return self.tokens[number].text if 0 <= number < len(self.tokens) else ""

    def is_text(self, number: int) -> bool:
        return 0 <= number < len(self.tokens) and self.tokens[number].kind in TEXTS

    def has_text_beside(self, number: int) -> bool:
        return self.is_text(number - 1) or self.is_text(number + 1)

    def tests(self) -> Iterator[tuple[int, int]]:
        """Yield the brackets around the test of every ``if``."""
        for opened, closed in self.closing.items():
            if self.text(opened) == "(" and self.text(opened - 1) == "if" and self.text(opened - 2) != ".":
                yield opened, closed

    def in_headings(self) -> set[int]:
        """Return the tokens between the brackets of every ``for``."""
        ranges = (range(*pair) for pair in self.closing.items() if self.text(pair[0] - 1) in ("for", "await"))
        return {number for each in ranges for number in each}


def javascript_replacements(text: str) -> Replacements:
    """Return every change of a script; positions are those of characters."""
    tokens = tokens_of(text)
    script = Script(text, tokens, closing_places(tokens))
    for operator in OPERATORS:
        yield from operator(script)


def _conditions(script: Script) -> Replacements:
    """Negate a test or a comparison, exchange ``and`` and ``or``, true and false."""
    yield from _exchanged(script, "condition", CONDITIONS)
    for opened, closed in script.tests():
        start, end = script.tokens[opened].end, script.tokens[closed].start
        yield Replacement("condition", start, end, f"!({script.whole[start:end]})")


def _exchanged(script: Script, operator: str, others: Mapping[str, str]) -> Replacements:
    for number, token in enumerate(script.tokens):
        if token.kind in ("mark", "name") and token.text in others and script.text(number - 1) not in (".", "?."):
            yield Replacement(operator, token.start, token.end, others[token.text])


def _boundaries(script: Script) -> Replacements:
    """Move a bound: ``<`` and ``<=``, and whole numbers by one."""
    yield from _exchanged(script, "boundary", BOUNDARIES)
    for number, token in enumerate(script.tokens):
        if token.kind == "number" and token.text.isdecimal():
            value = int(token.text)
            yield Replacement("boundary", token.start, token.end, str(value + 1))
            if script.text(number + 1) != ":":  # a key is not negative
                yield Replacement("boundary", token.start, token.end, str(value - 1) if value else "(-1)")


def _arithmetic(script: Script) -> Replacements:
    """Exchange the operators of numbers; a sum of texts is left alone."""
    for number, token in enumerate(script.tokens):
        is_operator = token.kind == "mark" and token.text in ARITHMETIC and number > 0
        if is_operator and script.tokens[number - 1].ends_value and not script.has_text_beside(number):
            yield Replacement("arithmetic", token.start, token.end, ARITHMETIC[token.text])


def _statements(script: Script) -> Replacements:
    """Drop a call, an assignment or a refusal."""
    after_test = {closed for _, closed in script.tests()}
    in_headings = script.in_headings()
    for number, token in enumerate(script.tokens):
        begins = script.text(number - 1) in ("", ";", "{", "}", "else") or number - 1 in after_test
        may_go = begins and number not in in_headings and _may_go(script, number)
        if may_go and (end := _end_of_statement(script, number)):
            yield Replacement("statement", token.start, script.tokens[end].start, "")


def _may_go(script: Script, number: int) -> bool:
    """Return True for the first token of a call, an assignment or a refusal; not for a private field or an import."""
    token = script.tokens[number]
    if token.kind != "name" or token.text.startswith("#") or (token.text == "from" and script.is_text(number + 1)):
        return False
    return token.text not in KEYWORDS or token.text in STATEMENTS


def _end_of_statement(script: Script, number: int) -> int:
    """Return the number of the semicolon that ends the simple statement which begins at `number`; 0 for others."""
    while number < len(script.tokens):
        match script.text(number):
            case ";":
                return number
            case ")" | "]" | "}" | "{" | "":
                return 0
            case "(" | "[":
                number = script.closing.get(number, len(script.tokens))
        number += 1
    return 0


def _ordering(script: Script) -> Replacements:
    """Turn an order round."""
    for opened, closed in script.closing.items():
        if script.text(opened) == "(" and script.text(opened - 1) in ("sort", "toSorted"):
            end = script.tokens[closed].end
            yield Replacement("ordering", end, end, ".reverse()")


def _messages(script: Script) -> Replacements:
    """Empty a text for people: one with a blank."""
    for token in script.tokens:
        is_long = token.kind in TEXTS and " " in token.text[1:-1].strip() and any(map(str.isalpha, token.text))
        if is_long and token.text[1:-1] != "use strict":
            yield Replacement("message", token.start, token.end, '""')


OPERATORS: tuple[Callable[[Script], Replacements], ...] = (
    _conditions,
    _boundaries,
    _arithmetic,
    _statements,
    _ordering,
    _messages,
)


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
