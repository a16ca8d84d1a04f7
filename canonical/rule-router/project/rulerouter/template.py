"""Destinations with placeholders: ``review-{customer.country}``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulerouter.errors import EvaluationError, ExpressionError
from rulerouter.evaluator import evaluate
from rulerouter.functions import Value, as_text
from rulerouter.nodes import Node
from rulerouter.parser import parse_expression


@dataclass(frozen=True)
class Template:
    """Text with expressions in it: parts are literal texts and syntax trees, in order."""

    source: str
    parts: tuple[str | Node, ...]

    @property
    def is_constant(self) -> bool:
        """True where the template has no placeholder."""
        return all(isinstance(part, str) for part in self.parts)

    def fill(self, record: Mapping[str, Value]) -> str:
        """Return the text for a record. Raises `EvaluationError` where a placeholder is null or has no text."""
        return "".join(part if isinstance(part, str) else self._filled(part, record) for part in self.parts)

    def _filled(self, node: Node, record: Mapping[str, Value]) -> str:
        value = evaluate(node, record)
        if value is None:
            raise EvaluationError(f"a placeholder of {self.source!r} is null")
        return as_text(value)


def parse_template(text: str) -> Template:
    """Return the template of a text; ``{{`` and ``}}`` stand for single braces.

    Raises `ExpressionError` for a brace without its partner, an empty placeholder and a wrong expression; positions are
    those in the whole text.
    """
    parts: list[str | Node] = []
    literal = ""
    position = 0
    while position < len(text):
        character = text[position]
        if character in "{}" and text[position + 1 : position + 2] == character:
            literal += character
            position += 2
        elif character == "{":
            node, position = _placeholder(text, position)
            parts += [literal, node] if literal else [node]
            literal = ""
        elif character == "}":
            raise ExpressionError("'}' without '{'", text, position)
        else:
            literal += character
            position += 1
    return Template(text, tuple([*parts, literal] if literal else parts))


def _placeholder(text: str, start: int) -> tuple[Node, int]:
    end = text.find("}", start)
    if end < 0:
        raise ExpressionError("'{' without '}'", text, start)
    try:
        return parse_expression(text[start + 1 : end]), end + 1
    except ExpressionError as error:
        message = str(error).partition(" at position ")[0]
        raise ExpressionError(message, text, start + 1 + error.position) from error
