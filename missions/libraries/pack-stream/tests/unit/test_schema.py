import pytest
from packstream.errors import PackError, SchemaError
from packstream.schema import DEEPEST, parse_schema
from packstream.types import (
    EnumType,
    FieldType,
    ListType,
    MapType,
    OptionalType,
    Primitive,
    RecordRef,
    RecordType,
    Schema,
)

ORDER = """
# orders of a shop
record Order {
  id: uint
  state: enum(open, closed) = "open"
  lines: list<Line>     # may be empty
  notes: map<text?>?
}
record Line { name: text  price: float = 1  count: int = -1  gift: bool = false  next: Line? }
"""


def test_every_type():
    schema = parse_schema(ORDER)

    assert schema.root == RecordType(
        "Order",
        (
            FieldType("id", Primitive("uint")),
            FieldType("state", EnumType(("open", "closed")), "open", True),
            FieldType("lines", ListType(RecordRef("Line"))),
            FieldType("notes", OptionalType(MapType(OptionalType(Primitive("text"))))),
        ),
    )
    assert [(each.name, each.default, each.has_default) for each in schema.record("Line").fields] == [
        ("name", None, False), ("price", 1, True), ("count", -1, True), ("gift", False, True), ("next", None, False),
    ]  # fmt: skip


def test_the_canonical_text():
    schema = parse_schema(ORDER)

    assert str(schema) == (
        'record Order {\n  id: uint\n  state: enum(open, closed) = "open"\n  lines: list<Line>\n  notes: map<text?>?\n}\n'
        "record Line {\n  name: text\n  price: float = 1\n  count: int = -1\n  gift: bool = false\n  next: Line?\n}\n"
    )
    assert parse_schema(str(schema)) == schema


def test_the_fingerprint_belongs_to_the_canonical_text():
    assert parse_schema(ORDER).fingerprint() == parse_schema(ORDER.replace("\n", "\n\n")).fingerprint()
    assert parse_schema(ORDER).fingerprint() != parse_schema(ORDER.replace("uint", "int")).fingerprint()
    assert parse_schema("record A { a: bool }").fingerprint() == 0x98D54507


@pytest.mark.parametrize(
    ("literal", "value", "text"),
    [
        ('text = "a\\"b\\\\c\\nd"', 'a"b\\c\nd', '"a\\"b\\\\c\\nd"'),
        ("float = 2.50", 2.5, "2.5"),
        ("float = -3", -3, "-3"),
        ("bool = true", True, "true"),
        ("uint? = 7", 7, "7"),
        ('enum(a, b)? = "b"', "b", '"b"'),
    ],
)
def test_defaults(literal, value, text):
    schema = parse_schema(f"record A {{ a: {literal} }}")

    assert schema.root.fields[0].default == value
    assert type(schema.root.fields[0].default) is type(value)
    assert f"= {text}\n" in str(schema)
    assert parse_schema(str(schema)) == schema


@pytest.mark.parametrize(
    ("type_", "missing"), [("uint", False), ("uint?", True), ("uint = 0", True), ("list<uint?>", False)]
)
def test_which_fields_may_be_missing(type_, missing):
    assert parse_schema(f"record A {{ a: {type_} }}").root.fields[0].may_be_missing is missing


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("", "a schema needs at least one record", 0),
        ("record A { }", "record 'A' has no fields", 0),
        ("record A { a: bool }\nrecord A { a: bool }", "record 'A' is defined twice", 0),
        ("record A { a: bool a: int }", "field 'a' of record 'A' is defined twice", 0),
        ("record A { a: B }", "unknown record 'B'", 0),
        ("record A { a: list<map<B?>> }", "unknown record 'B'", 0),
        ("record A { a: A }", "record 'A' contains itself without end", 0),
        ("record A { b: B } record B { c: C } record C { b: B }", "record 'B' contains itself without end", 0),
        ("table A { }", "line 1: 'record' expected", 1),
        ("record A\n{ a bool }", "line 2: ':' expected", 2),
        ("record A { a:\n\n 5 }", "line 3: a name is missing", 3),
        ("record A { a: bool", "line 1: a name is missing", 1),
        ("record list { a: bool }", "line 1: 'list' is reserved", 1),
        ("record\nbool { a: bool }", "line 2: 'bool' is reserved", 2),
        ("record A { a: record }", "line 1: 'record' is not a type", 1),
        ("record A { a: list<bool }", "line 1: '>' expected", 1),
        ("record A { a: list bool }", "line 1: '<' expected", 1),
        ("record A { a: enum() }", "line 1: a name is missing", 1),
        ("record A { a: enum(x, x) }", "line 1: 'x' is repeated", 1),
        ("record A { a: enum(x y) }", "line 1: ')' expected", 1),
        ("record A { a: bool??\n}", "line 1: optional twice", 1),
        ("record A { a: bool = }", "line 1: a literal is missing", 1),
        ("record A {\n a: uint = -1 }", "line 2: default: -1 is not a value of type uint", 2),
        ("record A { a: int = 1.5 }", "line 1: default: 1.5 is not a value of type int", 1),
        ("record A { a: int = true }", "line 1: default: True is not a value of type int", 1),
        ('record A { a: enum(x, y) = "z" }', "line 1: default: 'z' is not one of x, y", 1),
        ('record A { a: bytes = "z" }', "line 1: a field of type bytes cannot have a default", 1),
        ("record A { a: list<int> = 1 }", "line 1: a field of type list<int> cannot have a default", 1),
        ("record A { a: A? = 1 }", "line 1: a field of type A? cannot have a default", 1),
        ("record A {\n a: bool; }", "line 2: unexpected character ';'", 2),
        ('record A { a: text = "x', "line 1: unexpected character '\"'", 1),
    ],
)
def test_wrong_schemas(text, message, line):
    with pytest.raises(SchemaError) as caught:
        parse_schema(text)
    assert (str(caught.value), caught.value.line) == (message, line)
    assert isinstance(caught.value, PackError)


@pytest.mark.parametrize("kind", ["list", "map"])
def test_the_depth_of_types_is_limited(kind):
    deepest = f"{kind}<" * (DEEPEST - 1) + "bool" + ">" * (DEEPEST - 1)

    assert parse_schema(f"record A {{ a: {deepest} }}")
    with pytest.raises(SchemaError, match="types are nested too deeply"):
        parse_schema(f"record A {{ a: list<{deepest}> }}")


def _chain(count):
    return (
        " ".join(f"record R{n} {{ a: R{n + 1} b: R{n + 1} }}" for n in range(count)) + f" record R{count} {{ a: bool }}"
    )


def test_the_depth_of_records_is_limited():
    assert len(parse_schema(_chain(49)).records) == 50
    with pytest.raises(SchemaError, match="^records are nested deeper than 50 levels$"):
        parse_schema(_chain(50))


def test_records_may_contain_themselves_where_it_can_end():
    assert parse_schema("record A { a: A? b: list<A> c: map<A> }").root.name == "A"


@pytest.mark.parametrize("name", ["record", "list", "text", "true", "_x9"])
def test_fields_may_have_any_name(name):
    assert (
        parse_schema(f"record A {{ {name}: bool {name}2: {name}Type }} record {name}Type {{ a: int }}")
        .root.fields[0]
        .name
        == name
    )


def test_records_by_name():
    schema = Schema((RecordType("A", (FieldType("a", Primitive("bool")),)),))

    assert schema.record("A") is schema.root
    with pytest.raises(SchemaError, match="^unknown record 'B'$"):
        schema.record("B")
