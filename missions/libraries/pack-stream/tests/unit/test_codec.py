import math

import pytest
from packstream.codec import DEEPEST, decode_at, decode_record, encode_record
from packstream.errors import DecodeError, EncodeError
from packstream.schema import parse_schema


def _schema(type_, more=""):
    return parse_schema(f"record A {{ a: {type_} }} {more}")


@pytest.mark.parametrize(
    ("type_", "value", "data"),
    [
        ("bool", True, "01"),
        ("bool", False, "00"),
        ("uint", 300, "ac02"),
        ("uint", 2**64 - 1, "ffffffffffffffffff01"),
        ("int", -2, "03"),
        ("float", 1.5, "3ff8000000000000"),
        ("float", -0.0, "8000000000000000"),
        ("float", math.inf, "7ff0000000000000"),
        ("text", "é", "02c3a9"),
        ("text", "", "00"),
        ("bytes", b"\x00\xff", "0200ff"),
        ("enum(x, y, z)", "z", "02"),
        ("enum(x, y, z)", "x", "00"),
        ("uint?", None, "00"),
        ("uint?", 5, "0105"),
        ("list<uint>", [1, 2], "020102"),
        ("list<uint>", [], "00"),
        ("map<bool>", {"b": True, "a": False}, "02016100016201"),
        ("map<bool>", {}, "00"),
        ("list<uint?>", [None, 3], "02000103"),
        ("B", {"x": 1, "y": "z"}, "01017a"),
        ("list<B?>", [None, {"x": 1, "y": ""}], "0200010100"),
    ],
)
def test_values_and_their_bytes(type_, value, data):
    schema = _schema(type_, "record B { x: uint y: text }")

    assert encode_record(schema, {"a": value}).hex() == data
    found = decode_record(schema, bytes.fromhex(data))
    assert found == {"a": value}
    assert repr(found["a"]) == repr(dict(sorted(value.items())) if isinstance(value, dict) else value)


@pytest.mark.parametrize(
    ("type_", "value", "found"), [("float", 3, 3.0), ("bytes", bytearray(b"x"), b"x"), ("list<int>", (1, 2), [1, 2])]
)
def test_values_that_come_back_as_another_type(type_, value, found):
    schema = _schema(type_)
    back = decode_record(schema, encode_record(schema, {"a": value}))["a"]

    assert back == found
    assert type(back) is type(found)


def test_fields_are_in_the_order_of_the_schema():
    schema = parse_schema("record A { a: uint b: uint c: uint = 9 d: uint? }")

    assert encode_record(schema, {"b": 2, "a": 1}).hex() == "01020900"
    assert list(decode_record(schema, bytes.fromhex("0102030107"))) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("type_", "value", "message"),
    [
        ("bool", 1, "a: 1 is not a value of type bool"),
        ("uint", -1, "a: -1 is not a value of type uint"),
        ("uint", 2**64, f"a: {2**64} is not a value of type uint"),
        ("uint", True, "a: True is not a value of type uint"),
        ("int", 2**63, f"a: {2**63} is not a value of type int"),
        ("int", -(2**63) - 1, f"a: {-(2**63) - 1} is not a value of type int"),
        ("int", 1.0, "a: 1.0 is not a value of type int"),
        ("float", "1", "a: '1' is not a value of type float"),
        ("float", False, "a: False is not a value of type float"),
        ("text", b"x", "a: b'x' is not a value of type text"),
        ("text", "\ud800", "a: '\\ud800' is not a value of type text"),
        ("text", None, "a: None is not a value of type text"),
        ("bytes", "x", "a: 'x' is not a value of type bytes"),
        ("text", list(range(100)), "a: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … is not a value of type text"),
        ("enum(x, y)", "z", "a: 'z' is not one of x, y"),
        ("enum(x, y)", 0, "a: 0 is not one of x, y"),
        ("list<int>", "12", "a: not a list: str"),
        ("list<int>", [1, "2"], "a[1]: '2' is not a value of type int"),
        ("map<int>", [], "a: not a map: list"),
        ("map<int>", {"k": "v"}, "a['k']: 'v' is not a value of type int"),
        ("map<int>", {5: 1}, "a key: 5 is not a value of type text"),
        ("B", 5, "a: not a record: int"),
        ("B", {}, "a.x: missing"),
        ("B", {"x": 1, "z": 2}, "a.z: unknown field"),
        ("list<B?>", [None, {"x": "1"}], "a[1].x: '1' is not a value of type uint"),
    ],
)
def test_values_that_do_not_fit(type_, value, message):
    with pytest.raises(EncodeError) as caught:
        encode_record(_schema(type_, "record B { x: uint }"), {"a": value})
    assert str(caught.value) == message
    assert caught.value.path == message.partition(": ")[0]


@pytest.mark.parametrize(
    ("record", "message"),
    [({}, "a: missing"), ([], "record: not a record: list"), ({"a": 1, "b": 2}, "b: unknown field")],
)
def test_records_that_do_not_fit(record, message):
    with pytest.raises(EncodeError) as caught:
        encode_record(_schema("uint"), record)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("type_", "data", "message"),
    [
        ("bool", "", "data end within a value at offset 0"),
        ("bool", "02", "neither 0 nor 1 at offset 0"),
        ("uint?", "0201", "neither 0 nor 1 at offset 0"),
        ("uint", "", "data end within an integer at offset 0"),
        ("uint", "0100", "data go on after the record at offset 1"),
        ("float", "00000000000000", "data end within a value at offset 0"),
        ("text", "0261", "data end within a value at offset 1"),
        ("text", "01ff", "text is not UTF-8 at offset 0"),
        ("bytes", "ff" * 9 + "01", "data end within a value at offset 10"),
        ("enum(x, y)", "02", "unknown enum value at offset 0"),
        ("list<bool>", "0301", "more items than bytes at offset 0"),
        ("list<bool>", "020102", "neither 0 nor 1 at offset 2"),
        ("map<bool>", "02016200016100", "keys of a map are not in order at offset 4"),
        ("map<bool>", "02016100016100", "keys of a map are not in order at offset 4"),
    ],
)
def test_wrong_bytes(type_, data, message):
    with pytest.raises(DecodeError) as caught:
        decode_record(_schema(type_), bytes.fromhex(data))
    assert str(caught.value) == message


def test_as_many_items_as_bytes_are_possible():
    assert decode_record(_schema("list<bool>"), b"\x02\x00\x01") == {"a": [False, True]}


def test_a_record_within_other_data():
    assert decode_at(_schema("text"), b"??\x01x!", 2) == ({"a": "x"}, 4)


def _nested(depth):
    value = None
    for _ in range(depth):
        value = {"a": value}
    return value


def test_the_depth_of_records_is_limited():
    schema = _schema("A?")

    assert decode_record(schema, encode_record(schema, _nested(DEEPEST))) == _nested(DEEPEST)
    with pytest.raises(EncodeError, match="nested too deeply"):
        encode_record(schema, _nested(DEEPEST + 1))
    assert decode_record(schema, b"\x01" * (DEEPEST - 1) + b"\x00") == _nested(DEEPEST)
    with pytest.raises(DecodeError, match=f"nested too deeply at offset {DEEPEST}"):
        decode_record(schema, b"\x01" * DEEPEST + b"\x00")


@pytest.mark.parametrize(
    ("kind", "wrap", "item"), [("list", lambda v: [v], b"\x01"), ("map", lambda v: {"": v}, b"\x01\x00")]
)
def test_the_depth_of_lists_and_maps_is_limited(kind, wrap, item):
    schema = parse_schema(f"record A {{ a: {kind}<A> }}")
    empty = [] if kind == "list" else {}
    value = {"a": empty}
    for _ in range(DEEPEST // 2 - 1):
        value = {"a": wrap(value)}

    data = encode_record(schema, value)
    assert decode_record(schema, data) == value
    with pytest.raises(EncodeError, match="nested too deeply"):
        encode_record(schema, {"a": wrap(value)})
    with pytest.raises(DecodeError, match="nested too deeply"):
        decode_record(schema, item + data)
