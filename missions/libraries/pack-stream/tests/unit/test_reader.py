import io

import pytest
from packstream.blocks import block_bytes, header_bytes
from packstream.errors import ChecksumError, DecodeError, PackError, SchemaError
from packstream.reader import StreamInfo, StreamReader, scan
from packstream.schema import parse_schema

SCHEMA = parse_schema("record A { a: uint }")
HEADER = header_bytes(str(SCHEMA))
GOOD = block_bytes(2, b"\x01\x02")
LAST = block_bytes(1, b"\x03")


def _reader(data, **options):
    return StreamReader(io.BytesIO(data), **options)


def _damaged(block):
    return block[:5] + bytes([block[5] ^ 0x40]) + block[6:]


def test_records_come_in_order():
    reader = _reader(HEADER + GOOD + LAST)

    assert list(reader) == [{"a": 1}, {"a": 2}, {"a": 3}]
    assert (reader.records, reader.blocks, reader.damaged) == (3, 2, 0)


def test_the_schema_comes_with_the_stream():
    assert _reader(HEADER).schema == SCHEMA
    assert list(_reader(HEADER)) == []


def test_counts_grow_while_reading():
    reader = _reader(HEADER + GOOD + LAST)

    assert (reader.records, reader.blocks) == (0, 0)
    assert next(reader) == {"a": 1}
    assert (reader.records, reader.blocks) == (1, 1)
    assert iter(reader) is reader


def test_records_are_converted_to_another_schema():
    other = parse_schema("record A { a: float b: bool = true }")

    assert list(_reader(HEADER + GOOD, schema=other)) == [{"a": 1.0, "b": True}, {"a": 2.0, "b": True}]


def test_a_schema_that_does_not_fit():
    with pytest.raises(SchemaError, match="cannot read uint as text"):
        _reader(HEADER, schema=parse_schema("record A { a: text }"))


def test_damage_is_an_error_at_its_place():
    reader = _reader(HEADER + GOOD + _damaged(LAST))

    assert [next(reader), next(reader)] == [{"a": 1}, {"a": 2}]
    with pytest.raises(ChecksumError) as caught:
        next(reader)
    assert caught.value.offset == len(HEADER + GOOD)
    assert reader.damaged == 0


@pytest.mark.parametrize(
    ("middle", "damaged"),
    [
        (_damaged(GOOD), 1),
        (b"rubbish", 1),
        (GOOD[:-3], 1),
        (_damaged(GOOD) + _damaged(GOOD), 2),
        (block_bytes(1, b"\x80"), 1),
        (block_bytes(2, b"\x01"), 1),
        (block_bytes(1, b"\x01\x02"), 1),
    ],
)
def test_damage_can_be_skipped_and_counted(middle, damaged):
    data = HEADER + GOOD + middle + LAST
    reader = _reader(data, on_damage="skip")

    assert list(reader) == [{"a": 1}, {"a": 2}, {"a": 3}]
    assert (reader.blocks, reader.damaged) == (2, damaged)


def test_damage_at_the_end_can_be_skipped():
    reader = _reader(HEADER + GOOD + LAST[:-1], on_damage="skip")

    assert list(reader) == [{"a": 1}, {"a": 2}]
    assert reader.damaged == 1


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (block_bytes(1, b"\x80"), "wrong block (data end within an integer at offset 0) at offset {}"),
        (block_bytes(1, b"\x01\x02"), "wrong block (data go on after the last record at offset 1) at offset {}"),
    ],
)
def test_blocks_with_wrong_content(block, message):
    with pytest.raises(DecodeError) as caught:
        next(_reader(HEADER + block))
    assert str(caught.value) == message.format(len(HEADER))


def test_a_wrong_schema_in_the_header():
    with pytest.raises(
        DecodeError, match=r"^wrong schema in the header \(a schema needs at least one record\) at offset 0$"
    ):
        _reader(header_bytes(""))


def test_the_way_to_treat_damage_is_checked_first():
    file = io.BytesIO(HEADER)
    with pytest.raises(PackError, match="^on_damage must be 'raise' or 'skip', not 'ignore'$"):
        StreamReader(file, on_damage="ignore")
    assert file.tell() == 0


def test_what_a_stream_contains():
    assert scan(io.BytesIO(HEADER + GOOD + LAST)) == StreamInfo(SCHEMA, 3, 2, 0, 3)
    assert scan(io.BytesIO(HEADER)) == StreamInfo(SCHEMA, 0, 0, 0, 0)


def test_what_a_damaged_stream_contains():
    assert scan(io.BytesIO(HEADER + GOOD + b"?" + LAST + GOOD[:4])) == StreamInfo(SCHEMA, 3, 2, 2, 3)


def test_a_scan_does_not_decode():
    assert scan(io.BytesIO(HEADER + block_bytes(7, b"\x80"))) == StreamInfo(SCHEMA, 7, 1, 0, 1)


def test_a_scan_needs_a_header():
    with pytest.raises(DecodeError, match="PKS1"):
        scan(io.BytesIO(GOOD))
