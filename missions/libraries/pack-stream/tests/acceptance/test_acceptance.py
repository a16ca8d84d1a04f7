"""The library as its users meet it: everything through the package itself."""

import io
import zlib

import packstream
import pytest
from packstream import (
    DecodeError,
    EncodeError,
    PackError,
    Resolver,
    StreamReader,
    StreamWriter,
    checksum,
    decode_record,
    encode_record,
    parse_schema,
    scan,
)

SENSOR = """
record Reading {
  time: uint
  sensor: text
  value: float?
  quality: enum(good, doubtful, bad) = "good"
  tags: map<text>
  raw: bytes
  history: list<Point>
}
record Point { x: int  y: int }
"""

READINGS = [
    {
        "time": 1_700_000_000 + number,
        "sensor": f"Fühler {number}",
        "value": None if number % 5 == 0 else number / 4,
        "quality": "bad" if number % 7 == 0 else "good",
        "tags": {"room": str(number), "floor": "1"},
        "raw": bytes([number, 255 - number]),
        "history": [{"x": -number, "y": number}] * (number % 3),
    }
    for number in range(60)
]


def _written(schema, records, **options):
    file = io.BytesIO()
    with StreamWriter(file, schema, **options) as writer:
        writer.write_all(records)
    file.seek(0)
    return file


def test_the_package_offers_its_names():
    assert {"StreamReader", "StreamWriter", "parse_schema", "scan", "Resolver", "PackError"} <= set(packstream.__all__)
    assert all(hasattr(packstream, name) for name in packstream.__all__)


@pytest.mark.parametrize("block_size", [1, 100, 4096, 100_000])
def test_readings_survive_the_stream(block_size):
    assert list(StreamReader(_written(parse_schema(SENSOR), READINGS, block_size=block_size))) == READINGS


def test_a_stream_on_disk(tmp_path):
    path = tmp_path / "readings.pks"
    with path.open("wb") as file, StreamWriter(file, parse_schema(SENSOR)) as writer:
        writer.write_all(READINGS)
    with path.open("rb") as file:
        assert sum(1 for _ in StreamReader(file)) == 60


def test_the_same_records_give_the_same_bytes():
    shuffled = [dict(reversed(list(reading.items()))) for reading in READINGS]

    assert _written(parse_schema(SENSOR), READINGS).getvalue() == _written(parse_schema(SENSOR), shuffled).getvalue()


def test_compactness():
    schema = parse_schema("record Point { x: int y: int }")

    assert len(encode_record(schema, {"x": 5, "y": -60})) == 2


def test_an_older_program_is_read_by_a_newer_one():
    newer = parse_schema('record Reading { time: int sensor: text value: float? unit: text = "K" checked: bool? }')
    records = list(StreamReader(_written(parse_schema(SENSOR), READINGS), newer))

    assert records[1] == {"time": 1_700_000_001, "sensor": "Fühler 1", "value": 0.25, "unit": "K", "checked": None}


def test_whether_versions_fit_can_be_asked_beforehand():
    with pytest.raises(PackError, match=r"Reading\.time"):
        Resolver(parse_schema(SENSOR), parse_schema("record Reading { time: text }"))


def test_a_damaged_block_costs_only_its_own_records():
    data = bytearray(_written(parse_schema(SENSOR), READINGS, block_size=200).getvalue())
    data[len(data) // 2] ^= 0xFF

    with pytest.raises(DecodeError):
        list(StreamReader(io.BytesIO(data)))
    reader = StreamReader(io.BytesIO(data), on_damage="skip")
    found = list(reader)
    assert reader.damaged >= 1
    assert 50 <= len(found) < 60
    assert all(record in READINGS for record in found)


def test_a_stream_is_inspected_without_reading_it():
    info = scan(_written(parse_schema(SENSOR), READINGS, block_size=500))

    assert (info.records, info.damaged) == (60, 0)
    assert info.blocks > 3
    assert info.schema == parse_schema(SENSOR)


def test_streams_of_schemas_with_the_same_meaning_are_alike():
    assert parse_schema(SENSOR).fingerprint() == parse_schema(SENSOR.replace("  ", "\t")).fingerprint()
    assert checksum(b"abc") == zlib.crc32(b"abc")


def test_the_place_of_a_wrong_value_is_named():
    wrong = READINGS[2] | {"history": [{"x": 1, "y": 2}, {"x": 1, "y": "2"}]}

    with pytest.raises(EncodeError, match=r"^history\[1\]\.y: '2' is not a value of type int$"):
        encode_record(parse_schema(SENSOR), wrong)


def test_one_exception_is_enough_to_catch_everything():
    schema = parse_schema("record A { a: bool }")
    for wrong in (
        lambda: parse_schema("?"),
        lambda: encode_record(schema, {}),
        lambda: decode_record(schema, b"\x07"),
        lambda: StreamReader(io.BytesIO(b"")),
        lambda: StreamWriter(io.BytesIO(), schema, 0),
    ):
        with pytest.raises(PackError):
            wrong()
    assert issubclass(PackError, ValueError)
