"""Text of a formula → syntax tree.

formula    := "=" comparison
comparison := joined (("=" | "<>" | "<" | "<=" | ">" | ">=") joined)*
joined     := sum ("&" sum)*
sum        := product (("+" | "-") product)*
product    := power (("*" | "/") power)*
power      := signed ["^" power]
signed     := ("-" | "+") signed | percent
percent    := primary "%"*
primary    := number | text | "TRUE" | "FALSE" | error | area | call | "(" comparison ")"
area       := reference [":" reference]
call       := NAME "(" [comparison ("," comparison)*] ")"
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gridengine.address import parse_reference
from gridengine.errors import AddressError, FormulaError
from gridengine.nodes import Area, Binary, Call, Cell, Group, Literal, Node, Unary
from gridengine.values import ERRORS, Failure, checked_number

DEEPEST = 50
"""Levels of parentheses, calls, signs and powers that a formula may be nested."""

LARGEST_AREA = 1_000_000
"""Cells that an area may have."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<text>"(?:[^"]|"")*")"""
    r"""|(?P<error>\#(?:DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A|CYCLE!))|(?P<name>\$?[A-Za-z][A-Za-z0-9_.$]*)"""
    r"""|(?P<sign><>|<=|>=|[-+*/^&=<>%(),:])|(?P<end>$))""",
    re.ASCII | re.IGNORECASE,
)
_BINARY = (("=", "<>", "<=", ">=", "<", ">"), ("&",), ("+", "-"), ("*", "/"))


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int


def is_formula(text: str) -> bool:
    """Return True for texts that begin with ``=`` and have something behind it."""
    return text.startswith("=") and len(text) > 1


def parse_formula(text: str) -> Node:
    """Return the syntax tree of a formula with its ``=``. Raises `FormulaError` with the place of what does not fit."""
    if not text.startswith("="):
        raise FormulaError("'=' is missing", text, 0)
    parser = _Parser(text)
    node = parser.binary(0)
    if parser.current.kind != "end":
        raise parser.error("end of formula expected")
    return node


class _Parser:
    """Recursive-descent parser of one formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.index = 0
        self.depth = 0

    @property
    def current(self) -> _Token:
        """Next token that is not consumed."""
        return self.tokens[self.index]

    def binary(self, level: int) -> Node:
        """Read operators of one level of `_BINARY`, which group to the left."""
        if level == len(_BINARY):
            return self.power()
        node = self.binary(level + 1)
        while operator := self.accept(*_BINARY[level]):
            node = Binary(operator, node, self.binary(level + 1))
        return node

    def power(self) -> Node:
        """Read powers, which group to the right."""
        node = self.signed()
        if not self.accept("^"):
            return node
        self.enter()
        node = Binary("^", node, self.power())
        self.depth -= 1
        return node

    def signed(self) -> Node:
        """Read signs before a value."""
        sign = self.accept("-", "+")
        if not sign:
            return self.percent()
        self.enter()
        node = Unary(sign, self.signed())
        self.depth -= 1
        return node

    def percent(self) -> Node:
        """Read percent signs behind a value."""
        node = self.primary()
        for _ in range(DEEPEST):
            if not self.accept("%"):
                return node
            node = Unary("%", node)
        raise self.error("nested too deeply")

    def primary(self) -> Node:
        """Read a literal, an area, a call or a group."""
        token = self.current
        self.index += 1
        if token.kind == "number":
            return self.number(token)
        if token.kind == "text":
            return Literal(token.text[1:-1].replace('""', '"'))
        if token.kind == "error":
            return Literal(ERRORS[token.text.upper()])
        if token.kind == "name":
            return self.named(token)
        if token.kind == "sign" and token.text == "(":
            return self.group()
        self.index -= 1
        raise self.error("a value is missing")

    def number(self, token: _Token) -> Node:
        """Return the literal of a number."""
        try:
            return Literal(checked_number(float(token.text)))
        except Failure:
            raise FormulaError("number is too large", self.text, token.position) from None

    def named(self, token: _Token) -> Node:
        """Read what begins with a name: a call, a truth value, a reference or an area."""
        name = token.text.upper()
        if self.accept("("):
            return Call(name, () if self.accept(")") else self.nested())
        if name in ("TRUE", "FALSE"):
            return Literal(name == "TRUE")
        first = self.reference(token)
        if not self.accept(":"):
            return first
        last = self.current
        self.index += last.kind == "name"
        return self.area(first, self.reference(last), token)

    def area(self, first: Cell, last: Cell, token: _Token) -> Area:
        """Return the area between two cells."""
        area = Area(first.reference, last.reference)
        if area.range.size > LARGEST_AREA:
            raise FormulaError("area is too large", self.text, token.position)
        return area

    def reference(self, token: _Token) -> Cell:
        """Return the cell that a token names."""
        try:
            return Cell(parse_reference(token.text))
        except AddressError:
            raise FormulaError("not a reference", self.text, token.position) from None

    def group(self) -> Node:
        """Read one formula up to the closing parenthesis."""
        self.enter()
        inner = self.binary(0)
        if not self.accept(")"):
            raise self.error("')' is missing")
        self.depth -= 1
        return Group(inner)

    def nested(self) -> tuple[Node, ...]:
        """Read formulas separated by commas up to the closing parenthesis."""
        self.enter()
        found = [self.binary(0)]
        while self.accept(","):
            found.append(self.binary(0))
        if not self.accept(")"):
            raise self.error("')' is missing")
        self.depth -= 1
        return tuple(found)

    def enter(self) -> None:
        """Go one level deeper."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error("nested too deeply")

    def accept(self, *texts: str) -> str:
        """Consume and return the sign that follows if it is one of `texts`, else return an empty text."""
        token = self.current
        if token.kind != "sign" or token.text not in texts:
            return ""
        self.index += 1
        return token.text

    def error(self, message: str) -> FormulaError:
        """Return the error for the current token."""
        return FormulaError(message, self.text, self.current.position)


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    position = 1
    while not found or found[-1].kind != "end":
        match = _TOKEN.match(text, position)
        if match is None:
            start = position + len(text[position:]) - len(text[position:].lstrip())
            raise FormulaError("unexpected character", text, start)
        kind = str(match.lastgroup)
        found.append(_Token(kind, match.group(kind), match.start(kind)))
        position = match.end()
    return found
