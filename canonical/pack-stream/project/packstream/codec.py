"""Records ↔ bytes.

| type | bytes |
|---|---|
| bool | 0 or 1 |
| uint, int | `varint` |
| float | 8 bytes, IEEE 754, highest first |
| text, bytes | length as uint, then the bytes (text in UTF-8) |
| enum | index of the name as uint |
| list | number of items as uint, then the items |
| map | number of entries as uint, then key (as text) and value of each, by rising keys |
| optional | 0, or 1 and the value |
| record | its fields in order |
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from packstream.errors import DecodeError, EncodeError
from packstream.types import (
    EnumType,
    FieldType,
    ListType,
    MapType,
    OptionalType,
    Primitive,
    RecordRef,
    RecordType,
    Schema,
    Type,
)
from packstream.values import check_value
from packstream.varint import decode_signed, decode_unsigned, encode_signed, encode_unsigned

Record = dict[str, object]
DEEPEST = 100
"""Levels to which records, lists and maps may be nested in data."""


def encode_record(schema: Schema, record: Mapping[str, object]) -> bytes:
    """Return the bytes of a record of the schema's root type.

    Fields that are missing get their default, optional ones None. Raises `EncodeError` with the path of a value that
    does not fit, of a missing or an unknown field, and for data nested deeper than `DEEPEST`.
    """
    found = bytearray()
    _encode_fields(schema, schema.root, record, "", 1, found)
    return bytes(found)


def decode_record(schema: Schema, data: bytes) -> Record:
    """Return the record of some bytes, which must be exactly one. Raises `DecodeError` with the offset."""
    record, end = decode_at(schema, data, 0)
    if end < len(data):
        raise DecodeError("data go on after the record", end)
    return record


def decode_at(schema: Schema, data: bytes, offset: int) -> tuple[Record, int]:
    """Return the record that begins at an offset, and the offset behind it. Raises `DecodeError`."""
    return _decode_fields(schema, schema.root, data, offset, 1)


def _encode_fields(schema: Schema, type_: RecordType, record: object, path: str, depth: int, found: bytearray) -> None:
    if not isinstance(record, Mapping):
        raise EncodeError(path, f"not a record: {type(record).__name__}")
    if depth > DEEPEST:
        raise EncodeError(path, "nested too deeply")
    unknown = [name for name in record if name not in {each.name for each in type_.fields}]
    if unknown:
        raise EncodeError(_below(path, str(unknown[0])), "unknown field")
    for each in type_.fields:
        _encode(schema, each.type, _given(each, record, path), _below(path, each.name), depth, found)


def _given(each: FieldType, record: Mapping[str, object], path: str) -> object:
    if each.name in record:
        return record[each.name]
    if not each.may_be_missing:
        raise EncodeError(_below(path, each.name), "missing")
    return each.default


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _encode(schema: Schema, type_: Type, value: object, path: str, depth: int, found: bytearray) -> None:
    match type_:
        case OptionalType(item):
            found.append(value is not None)
            if value is not None:
                _encode(schema, item, value, path, depth, found)
        case ListType(item):
            _encode_list(schema, item, value, path, depth, found)
        case MapType(item):
            _encode_map(schema, item, value, path, depth, found)
        case RecordRef(name):
            _encode_fields(schema, schema.record(name), value, path, depth + 1, found)
        case EnumType(names):
            check_value(type_, value, path)
            found += encode_unsigned(names.index(str(value)))
        case Primitive():
            check_value(type_, value, path)
            found += _primitive_bytes(type_.name, value)


def _encode_list(schema: Schema, item: Type, value: object, path: str, depth: int, found: bytearray) -> None:
    if not isinstance(value, list | tuple):
        raise EncodeError(path, f"not a list: {type(value).__name__}")
    if depth >= DEEPEST:
        raise EncodeError(path, "nested too deeply")
    found += encode_unsigned(len(value))
    for index, each in enumerate(value):
        _encode(schema, item, each, f"{path}[{index}]", depth + 1, found)


def _encode_map(schema: Schema, item: Type, value: object, path: str, depth: int, found: bytearray) -> None:
    if not isinstance(value, Mapping):
        raise EncodeError(path, f"not a map: {type(value).__name__}")
    if depth >= DEEPEST:
        raise EncodeError(path, "nested too deeply")
    for key in value:
        check_value(Primitive("text"), key, f"{path} key")
    found += encode_unsigned(len(value))
    for key in sorted(value):
        found += _primitive_bytes("text", key)
        _encode(schema, item, value[key], f"{path}[{key!r}]", depth + 1, found)


def _primitive_bytes(name: str, value: object) -> bytes:
    match value:
        case bool():
            return bytes([value])
        case int() | float() if name == "float":
            return struct.pack(">d", value)
        case int():
            return encode_unsigned(value) if name == "uint" else encode_signed(value)
        case str():
            return encode_unsigned(len(value.encode())) + value.encode()
        case bytes() | bytearray():
            return encode_unsigned(len(value)) + bytes(value)
    raise AssertionError(value)


def _decode_fields(schema: Schema, type_: RecordType, data: bytes, offset: int, depth: int) -> tuple[Record, int]:
    if depth > DEEPEST:
        raise DecodeError("nested too deeply", offset)
    record: Record = {}
    for each in type_.fields:
        record[each.name], offset = _decode(schema, each.type, data, offset, depth)
    return record, offset


def _decode(schema: Schema, type_: Type, data: bytes, offset: int, depth: int) -> tuple[object, int]:
    match type_:
        case OptionalType(item):
            present, end = _decode_bool(data, offset)
            return _decode(schema, item, data, end, depth) if present else (None, end)
        case ListType(item):
            return _decode_list(schema, item, data, offset, depth)
        case MapType(item):
            return _decode_map(schema, item, data, offset, depth)
        case RecordRef(name):
            return _decode_fields(schema, schema.record(name), data, offset, depth + 1)
        case EnumType(names):
            index, end = decode_unsigned(data, offset)
            if index >= len(names):
                raise DecodeError("unknown enum value", offset)
            return names[index], end
        case Primitive(name):
            return _decode_primitive(name, data, offset)


def _decode_list(schema: Schema, item: Type, data: bytes, offset: int, depth: int) -> tuple[list[object], int]:
    count, position = _count(data, offset, depth)
    items = []
    for _ in range(count):
        value, position = _decode(schema, item, data, position, depth + 1)
        items.append(value)
    return items, position


def _decode_map(schema: Schema, item: Type, data: bytes, offset: int, depth: int) -> tuple[dict[str, object], int]:
    count, position = _count(data, offset, depth)
    entries: dict[str, object] = {}
    for _ in range(count):
        start = position
        key, position = _decode_text(data, position)
        if entries and key <= next(reversed(entries)):
            raise DecodeError("keys of a map are not in order", start)
        entries[key], position = _decode(schema, item, data, position, depth + 1)
    return entries, position


def _count(data: bytes, offset: int, depth: int) -> tuple[int, int]:
    """Return a number of items; more than there are bytes left cannot be true, so that nothing large is allocated."""
    count, end = decode_unsigned(data, offset)
    if depth >= DEEPEST:
        raise DecodeError("nested too deeply", offset)
    if count > len(data) - end:
        raise DecodeError("more items than bytes", offset)
    return count, end


def _decode_primitive(name: str, data: bytes, offset: int) -> tuple[object, int]:
    match name:
        case "bool":
            return _decode_bool(data, offset)
        case "uint":
            return decode_unsigned(data, offset)
        case "int":
            return decode_signed(data, offset)
        case "float":
            return struct.unpack(">d", _taken(data, offset, 8))[0], offset + 8
        case "text":
            return _decode_text(data, offset)
    return _decode_bytes(data, offset)


def _decode_bool(data: bytes, offset: int) -> tuple[bool, int]:
    byte = _taken(data, offset, 1)[0]
    if byte > 1:
        raise DecodeError("neither 0 nor 1", offset)
    return byte == 1, offset + 1


def _decode_text(data: bytes, offset: int) -> tuple[str, int]:
    content, end = _decode_bytes(data, offset)
    try:
        return content.decode(), end
    except UnicodeDecodeError as error:
        raise DecodeError("text is not UTF-8", offset) from error


def _decode_bytes(data: bytes, offset: int) -> tuple[bytes, int]:
    size, start = decode_unsigned(data, offset)
    return _taken(data, start, size), start + size


def _taken(data: bytes, offset: int, size: int) -> bytes:
    if size > len(data) - offset:
        raise DecodeError("data end within a value", offset)
    return bytes(data[offset : offset + size])
