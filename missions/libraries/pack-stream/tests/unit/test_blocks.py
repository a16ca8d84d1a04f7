import io

import pytest
from packstream.blocks import (
    LARGEST_PAYLOAD,
    MAGIC,
    MARK,
    Block,
    ByteSource,
    block_bytes,
    header_bytes,
    read_block,
    read_header,
)
from packstream.checksum import checksum
from packstream.errors import ChecksumError, DecodeError


def _source(data):
    return ByteSource(io.BytesIO(data))


def test_the_bytes_of_a_header():
    data = header_bytes("abc")
    assert data[:8] == MAGIC + b"\x03abc"
    assert data[8:].hex() == "f994e822"
    assert read_header(_source(data)) == "abc"


def test_the_bytes_of_a_block():
    data = block_bytes(2, b"xyz")
    assert data[:7] == MARK + b"\x02\x03xyz"
    assert data[7:].hex() == "ba9868e6"
    assert read_block(_source(data)) == Block(2, b"xyz", 0)


def test_blocks_follow_one_another():
    source = _source(header_bytes("s") + block_bytes(1, b"a") + block_bytes(2, b""))

    assert read_header(source) == "s"
    assert read_block(source) == Block(1, b"a", 10)
    assert source.offset == 19
    assert read_block(source) == Block(2, b"", 19)
    assert read_block(source) is None
    assert read_block(source) is None


def test_a_payload_that_is_too_large():
    with pytest.raises(ValueError, match=f"^payload of {LARGEST_PAYLOAD + 1} bytes is larger than {LARGEST_PAYLOAD}$"):
        block_bytes(1, bytes(LARGEST_PAYLOAD + 1))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a stream: it does not begin with PKS1 at offset 0"),
        (b"PKS2\x01a", "not a stream: it does not begin with PKS1 at offset 0"),
        (b"PKS1", "wrong size at offset 0"),
        (header_bytes("abc")[:-1], "stream ends within a block or header at offset 0"),
        (b"PKS1\x81\x80\x80\x08", "size 16777217 is larger than 16777216 at offset 0"),
    ],
)
def test_wrong_headers(data, message):
    with pytest.raises(DecodeError) as caught:
        read_header(_source(data))
    assert str(caught.value) == message


def test_a_schema_that_is_not_utf_8():
    body = b"\x01\xff"
    with pytest.raises(DecodeError, match="^schema is not UTF-8 at offset 0$"):
        read_header(_source(MAGIC + body + checksum(body).to_bytes(4, "big")))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xb5", "no block begins here at offset 0"),
        (b"xx", "no block begins here at offset 0"),
        (MARK, "wrong size at offset 0"),
        (MARK + b"\x01", "wrong size at offset 0"),
        (MARK + b"\x80\x00\x01", "wrong size at offset 0"),
        (block_bytes(1, b"abc")[:-1], "stream ends within a block or header at offset 0"),
        (MARK + b"\x01\x81\x80\x80\x08", "size 16777217 is larger than 16777216 at offset 0"),
    ],
)
def test_wrong_blocks(data, message):
    source = _source(data)
    with pytest.raises(DecodeError) as caught:
        read_block(source)
    assert str(caught.value) == message
    assert source.offset == 0
    assert source.peek(len(data)) == data


@pytest.mark.parametrize("position", [2, 3, 4, 6, 7, 10])
def test_every_byte_is_under_the_checksum(position):
    data = bytearray(block_bytes(1, b"abc"))
    data[position] ^= 0x02 if position == 3 else 0x01

    with pytest.raises(DecodeError):
        read_block(_source(bytes(data)))


def test_a_wrong_checksum_has_its_own_error():
    data = bytearray(block_bytes(1, b"abc"))
    data[5] ^= 1
    source = _source(b"...." + bytes(data))
    source.skip_to_mark()

    with pytest.raises(ChecksumError, match="^wrong checksum at offset 4$") as caught:
        read_block(source)
    assert caught.value.offset == 4
    assert isinstance(caught.value, DecodeError)


def test_looking_ahead_does_not_consume():
    source = _source(b"abcdef")

    assert source.peek(3) == source.peek(3) == b"abc"
    source.skip(2)
    assert (source.peek(9), source.offset) == (b"cdef", 2)


@pytest.mark.parametrize("before", [1, 5, 65_533, 65_534, 65_535, 65_536, 65_537, 140_000])
def test_the_next_mark_is_found(before):
    source = _source(b"\xb5" * before + MARK + b"x")

    assert source.skip_to_mark() is True
    assert source.offset == before
    assert source.peek(3) == MARK + b"x"


def test_at_least_one_byte_is_consumed():
    source = _source(MARK + MARK)

    assert source.skip_to_mark() is True
    assert source.offset == 2
    assert source.skip_to_mark() is False
    assert source.peek(1) == b""


@pytest.mark.parametrize("size", [0, 1, 100, 65_536, 65_537, 131_073])
def test_no_further_mark(size):
    source = _source(b"K" * size)

    assert source.skip_to_mark() is False
    assert source.peek(1) == b""


class Slow(io.RawIOBase):
    """File that gives one byte at a time and cannot seek."""

    def __init__(self, data):
        self.rest = data

    def read(self, size=-1):
        found, self.rest = self.rest[:1], self.rest[1:]
        return found


def test_files_may_give_less_than_asked_for():
    source = ByteSource(Slow(header_bytes("s") + block_bytes(1, b"abc")))

    assert read_header(source) == "s"
    assert read_block(source).payload == b"abc"
