"""Headers and blocks of a stream.

    stream := header block*
    header := "PKS1" size(uint) schema-text checksum
    block  := 0xB5 0x4B records(uint) size(uint) payload checksum

A checksum is the CRC-32 of everything between the mark (``PKS1`` or 0xB5 0x4B) and the checksum, 4 bytes, highest
first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO

from packstream.checksum import checksum
from packstream.errors import ChecksumError, DecodeError
from packstream.varint import decode_unsigned, encode_unsigned

MAGIC = b"PKS1"
MARK = b"\xb5\x4b"
LARGEST_PAYLOAD = 16 * 1024 * 1024
"""Bytes that the payload of a block or the text of a schema may have."""

_CHUNK = 65_536
_LONGEST_VARINT = 10


@dataclass(frozen=True)
class Block:
    """Content of a block: number of records, their bytes, offset of the block in the stream."""

    records: int
    payload: bytes
    offset: int


def header_bytes(schema_text: str) -> bytes:
    """Return the header of a stream."""
    text = schema_text.encode()
    body = encode_unsigned(len(text)) + text
    return MAGIC + body + checksum(body).to_bytes(4, "big")


def block_bytes(records: int, payload: bytes) -> bytes:
    """Return one block. Raises `ValueError` for a payload larger than `LARGEST_PAYLOAD`."""
    if len(payload) > LARGEST_PAYLOAD:
        raise ValueError(f"payload of {len(payload)} bytes is larger than {LARGEST_PAYLOAD}")
    body = encode_unsigned(records) + encode_unsigned(len(payload)) + payload
    return MARK + body + checksum(body).to_bytes(4, "big")


class ByteSource:
    """Bytes of a file that is read once from front to back, with as much look-ahead as is asked for."""

    def __init__(self, file: BinaryIO) -> None:
        """Create a source at the current position of a file, which need not be seekable."""
        self.offset = 0
        self._file = file
        self._buffer = bytearray()

    def peek(self, size: int) -> bytes:
        """Return the next `size` bytes, fewer at the end of the file, without consuming them."""
        while len(self._buffer) < size:
            chunk = self._file.read(max(_CHUNK, size - len(self._buffer)))
            if not chunk:
                break
            self._buffer += chunk
        return bytes(self._buffer[:size])

    def skip(self, size: int) -> None:
        """Consume `size` bytes, fewer at the end of the file."""
        self.offset += len(self.peek(size))
        del self._buffer[:size]

    def skip_to_mark(self) -> bool:
        """Consume at least one byte and everything before the next `MARK`; return False at the end of the file."""
        self.skip(1)
        while True:
            ahead = self.peek(_CHUNK)
            found = ahead.find(MARK)
            if found >= 0:
                self.skip(found)
                return True
            if len(ahead) < _CHUNK:
                self.skip(len(ahead))
                return False
            self.skip(len(ahead) - 1)


def read_header(source: ByteSource) -> str:
    """Consume the header and return the text of the schema. Raises `DecodeError`, `ChecksumError`."""
    if source.peek(len(MAGIC)) != MAGIC:
        raise DecodeError("not a stream: it does not begin with PKS1", source.offset)
    start = len(MAGIC)
    size, text_start = _number(source, start)
    text = _checked(source, start, text_start, size)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise DecodeError("schema is not UTF-8", 0) from error


def read_block(source: ByteSource) -> Block | None:
    """Consume and return the next block; None at the end of the stream.

    Raises `DecodeError` or `ChecksumError` with the offset of the block; nothing is consumed then.
    """
    offset = source.offset
    mark = source.peek(len(MARK))
    if not mark:
        return None
    if mark != MARK:
        raise DecodeError("no block begins here", offset)
    records, size_start = _number(source, len(MARK))
    size, payload_start = _number(source, size_start)
    return Block(records, _checked(source, len(MARK), payload_start, size), offset)


def _number(source: ByteSource, start: int) -> tuple[int, int]:
    ahead = source.peek(start + _LONGEST_VARINT)
    try:
        return decode_unsigned(ahead, start)
    except DecodeError as error:
        raise DecodeError("wrong size", source.offset) from error


def _checked(source: ByteSource, body_start: int, content_start: int, size: int) -> bytes:
    """Consume up to the end of the checksum and return the content."""
    if size > LARGEST_PAYLOAD:
        raise DecodeError(f"size {size} is larger than {LARGEST_PAYLOAD}", source.offset)
    end = content_start + size
    data = source.peek(end + 4)
    if len(data) < end + 4:
        raise DecodeError("stream ends within a block or header", source.offset)
    if checksum(data[body_start:end]) != int.from_bytes(data[end:], "big"):
        raise ChecksumError("wrong checksum", source.offset)
    source.skip(end + 4)
    return data[content_start:end]
