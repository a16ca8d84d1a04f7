"""What the requirements ask for beyond the usual cases: every type, limit and error, as a program meets them."""

import io
import struct

import pytest
from packstream import (
    Checksum,
    ChecksumError,
    DecodeError,
    EncodeError,
    PackError,
    RecordType,
    Resolver,
    Schema,
    SchemaError,
    StreamReader,
    StreamWriter,
    checksum,
    decode_record,
    encode_record,
    parse_schema,
    scan,
)
from packstream.blocks import LARGEST_PAYLOAD, MARK, block_bytes, header_bytes
from packstream.codec import _primitive_bytes
from packstream.varint import decode_unsigned, encode_signed, encode_unsigned

EVERYTHING = parse_schema(
    """
    # one field of every type
    record All {
      yes: bool
      size: uint
      delta: int
      ratio: float
      name: text
      raw: bytes
      level: enum(low, high)
      items: list<int>
      notes: map<text>
      more: Part?
      part: Part
    }
    record Part { at: uint = 3  label: text = "a\\\\\\"\\n"  on: bool = true  off: bool = false  share: float = 0.5 }
    """
)
PART = {"at": 1, "label": "x", "on": False, "off": True, "share": 2.0}
FULL = {
    "yes": True,
    "size": 2**64 - 1,
    "delta": -(2**63),
    "ratio": 1,
    "name": "Zoë",
    "raw": bytearray(b"\x00\xff"),
    "level": "high",
    "items": [1, -1, 300],
    "notes": {"b": "2", "a": "1"},
    "more": None,
    "part": PART,
}
NESTED = parse_schema("record Node { next: Node?  all: list<Node>  by: map<Node> }")
LEAF = {"next": None, "all": [], "by": {}}


def _chain(levels, key, wrapped):
    node = LEAF
    for _ in range(levels):
        node = {**LEAF, key: wrapped(node)}
    return node


def _refused(error, call):
    with pytest.raises(error) as caught:
        call()
    return caught.value


def test_a_record_of_every_type_survives():
    found = decode_record(EVERYTHING, encode_record(EVERYTHING, FULL))
    assert found == {**FULL, "raw": b"\x00\xff", "ratio": 1.0}
    assert list(found["notes"]) == ["a", "b"]
    assert parse_schema(str(EVERYTHING)) == EVERYTHING
    assert encode_record(EVERYTHING, {**FULL, "part": {}, "more": PART})


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"yes": 1}, "yes"),
        ({"size": -1}, "size"),
        ({"size": True}, "size"),
        ({"delta": 2**63}, "delta"),
        ({"ratio": 2**1001}, "ratio"),
        ({"name": "\ud800"}, "name"),
        ({"name": "x" * 3 + "\udfff" * 50}, "name"),
        ({"raw": "text"}, "raw"),
        ({"level": "middle"}, "level"),
        ({"items": 5}, "items"),
        ({"items": [1, "2"]}, "items[1]"),
        ({"notes": []}, "notes"),
        ({"notes": {1: "a"}}, "notes key"),
        ({"part": None}, "part"),
        ({"part": {"other": 1}}, "part.other"),
        ({"extra": 1}, "extra"),
    ],
)
def test_values_that_do_not_fit_are_refused_at_their_place(change, path):
    assert _refused(EncodeError, lambda: encode_record(EVERYTHING, {**FULL, **change})).path == path


def test_fields_without_default_are_missed():
    assert _refused(EncodeError, lambda: encode_record(EVERYTHING, {})).path == "yes"


@pytest.mark.parametrize(
    ("key", "wrapped"), [("next", lambda node: node), ("all", lambda node: [node]), ("by", lambda node: {"k": node})]
)
def test_data_are_nested_a_hundred_levels_deep(key, wrapped):
    assert encode_record(NESTED, _chain(30, key, wrapped))
    assert "deeply" in str(_refused(EncodeError, lambda: encode_record(NESTED, _chain(120, key, wrapped))))


@pytest.mark.parametrize(("kind", "wrapped"), [("list", lambda node: [node]), ("map", lambda node: {"k": node})])
def test_the_deepest_list_or_map_is_refused(kind, wrapped):
    schema = parse_schema(f"record Node {{ next: Node?  in: {kind}<Node> }}")
    node = {"next": None, "in": type(wrapped(0))()}
    for _ in range(60):
        node = {"next": None, "in": wrapped(node)}
    record = {"next": node, "in": type(wrapped(0))()}
    assert "deeply" in str(_refused(EncodeError, lambda: encode_record(schema, record)))


@pytest.mark.parametrize("level", [b"\x01", b"\x00\x01", b"\x00\x00\x01\x01k"])
@pytest.mark.parametrize("first", [b"", b"\x01"])
def test_deeply_nested_bytes_are_refused(first, level):
    assert "deeply" in str(_refused(DecodeError, lambda: decode_record(NESTED, first + level * 200)))


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        ("record A { a: bool }", b"\x02"),
        ("record A { a: bool }", b"\x01\x01"),
        ("record A { a: uint }", b"\x80"),
        ("record A { a: uint }", b"\xff" * 9 + b"\x02"),
        ("record A { a: uint }", b"\x80\x00"),
        ("record A { a: float }", b"\x00"),
        ("record A { a: text }", b"\x02\xff\xff"),
        ("record A { a: enum(x) }", b"\x01"),
        ("record A { a: list<int> }", b"\x09\x00"),
        ("record A { a: map<bool> }", b"\x02\x01b\x01\x01a\x01"),
    ],
)
def test_bytes_that_are_no_record_are_refused(schema, data):
    with pytest.raises(DecodeError):
        decode_record(parse_schema(schema), data)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 0),
        ("record A { }", 0),
        ("record A { a: int a: int }", 0),
        ("record A { a: int } record A { b: int }", 0),
        ("record A { a: B }", 0),
        ("record A { a: A }", 0),
        ("record A { a: list<map<B?>> }", 0),
        ("record int { a: int }", 1),
        ("record A {\n a: int??\n}", 2),
        ("record A { a: record }", 1),
        ("record A { a: enum(x, x) }", 1),
        ("record A { a: enum x }", 1),
        ("record A { a: int = }", 1),
        ('record A { a: int = "x" }', 1),
        ("record A { a: bytes = 1 }", 1),
        ("record A { a: list<int> = 1 }", 1),
        ("record A { a int }", 1),
        ("record A { 1: int }", 1),
        ("\n\n$", 3),
        (f"record A {{ a: {'list<' * 25}int{'>' * 25} }}", 1),
        ("".join(f"record R{n} {{ a: R{n + 1} }}\n" for n in range(60)) + "record R60 { a: int }", 0),
    ],
)
def test_schemas_that_make_no_sense_are_refused_with_the_line(text, line):
    assert _refused(SchemaError, lambda: parse_schema(text)).line == line


def test_schemas_say_what_they_are():
    schema = parse_schema('record A { a: list<map<B?>>  b: enum(x, y) = "y"  c: int? = 4 } record B { d: int }')
    assert str(schema.root).splitlines()[1] == "  a: list<map<B?>>"
    assert isinstance(schema.record("B"), RecordType)
    assert Schema(schema.records).fingerprint() == checksum(str(schema).encode())
    with pytest.raises(SchemaError):
        schema.record("C")


def _converted(before, after, record):
    old, new = parse_schema(before), parse_schema(after)
    return Resolver(old, new).convert(decode_record(old, encode_record(old, record)))


@pytest.mark.parametrize(
    ("before", "after", "value", "found"),
    [
        ("uint", "int", 5, 5),
        ("uint", "float", 5, 5.0),
        ("int", "float", -5, -5.0),
        ("int", "int?", 5, 5),
        ("int?", "float?", None, None),
        ("int?", "float?", 2, 2.0),
        ("enum(x)", "enum(y, x)", "x", "x"),
        ("list<uint>", "list<float>", [1], [1.0]),
        ("map<uint>", "map<int?>", {"k": 1}, {"k": 1}),
    ],
)
def test_types_may_become_wider(before, after, value, found):
    assert _converted(f"record A {{ a: {before} }}", f"record A {{ a: {after} }}", {"a": value}) == {"a": found}


def test_records_within_records_are_converted_too():
    before = "record Old { a: Inner  gone: int } record Inner { n: uint  next: Inner? }"
    after = "record New { a: In  here: int = 7  maybe: text? } record In { n: float  next: In? }"
    record = {"a": {"n": 1, "next": {"n": 2, "next": None}}, "gone": 3}
    inner = {"n": 1.0, "next": {"n": 2.0, "next": None}}
    assert _converted(before, after, record) == {"a": inner, "here": 7, "maybe": None}


def test_conversions_that_lose_something_are_refused():
    for before, after in (("int", "uint"), ("text", "bytes"), ("int?", "int"), ("enum(x, y)", "enum(x)")):
        with pytest.raises(SchemaError, match=r"A\.a"):
            Resolver(parse_schema(f"record A {{ a: {before} }}"), parse_schema(f"record A {{ a: {after} }}"))
    with pytest.raises(SchemaError, match="no default"):
        Resolver(parse_schema("record A { a: int }"), parse_schema("record A { b: int }"))
    with pytest.raises(SchemaError, match="too large"):
        _converted("record A { a: uint }", "record A { a: int }", {"a": 2**63})


POINT = parse_schema("record P { x: int }")


def _stream(number, block_size=1):
    file = io.BytesIO()
    with StreamWriter(file, POINT, block_size) as writer:
        assert writer.write_all({"x": each} for each in range(number)) == number
    return bytearray(file.getvalue())


def test_writers_are_closed_once_and_refuse_what_they_cannot_hold():
    writer = StreamWriter(io.BytesIO(), POINT)
    writer.close()
    writer.close()
    for refused in (lambda: writer.write({"x": 1}), writer.flush):
        with pytest.raises(PackError, match="closed"):
            refused()
    with pytest.raises(PackError):
        StreamWriter(io.BytesIO(), POINT, LARGEST_PAYLOAD + 1)
    blobs = StreamWriter(io.BytesIO(), parse_schema("record B { b: bytes }"), LARGEST_PAYLOAD)
    with pytest.raises(EncodeError, match="more than a block"):
        blobs.write({"b": bytes(LARGEST_PAYLOAD + 1)})
    blobs.write({"b": b"1"})
    blobs.write({"b": bytes(LARGEST_PAYLOAD - 5)})
    assert (blobs.records, blobs.blocks) == (2, 1)
    with pytest.raises(ValueError, match="larger"):
        block_bytes(1, bytes(LARGEST_PAYLOAD + 1))


def test_damage_is_raised_or_skipped_and_counted():
    data = _stream(5)
    data[-1] ^= 1
    with pytest.raises(ChecksumError):
        list(StreamReader(io.BytesIO(data)))
    reader = StreamReader(io.BytesIO(data), on_damage="skip")
    assert [record["x"] for record in reader] == [0, 1, 2, 3]
    assert (reader.records, reader.blocks, reader.damaged) == (4, 4, 1)
    with pytest.raises(PackError):
        StreamReader(io.BytesIO(data), on_damage="ignore")


@pytest.mark.parametrize(
    "rest",
    [
        b"junk",
        MARK + b"\x01",
        block_bytes(1, b"\x00")[:-2],
        MARK + b"\xff" * 12,
        MARK + b"\x01" + encode_unsigned(LARGEST_PAYLOAD + 1) + bytes(10),
        block_bytes(2, b"\x00"),
        block_bytes(1, b"\x00\x00"),
        b"x" * 70_000,
        b"x" * 70_000 + block_bytes(1, b"\x08"),
    ],
)
def test_what_follows_intact_blocks_may_be_anything(rest):
    data = bytes(_stream(3)) + rest
    reader = StreamReader(io.BytesIO(data), on_damage="skip")
    assert [record["x"] for record in reader][:3] == [0, 1, 2]
    assert reader.damaged == 1
    info = scan(io.BytesIO(data))
    assert info.records >= 3
    assert info.schema == POINT
    assert info.payload_bytes >= 3
    with pytest.raises(DecodeError):
        list(StreamReader(io.BytesIO(data)))


def test_headers_that_are_none():
    text = encode_unsigned(2) + b"\xff\xff"
    wrong = b"PKS1" + text + checksum(text).to_bytes(4, "big")
    for data in (b"", b"PKS2", b"PKS1" + b"\xff" * 10, wrong, header_bytes("record"), header_bytes("record A {")):
        for read in (scan, StreamReader):
            with pytest.raises(DecodeError):
                read(io.BytesIO(data))


def test_an_older_stream_is_converted_while_it_is_read():
    newer = parse_schema('record P { x: float  name: text = "?" }')
    assert next(StreamReader(io.BytesIO(_stream(2)), newer)) == {"x": 0.0, "name": "?"}


def test_checksums_of_pieces():
    found = Checksum()
    for piece in (b"1234", b"", b"56789"):
        found.update(piece)
    assert (found.value, found.to_bytes()) == (0xCBF43926, struct.pack(">I", 0xCBF43926))


def test_integers_outside_their_range():
    for refused in (lambda: encode_unsigned(-1), lambda: encode_unsigned(2**64), lambda: encode_signed(2**63)):
        with pytest.raises(ValueError, match="not a"):
            refused()
    assert decode_unsigned(encode_unsigned(2**64 - 1)) == (2**64 - 1, 10)


def test_values_without_a_form_are_a_defect():
    with pytest.raises(AssertionError):
        _primitive_bytes("text", None)
