"""Streams are written and read one block at a time: memory does not grow with their length."""

import io

from packstream import StreamReader, StreamWriter, parse_schema, scan

SCHEMA = parse_schema("record R { id: uint text: text }")


class Sink(io.RawIOBase):
    """File that counts what is written and keeps nothing but the length of the largest write."""

    def __init__(self):
        self.size = 0
        self.largest = 0

    def write(self, data):
        self.size += len(data)
        self.largest = max(self.largest, len(data))
        return len(data)


class Watched(io.BytesIO):
    """File that notes how far it was read."""

    def __init__(self, data):
        super().__init__(data)
        self.given = 0

    def read(self, size=-1):
        found = super().read(size)
        self.given += len(found)
        return found


def test_a_writer_passes_blocks_on():
    sink = Sink()
    with StreamWriter(sink, SCHEMA, block_size=2_000) as writer:
        for number in range(3_000):
            writer.write({"id": number, "text": "x" * 100})
            assert sink.size >= (number - 30) * 100

    assert sink.largest < 2_300


def test_a_reader_reads_no_further_than_it_must():
    data = io.BytesIO()
    with StreamWriter(data, SCHEMA, block_size=2_000) as writer:
        writer.write_all({"id": number, "text": "x" * 100} for number in range(6_000))
    file = Watched(data.getvalue())
    reader = StreamReader(file)

    for number in range(6_000):
        assert next(reader)["id"] == number
        assert file.given <= number * 104 + 200_000
    assert scan(io.BytesIO(data.getvalue())).records == 6_000
