import io

import pytest
from packstream.blocks import LARGEST_PAYLOAD, block_bytes, header_bytes
from packstream.errors import EncodeError, PackError
from packstream.schema import parse_schema
from packstream.writer import StreamWriter

SCHEMA = parse_schema("record A { a: uint }")
HEADER = header_bytes(str(SCHEMA))


@pytest.fixture
def file():
    return io.BytesIO()


def test_the_header_is_written_at_once(file):
    StreamWriter(file, SCHEMA)
    assert file.getvalue() == HEADER


def test_records_are_written_in_blocks(file):
    writer = StreamWriter(file, SCHEMA, block_size=2)
    for number in (1, 2, 3):
        writer.write({"a": number})

    assert file.getvalue() == HEADER + block_bytes(2, b"\x01\x02")
    assert (writer.records, writer.blocks) == (3, 1)
    writer.close()
    assert file.getvalue() == HEADER + block_bytes(2, b"\x01\x02") + block_bytes(1, b"\x03")
    assert (writer.records, writer.blocks) == (3, 2)


def test_flushing_writes_what_is_waiting_once(file):
    writer = StreamWriter(file, SCHEMA)
    writer.flush()
    writer.write({"a": 5})
    writer.flush()
    writer.flush()

    assert file.getvalue() == HEADER + block_bytes(1, b"\x05")
    assert writer.blocks == 1


def test_a_context_manager_closes_the_writer_but_not_the_file(file):
    with StreamWriter(file, SCHEMA) as writer:
        writer.write({"a": 1})

    assert writer.closed is True
    assert not file.closed
    assert file.getvalue() == HEADER + block_bytes(1, b"\x01")


def test_the_last_block_is_written_after_an_error_too(file):
    def work():
        with StreamWriter(file, SCHEMA) as writer:
            writer.write({"a": 1})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        work()
    assert file.getvalue() == HEADER + block_bytes(1, b"\x01")


def test_a_record_that_does_not_fit_leaves_no_trace(file):
    with StreamWriter(file, SCHEMA) as writer:
        writer.write({"a": 1})
        with pytest.raises(EncodeError):
            writer.write({"a": -1})
        writer.write({"a": 2})

    assert writer.records == 2
    assert file.getvalue() == HEADER + block_bytes(2, b"\x01\x02")


def test_many_records(file):
    writer = StreamWriter(file, SCHEMA)
    writer.write({"a": 0})

    assert writer.write_all({"a": number} for number in range(5)) == 5
    assert writer.records == 6


def test_a_closed_writer(file):
    writer = StreamWriter(file, SCHEMA)
    assert writer.closed is False
    writer.close()
    writer.close()

    for action in (writer.flush, lambda: writer.write({"a": 1})):
        with pytest.raises(PackError, match="^the writer is closed$"):
            action()
    assert file.getvalue() == HEADER
    assert writer.records == 0


@pytest.mark.parametrize("size", [0, -5, LARGEST_PAYLOAD + 1])
def test_the_block_size_is_checked_before_anything_is_written(file, size):
    with pytest.raises(PackError, match=f"^block size must be from 1 to {LARGEST_PAYLOAD}, not {size}$"):
        StreamWriter(file, SCHEMA, size)
    assert file.getvalue() == b""


@pytest.mark.parametrize("size", [1, LARGEST_PAYLOAD])
def test_the_limits_of_the_block_size(file, size):
    with StreamWriter(file, SCHEMA, size) as writer:
        writer.write_all([{"a": 1}, {"a": 2}])
    assert writer.blocks == (2 if size == 1 else 1)


def test_the_usual_block_has_4096_bytes(file):
    writer = StreamWriter(file, SCHEMA)
    writer.write_all({"a": 1} for _ in range(4095))
    assert writer.blocks == 0
    writer.write({"a": 1})
    assert writer.blocks == 1
