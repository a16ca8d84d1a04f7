"""Compact binary streams of records with schemas, checksums and evolution."""

from packstream.checksum import Checksum, checksum
from packstream.codec import decode_record, encode_record
from packstream.errors import ChecksumError, DecodeError, EncodeError, PackError, SchemaError
from packstream.evolution import Resolver
from packstream.reader import StreamInfo, StreamReader, scan
from packstream.schema import parse_schema
from packstream.types import FieldType, RecordType, Schema
from packstream.writer import StreamWriter

__all__ = [
    "Checksum",
    "ChecksumError",
    "DecodeError",
    "EncodeError",
    "FieldType",
    "PackError",
    "RecordType",
    "Resolver",
    "Schema",
    "SchemaError",
    "StreamInfo",
    "StreamReader",
    "StreamWriter",
    "checksum",
    "decode_record",
    "encode_record",
    "parse_schema",
    "scan",
]
