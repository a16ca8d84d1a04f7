"""Writing of streams."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import BinaryIO

from packstream.blocks import LARGEST_PAYLOAD, block_bytes, header_bytes
from packstream.codec import encode_record
from packstream.errors import EncodeError, PackError
from packstream.types import Schema


class StreamWriter:
    """Writes records to a binary file, in blocks; a context manager that closes itself (not the file).

    `records` and `blocks` count what was accepted and what was written.
    """

    def __init__(self, file: BinaryIO, schema: Schema, block_size: int = 4096) -> None:
        """Write the header. A block is written as soon as its payload has `block_size` bytes or more.

        Raises `PackError` for a block size below 1 or above `LARGEST_PAYLOAD`.
        """
        if not 1 <= block_size <= LARGEST_PAYLOAD:
            raise PackError(f"block size must be from 1 to {LARGEST_PAYLOAD}, not {block_size}")
        self.records = 0
        self.blocks = 0
        self.closed = False
        self._file = file
        self._schema = schema
        self._block_size = block_size
        self._payload = bytearray()
        self._pending = 0
        file.write(header_bytes(str(schema)))

    def write(self, record: Mapping[str, object]) -> None:
        """Accept one record. Raises `EncodeError` for one that does not fit; the stream is then as if it had not
        been tried.

        Raises `PackError` after `close`.
        """
        self._check_open()
        data = encode_record(self._schema, record)
        if len(data) > LARGEST_PAYLOAD:
            raise EncodeError("", f"{len(data)} bytes are more than a block can hold")
        if len(self._payload) + len(data) > LARGEST_PAYLOAD:
            self.flush()
        self._payload += data
        self._pending += 1
        self.records += 1
        if len(self._payload) >= self._block_size:
            self.flush()

    def write_all(self, records: Iterable[Mapping[str, object]]) -> int:
        """Accept records one by one until one does not fit; return their number."""
        before = self.records
        for record in records:
            self.write(record)
        return self.records - before

    def flush(self) -> None:
        """Write what was accepted as a block; nothing where nothing is waiting. Raises `PackError` after `close`."""
        self._check_open()
        if self._pending:
            self._file.write(block_bytes(self._pending, bytes(self._payload)))
            self.blocks += 1
            self._payload.clear()
            self._pending = 0

    def close(self) -> None:
        """Write the last block; calling it again does nothing. The file stays open."""
        if not self.closed:
            self.flush()
            self.closed = True

    def __enter__(self) -> StreamWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _check_open(self) -> None:
        if self.closed:
            raise PackError("the writer is closed")
