"""Reading of records written with another version of a schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from packstream.codec import Record
from packstream.errors import SchemaError
from packstream.types import EnumType, ListType, MapType, OptionalType, Primitive, RecordRef, RecordType, Schema, Type

Conversion = Callable[[object], object]

_WIDER = {("uint", "int"), ("uint", "float"), ("int", "float")}


class Resolver:
    """Turns records of a writer's schema into records of a reader's schema.

    Records match by position of the root and by the fields that refer to them, not by name; fields match by name.
    Fields that only the writer has are dropped; fields that only the reader has get their default or None. A type
    may become wider: ``uint`` → ``int`` → ``float``, T → T?, an enum → an enum with all its names, and items of
    lists and maps likewise.
    """

    def __init__(self, writer: Schema, reader: Schema) -> None:
        """Prepare the conversion. Raises `SchemaError` that names the first field which cannot be converted."""
        self._writer = writer
        self._reader = reader
        self._known: dict[tuple[str, str], Conversion] = {}
        self._convert = self._record(writer.root, reader.root)

    def convert(self, record: Record) -> Record:
        """Return the record as the reader's schema describes it; the given one is not changed.

        Raises `SchemaError` for an integer that was written as uint and is too large for int.
        """
        return cast(Record, self._convert(record))

    def _record(self, old: RecordType, new: RecordType) -> Conversion:
        pair = (old.name, new.name)
        if pair not in self._known:
            conversions: dict[str, Conversion] = {}
            self._known[pair] = lambda value: self._converted(cast(Record, value), new, conversions)
            types = {each.name: each.type for each in old.fields}
            for each in new.fields:
                if each.name in types:
                    conversions[each.name] = self._type(types[each.name], each.type, f"{new.name}.{each.name}")
                elif not each.may_be_missing:
                    raise SchemaError(f"field {new.name}.{each.name} is new and has no default")
        return self._known[pair]

    def _converted(self, record: Record, new: RecordType, conversions: dict[str, Conversion]) -> Record:
        return {
            each.name: conversions[each.name](record[each.name]) if each.name in conversions else each.default
            for each in new.fields
        }

    def _type(self, old: Type, new: Type, place: str) -> Conversion:
        if isinstance(new, OptionalType):
            inner = self._type(old.item if isinstance(old, OptionalType) else old, new.item, place)
            return lambda value: None if value is None else inner(value)
        match old, new:
            case Primitive(before), Primitive(after) if before == after:
                return lambda value: value
            case Primitive(before), Primitive(after) if (before, after) in _WIDER:
                return _as_float if after == "float" else _as_signed
            case EnumType(before_names), EnumType(after_names) if set(before_names) <= set(after_names):
                return lambda value: value
            case ListType(before_item), ListType(after_item):
                item = self._type(before_item, after_item, place)
                return lambda value: [item(each) for each in cast("list[object]", value)]
            case MapType(before_item), MapType(after_item):
                item = self._type(before_item, after_item, place)
                return lambda value: {key: item(each) for key, each in cast(Record, value).items()}
            case RecordRef(before_name), RecordRef(after_name):
                return self._record(self._writer.record(before_name), self._reader.record(after_name))
        raise SchemaError(f"field {place}: cannot read {old} as {new}")


def _as_float(value: object) -> float:
    return float(cast(int, value))


def _as_signed(value: object) -> int:
    number = cast(int, value)
    if number >= 2**63:
        raise SchemaError(f"{number} is too large for int")
    return number
