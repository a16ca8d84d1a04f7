"""Work worth measuring; what counts is the time relative to the reference."""

import io

from packstream import StreamReader, StreamWriter, checksum, decode_record, encode_record, parse_schema

SCHEMA = parse_schema(
    "record R { id: uint name: text values: list<int> tags: map<text> more: P? } record P { x: float y: float }"
)


def _record(number):
    return {
        "id": number,
        "name": f"record {number}",
        "values": [number, -number, number * 3],
        "tags": {"a": "1", "b": "2"},
        "more": {"x": 0.5, "y": float(number)},
    }


def test_a_long_stream_is_written_and_read():
    file = io.BytesIO()
    with StreamWriter(file, SCHEMA) as writer:
        writer.write_all(_record(number) for number in range(8_000))
    file.seek(0)

    assert sum(record["id"] for record in StreamReader(file)) == sum(range(8_000))


def test_records_are_encoded_and_decoded():
    for number in range(8_000):
        assert decode_record(SCHEMA, encode_record(SCHEMA, _record(number)))["id"] == number


def test_the_checksum_of_much_data():
    assert checksum(bytes(range(256)) * 8_000) == checksum(bytes(range(256)) * 8_000)
