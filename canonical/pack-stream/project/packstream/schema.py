"""Text → `Schema`.

    schema  := record*
    record  := "record" NAME "{" field* "}"
    field   := NAME ":" type [ "=" literal ]
    type    := simple "?"*
    simple  := "bool" | "uint" | "int" | "float" | "text" | "bytes" | "list" "<" type ">" | "map" "<" type ">"
             | "enum" "(" NAME ("," NAME)* ")" | NAME
    literal := "true" | "false" | integer | decimal | '"' characters '"'

``#`` begins a comment that goes to the end of the line. White space separates and means nothing else. The
words of this grammar (``record``, ``list``, ``true`` …) cannot name records; fields may have any name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from packstream.errors import EncodeError, SchemaError
from packstream.types import (
    PRIMITIVES,
    Default,
    EnumType,
    FieldType,
    ListType,
    MapType,
    OptionalType,
    Primitive,
    RecordRef,
    RecordType,
    Schema,
    Type,
)
from packstream.values import check_value

_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>-?\d+(\.\d+)?)"""
    r"""|(?P<text>"([^"\\\n]|\\["\\n])*")|(?P<sign>[{}<>():,?=])""",
    re.ASCII,
)
_RESERVED = frozenset({*PRIMITIVES, "list", "map", "enum", "record", "true", "false"})
DEEPEST = 20
"""Levels to which types may be nested."""


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


def parse_schema(text: str) -> Schema:
    """Return the schema of a text. Raises `SchemaError` with the line of what does not fit (0 for what `Schema`
    checks).

    Enum names must differ; ``??`` is refused; a default must be a value of the field's type, which must be a primitive
    other than bytes, an enum, or one of these made optional. An integer is allowed as default of a float.
    """
    parser = _Parser(text)
    records = []
    while not parser.at_end():
        records.append(parser.record())
    return Schema(tuple(records))


class _Parser:
    """Recursive-descent parser of one schema."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.index = 0

    def at_end(self) -> bool:
        """Return True where nothing is left."""
        return self.tokens[self.index].kind == "end"

    def record(self) -> RecordType:
        """Read one record."""
        self.expect("record")
        name = self.new_name()
        self.expect("{")
        fields = []
        while not self.accept("}"):
            fields.append(self.field())
        return RecordType(name, tuple(fields))

    def field(self) -> FieldType:
        """Read one field."""
        name = self.name()
        self.expect(":")
        line = self.tokens[self.index].line
        type_ = self.type(1)
        if not self.accept("="):
            return FieldType(name, type_)
        return FieldType(name, type_, _checked_default(type_, self.literal(), line), True)

    def type(self, depth: int) -> Type:
        """Read a type with its question mark."""
        if depth > DEEPEST:
            raise self.error("types are nested too deeply")
        found = self.simple(depth)
        if not self.accept("?"):
            return found
        if self.accept("?"):
            self.index -= 1
            raise self.error("optional twice")
        return OptionalType(found)

    def simple(self, depth: int) -> Type:
        """Read a type without question mark."""
        name = self.name()
        if name in PRIMITIVES:
            return Primitive(name)
        if name in ("list", "map"):
            self.expect("<")
            inner = self.type(depth + 1)
            self.expect(">")
            return ListType(inner) if name == "list" else MapType(inner)
        if name == "enum":
            return self.enum()
        if name in _RESERVED:
            self.index -= 1
            raise self.error(f"{name!r} is not a type")
        return RecordRef(name)

    def enum(self) -> EnumType:
        """Read the names of an enum."""
        self.expect("(")
        names = [self.name()]
        while self.accept(","):
            if self.tokens[self.index].text in names:
                raise self.error(f"{self.tokens[self.index].text!r} is repeated")
            names.append(self.name())
        self.expect(")")
        return EnumType(tuple(names))

    def literal(self) -> Default:
        """Read a default."""
        token = self.tokens[self.index]
        self.index += 1
        if token.kind == "number":
            return float(token.text) if "." in token.text else int(token.text)
        if token.kind == "text":
            return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], token.text[1:-1])
        if token.text in ("true", "false"):
            return token.text == "true"
        self.index -= 1
        raise self.error("a literal is missing")

    def new_name(self) -> str:
        """Read a name that is not reserved."""
        name = self.name()
        if name in _RESERVED:
            self.index -= 1
            raise self.error(f"{name!r} is reserved")
        return name

    def name(self) -> str:
        """Read a name."""
        token = self.tokens[self.index]
        if token.kind != "name":
            raise self.error("a name is missing")
        self.index += 1
        return token.text

    def accept(self, text: str) -> bool:
        """Consume a sign or word where it follows."""
        token = self.tokens[self.index]
        found = token.kind in ("sign", "name") and token.text == text
        self.index += found
        return found

    def expect(self, text: str) -> None:
        """Consume a sign or word that must follow."""
        if not self.accept(text):
            raise self.error(f"{text!r} expected")

    def error(self, message: str) -> SchemaError:
        """Return the error for the current token."""
        return SchemaError(message, self.tokens[self.index].line)


def _tokens(text: str) -> list[_Token]:
    found = []
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SchemaError(f"unexpected character {text[position]!r}", line)
        if match.group("space") is None:
            kind = next(name for name, value in match.groupdict().items() if value is not None)
            found.append(_Token(kind, match.group(), line))
        line += match.group().count("\n")
        position = match.end()
    return [*found, _Token("end", "", line)]


def _checked_default(type_: Type, value: Default, line: int) -> Default:
    plain = type_.item if isinstance(type_, OptionalType) else type_
    if not isinstance(plain, Primitive | EnumType) or plain == Primitive("bytes"):
        raise SchemaError(f"a field of type {type_} cannot have a default", line)
    try:
        check_value(plain, value, "default")
    except EncodeError as error:
        raise SchemaError(str(error), line) from error
    return value
