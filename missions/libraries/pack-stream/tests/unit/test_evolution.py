import pytest
from packstream.errors import SchemaError
from packstream.evolution import Resolver
from packstream.schema import parse_schema


def _convert(old, new, record):
    return Resolver(parse_schema(old), parse_schema(new)).convert(record)


@pytest.mark.parametrize(
    ("old", "new", "value", "found"),
    [
        ("uint", "uint", 5, 5),
        ("uint", "int", 5, 5),
        ("uint", "float", 5, 5.0),
        ("int", "float", -5, -5.0),
        ("text", "text?", "x", "x"),
        ("uint", "float?", 5, 5.0),
        ("uint?", "int?", None, None),
        ("uint?", "float?", 3, 3.0),
        ("enum(x, y)", "enum(z, y, x)", "y", "y"),
        ("list<uint>", "list<float>", [1, 2], [1.0, 2.0]),
        ("map<uint>", "map<int?>", {"k": 1}, {"k": 1}),
        ("list<uint?>", "list<float?>?", [None, 1], [None, 1.0]),
    ],
)
def test_types_may_become_wider(old, new, value, found):
    back = _convert(f"record A {{ a: {old} }}", f"record B {{ a: {new} }}", {"a": value})["a"]

    assert back == found
    assert repr(back) == repr(found)


def test_fields_come_and_go():
    old, new = "record A { a: uint b: text }", "record A { c: bool = true a: uint d: text? e: int? = 4 }"
    record = {"a": 1, "b": "x"}

    found = _convert(old, new, record)

    assert list(found.items()) == [("c", True), ("a", 1), ("d", None), ("e", 4)]
    assert record == {"a": 1, "b": "x"}


def test_records_within_records():
    old = "record A { b: B bs: list<B> } record B { x: uint }"
    new = 'record A { b: C bs: list<C>? } record C { y: text = "n" x: float }'

    assert _convert(old, new, {"b": {"x": 1}, "bs": [{"x": 2}]}) == {
        "b": {"y": "n", "x": 1.0},
        "bs": [{"y": "n", "x": 2.0}],
    }


def test_records_that_contain_themselves():
    old, new = "record A { n: uint next: A? }", "record A { next: A? n: int }"

    assert _convert(old, new, {"n": 1, "next": {"n": 2, "next": None}}) == {"next": {"next": None, "n": 2}, "n": 1}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("int", "uint", "field B.a: cannot read int as uint"),
        ("float", "int", "field B.a: cannot read float as int"),
        ("text", "bytes", "field B.a: cannot read text as bytes"),
        ("uint?", "uint", "field B.a: cannot read uint? as uint"),
        ("enum(x, y)", "enum(x)", "field B.a: cannot read enum(x, y) as enum(x)"),
        ("list<text>", "list<int>", "field B.a: cannot read text as int"),
        ("list<int>", "map<int>", "field B.a: cannot read list<int> as map<int>"),
        ("map<bool>", "map<int>", "field B.a: cannot read bool as int"),
        ("A?", "text?", "field B.a: cannot read A as text"),
    ],
)
def test_types_that_do_not_fit(old, new, message):
    with pytest.raises(SchemaError) as caught:
        Resolver(parse_schema(f"record A {{ a: {old} }}"), parse_schema(f"record B {{ a: {new} }}"))
    assert str(caught.value) == message


def test_a_new_field_needs_a_default():
    with pytest.raises(SchemaError, match="^field B.b is new and has no default$"):
        Resolver(parse_schema("record A { a: uint }"), parse_schema("record B { a: uint b: list<uint> }"))


def test_an_unsigned_integer_that_is_too_large():
    resolver = Resolver(parse_schema("record A { a: uint }"), parse_schema("record A { a: int }"))

    assert resolver.convert({"a": 2**63 - 1}) == {"a": 2**63 - 1}
    with pytest.raises(SchemaError, match=f"^{2**63} is too large for int$"):
        resolver.convert({"a": 2**63})


def test_the_same_schema_changes_nothing():
    text = "record A { a: list<map<B>> } record B { x: bytes y: enum(p, q) }"
    record = {"a": [{"k": {"x": b"1", "y": "p"}}]}

    assert _convert(text, text, record) == record
