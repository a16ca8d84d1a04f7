"""Tokens → syntax tree.

or         := and ("or" and)*
and        := not ("and" not)*
not        := "not" not | comparison
comparison := sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not" "in" | "matches" | "contains") sum ]
sum        := product (("+" | "-") product)*
product    := negative (("*" | "/" | "%") negative)*
negative   := "-" negative | primary
primary    := number | text | "true" | "false" | "null" | "(" or ")" | "[" [or ("," or)*] "]" | call | field
call       := name "(" [or ("," or)*] ")"
field      := name ("." (name | digits))*
"""

from __future__ import annotations

from rulerouter.errors import ExpressionError
from rulerouter.nodes import Binary, Call, Field, ListOf, Literal, Node, Unary
from rulerouter.tokens import Token, TokenKind, tokenize

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "matches", "contains")
_CONSTANTS = {"true": True, "false": False, "null": None}
DEEPEST = 60
"""Levels of parentheses, lists, calls, ``not`` and ``-`` that an expression may be nested."""


def parse_expression(text: str) -> Node:
    """Return the syntax tree of an expression. Raises `ExpressionError` with the place of what does not fit."""
    parser = _Parser(text)
    node = parser.either()
    parser.expect_end()
    return node


class _Parser:
    """Recursive-descent parser of one expression."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.index = 0
        self.depth = 0

    @property
    def current(self) -> Token:
        """Next token that is not consumed."""
        return self.tokens[self.index]

    def either(self) -> Node:
        """Read alternatives, the loosest level."""
        node = self.both()
        while self.accept("or"):
            node = Binary("or", node, self.both())
        return node

    def both(self) -> Node:
        """Read conjunctions."""
        node = self.negation()
        while self.accept("and"):
            node = Binary("and", node, self.negation())
        return node

    def negation(self) -> Node:
        """Read ``not`` before a comparison."""
        if not self.accept("not"):
            return self.comparison()
        self.enter()
        node = Unary("not", self.negation())
        self.depth -= 1
        return node

    def comparison(self) -> Node:
        """Read at most one comparison."""
        left = self.sum()
        operator = self.comparison_operator()
        if operator is None:
            return left
        node = Binary(operator, left, self.sum())
        if self.is_comparison():
            raise self.error("comparisons cannot be chained")
        return node

    def comparison_operator(self) -> str | None:
        """Consume and return a comparison operator, None where there is none."""
        for operator in _COMPARISONS:
            if self.accept(operator):
                return operator
        if self.is_not_in():
            self.index += 2
            return "not in"
        return None

    def is_comparison(self) -> bool:
        """Return True where a comparison operator follows."""
        return self.is_not_in() or any(self.follows(operator) for operator in _COMPARISONS)

    def is_not_in(self) -> bool:
        """Return True where ``not in`` follows."""
        return self.follows("not") and self.tokens[self.index + 1].text == "in"

    def sum(self) -> Node:
        """Read sums and differences."""
        node = self.product()
        while operator := self.accept_one("+", "-"):
            node = Binary(operator, node, self.product())
        return node

    def product(self) -> Node:
        """Read products, quotients and remainders."""
        node = self.negative()
        while operator := self.accept_one("*", "/", "%"):
            node = Binary(operator, node, self.negative())
        return node

    def negative(self) -> Node:
        """Read a minus sign before a primary."""
        if not self.accept("-"):
            return self.primary()
        self.enter()
        node = Unary("-", self.negative())
        self.depth -= 1
        return node

    def primary(self) -> Node:
        """Read a literal, a list, a group, a call or a field."""
        token = self.current
        self.index += 1
        if token.kind is TokenKind.NUMBER:
            return Literal(float(token.text) if "." in token.text else int(token.text))
        if token.kind is TokenKind.TEXT:
            return Literal(token.text)
        if token.kind is TokenKind.WORD and token.text in _CONSTANTS:
            return Literal(_CONSTANTS[token.text])
        if token.kind is TokenKind.NAME:
            return self.call(token.text) if self.accept("(") else self.field(token.text)
        if token.kind is TokenKind.SIGN and token.text == "[":
            return ListOf(self.items("]"))
        if token.kind is TokenKind.SIGN and token.text == "(":
            return self.group()
        self.index -= 1
        raise self.error("a value is missing")

    def group(self) -> Node:
        """Read what stands in parentheses."""
        self.enter()
        node = self.either()
        self.expect(")")
        self.depth -= 1
        return node

    def call(self, function: str) -> Node:
        """Read the arguments of a function."""
        return Call(function, self.items(")"))

    def field(self, name: str) -> Node:
        """Read the rest of a field's path."""
        path = [name]
        while self.accept("."):
            token = self.current
            if token.kind not in (TokenKind.NAME, TokenKind.NUMBER, TokenKind.WORD):
                raise self.error("a name is missing")
            self.index += 1
            path.extend(token.text.split("."))
        return Field(tuple(path))

    def items(self, closing: str) -> tuple[Node, ...]:
        """Read expressions separated by commas up to the closing sign."""
        found: list[Node] = []
        self.enter()
        if not self.follows(closing):
            found.append(self.either())
            while self.accept(","):
                found.append(self.either())
        self.expect(closing)
        self.depth -= 1
        return tuple(found)

    def enter(self) -> None:
        """Go one level deeper."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error("nested too deeply")

    def follows(self, text: str) -> bool:
        """Return True where the next token is this sign or word."""
        return self.current.kind in (TokenKind.SIGN, TokenKind.WORD) and self.current.text == text

    def accept(self, text: str) -> bool:
        """Consume the sign or word where it follows."""
        found = self.follows(text)
        self.index += found
        return found

    def accept_one(self, *texts: str) -> str:
        """Consume and return the first of the signs that follows, an empty text where none does."""
        return next((text for text in texts if self.accept(text)), "")

    def expect(self, text: str) -> None:
        """Consume a sign that must follow."""
        if not self.accept(text):
            raise self.error(f"{text!r} is missing")

    def expect_end(self) -> None:
        """Make sure that nothing is left."""
        if self.current.kind is not TokenKind.END:
            raise self.error("end of expression expected")

    def error(self, message: str) -> ExpressionError:
        """Return the error for the current token."""
        return ExpressionError(message, self.text, self.current.position)
