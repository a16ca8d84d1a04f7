"""Reading of streams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from packstream.blocks import Block, ByteSource, read_block, read_header
from packstream.codec import Record, decode_at
from packstream.errors import DecodeError, PackError, SchemaError
from packstream.evolution import Resolver
from packstream.schema import parse_schema
from packstream.types import Schema


@dataclass(frozen=True)
class StreamInfo:
    """What `scan` finds: schema, numbers of records and intact blocks, damaged places, bytes of all payloads."""

    schema: Schema
    records: int
    blocks: int
    damaged: int
    payload_bytes: int


class StreamReader:
    """Iterator over the records of a stream; one block at a time is in memory.

    `schema` is the one that the stream was written with. `records`, `blocks` and `damaged` count what was returned,
    read and skipped so far.
    """

    def __init__(self, file: BinaryIO, schema: Schema | None = None, on_damage: str = "raise") -> None:
        """Read the header.

        With `schema` records are converted to it (see `Resolver`). `on_damage` is "raise" or "skip": what happens at a
        damaged block. Raises `PackError` for another value, `DecodeError` for a wrong header, `SchemaError` for schemas
        that do not fit together.
        """
        if on_damage not in ("raise", "skip"):
            raise PackError(f"on_damage must be 'raise' or 'skip', not {on_damage!r}")
        self.records = 0
        self.blocks = 0
        self.damaged = 0
        self._skips = on_damage == "skip"
        self._source = ByteSource(file)
        self.schema = _header_schema(self._source)
        self._resolver = None if schema is None else Resolver(self.schema, schema)
        self._iterator = self._all()

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        return next(self._iterator)

    def _all(self) -> Iterator[Record]:
        while (decoded := self._next_block()) is not None:
            for record in decoded:
                self.records += 1
                yield record if self._resolver is None else self._resolver.convert(record)

    def _next_block(self) -> list[Record] | None:
        """Return the records of the next intact block, None at the end."""
        while True:
            try:
                block = read_block(self._source)
            except DecodeError as error:
                self._note_damage(error)
                if not self._source.skip_to_mark():
                    return None
                continue
            if block is None:
                return None
            try:
                records = _decoded(self.schema, block)
            except DecodeError as error:
                self._note_damage(error)
                continue
            self.blocks += 1
            return records

    def _note_damage(self, error: DecodeError) -> None:
        if not self._skips:
            raise error
        self.damaged += 1


def scan(file: BinaryIO) -> StreamInfo:
    """Return what a stream contains, by its blocks alone: no record is decoded, damaged places are skipped and counted.

    Raises `DecodeError` for a wrong header.
    """
    source = ByteSource(file)
    schema = _header_schema(source)
    records = blocks = damaged = size = 0
    going = True
    while going:
        try:
            block = read_block(source)
        except DecodeError:
            damaged += 1
            going = source.skip_to_mark()
            continue
        if block is None:
            break
        records += block.records
        blocks += 1
        size += len(block.payload)
    return StreamInfo(schema, records, blocks, damaged, size)


def _header_schema(source: ByteSource) -> Schema:
    text = read_header(source)
    try:
        return parse_schema(text)
    except SchemaError as error:
        raise DecodeError(f"wrong schema in the header ({error})", 0) from error


def _decoded(schema: Schema, block: Block) -> list[Record]:
    records = []
    position = 0
    try:
        for _ in range(block.records):
            record, position = decode_at(schema, block.payload, position)
            records.append(record)
        if position < len(block.payload):
            raise DecodeError("data go on after the last record", position)
    except DecodeError as error:
        raise DecodeError(f"wrong block ({error})", block.offset) from error
    return records
