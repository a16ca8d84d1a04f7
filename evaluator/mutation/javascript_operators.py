"""Mutation operators for JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluator.mutation.javascript_tokens import KEYWORDS, Token, closing_places, tokens_of
from evaluator.mutation.mutation import Replacement, Replacements

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
