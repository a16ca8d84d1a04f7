"""Malformed and extreme input: the stated exception, and nothing changed."""

import io

import pytest
from packstream import (
    DecodeError,
    EncodeError,
    PackError,
    SchemaError,
    StreamReader,
    StreamWriter,
    decode_record,
    encode_record,
    parse_schema,
    scan,
)

SCHEMA = parse_schema("record A { a: uint b: list<text> c: map<A?> }")
RECORD = {"a": 300, "b": ["x", "äö"], "c": {"k": None, "l": {"a": 1, "b": [], "c": {}}}}


def _stream(count=5, block_size=20):
    file = io.BytesIO()
    with StreamWriter(file, SCHEMA, block_size) as writer:
        writer.write_all([RECORD] * count)
    return file.getvalue()


@pytest.mark.parametrize(
    "text",
    ["record", "record A", "record A {", "record A { a }", "record A { a: }", "record A { a: bool } x", "record 5 { a: bool }", "record A { a: [bool] }",
     "record A { a: list<> }", "record A { é: bool }", "record A { a: bool = null }", "\x00", "record A { a: enum }", "record A { a: map<bool,bool> }", "{}",
     'record A { a: text = "\\x" }', "record A { a: float = 1e5 }"],
)  # fmt: skip
def test_malformed_schemas(text):
    with pytest.raises(SchemaError):
        parse_schema(text)


def test_every_shortened_record_is_refused():
    data = encode_record(SCHEMA, RECORD)

    for size in range(len(data)):
        with pytest.raises(DecodeError):
            decode_record(SCHEMA, data[:size])


def test_every_shortened_stream_gives_no_wrong_record():
    data = _stream()

    for size in range(0, len(data), 3):
        try:
            found = list(StreamReader(io.BytesIO(data[:size]), on_damage="skip"))
        except PackError:
            continue
        assert all(record == RECORD for record in found)


@pytest.mark.parametrize("bit", [0x01, 0x80])
def test_every_changed_byte_of_a_stream_is_noticed(bit):
    data = _stream(2, 1)

    for position in range(len(data)):
        changed = bytearray(data)
        changed[position] ^= bit
        with pytest.raises(PackError):
            list(StreamReader(io.BytesIO(bytes(changed))))


def test_any_bytes_are_refused_as_a_stream():
    for data in (b"", b"PKS1", b"PKS1\xff", b"PKS1" + b"\xff" * 40, bytes(range(256)), b"\x00" * 1000):
        with pytest.raises(DecodeError):
            StreamReader(io.BytesIO(data))
        with pytest.raises(DecodeError):
            scan(io.BytesIO(data))


def test_announced_sizes_are_not_believed():
    for data in (b"\x01" + b"\xff" * 9 + b"\x01", b"\x01\xff\xff\xff\xff\x07" + b"x" * 20):
        with pytest.raises(DecodeError):
            decode_record(SCHEMA, data)


def test_a_bomb_of_nested_records_is_refused():
    schema = parse_schema("record A { a: A? }")

    with pytest.raises(DecodeError, match="nested too deeply"):
        decode_record(schema, b"\x01" * 100_000 + b"\x00")


def test_a_bomb_of_nested_types_is_refused():
    with pytest.raises(SchemaError):
        parse_schema("record A { a: " + "list<" * 50_000 + "bool" + ">" * 50_000 + " }")


def test_many_records_that_share_records_are_checked_quickly():
    text = " ".join(f"record R{n} {{ a: R{n + 1} b: R{n + 1} }}" for n in range(40)) + " record R40 { a: bool }"

    assert len(parse_schema(text).records) == 41


def test_a_record_that_contains_itself_in_memory():
    record = {"a": 1, "b": [], "c": {}}
    record["c"]["again"] = record

    with pytest.raises(EncodeError, match="nested too deeply"):
        encode_record(SCHEMA, record)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        5,
        [],
        {"a": 1},
        RECORD | {"d": 1},
        RECORD | {"a": None},
        RECORD | {"b": [None]},
        RECORD | {"c": {"k": 5}},
        RECORD | {"b": "xy"},
        RECORD | {"a": "1"},
    ],
)
def test_a_refused_record_changes_neither_writer_nor_file(wrong):
    file = io.BytesIO()
    writer = StreamWriter(file, SCHEMA)
    writer.write(RECORD)
    before = file.getvalue()

    with pytest.raises(EncodeError):
        writer.write(wrong)
    assert (writer.records, writer.blocks, file.getvalue()) == (1, 0, before)
    writer.close()
    assert list(StreamReader(io.BytesIO(file.getvalue()))) == [RECORD]


def test_encoding_and_decoding_leave_their_input_alone():
    record = {"a": 1, "b": ["x"], "c": {"z": None, "y": None}}
    encode_record(SCHEMA, record)

    assert list(record["c"]) == ["z", "y"]


def test_marks_within_payloads_are_no_blocks():
    schema = parse_schema("record A { a: bytes }")
    file = io.BytesIO()
    with StreamWriter(file, schema, 1) as writer:
        writer.write_all([{"a": b"\xb5\x4b\x01\x01"}, {"a": b"\xb5\x4b"}])
    data = bytearray(file.getvalue())
    data[-1] ^= 1

    reader = StreamReader(io.BytesIO(bytes(data)), on_damage="skip")
    assert list(reader) == [{"a": b"\xb5\x4b\x01\x01"}]


def test_extreme_numbers():
    schema = parse_schema("record A { a: uint b: int c: float }")
    for record in (
        {"a": 2**64 - 1, "b": -(2**63), "c": 5e-324},
        {"a": 0, "b": 2**63 - 1, "c": -1.7976931348623157e308},
    ):
        assert decode_record(schema, encode_record(schema, record)) == record
    with pytest.raises(EncodeError):
        encode_record(schema, {"a": 0, "b": 0, "c": 10**400})
