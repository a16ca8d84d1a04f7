"""Types of values, records and schemas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from packstream.checksum import checksum
from packstream.errors import SchemaError

PRIMITIVES = ("bool", "uint", "int", "float", "text", "bytes")
DEEPEST = 50
"""Levels to which records may require one another."""


@dataclass(frozen=True)
class Primitive:
    """One of `PRIMITIVES`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class EnumType:
    """One of several names; values are texts."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"enum({', '.join(self.names)})"


@dataclass(frozen=True)
class ListType:
    """List of items of one type."""

    item: Type

    def __str__(self) -> str:
        return f"list<{self.item}>"


@dataclass(frozen=True)
class MapType:
    """Dictionary with texts as keys and values of one type."""

    value: Type

    def __str__(self) -> str:
        return f"map<{self.value}>"


@dataclass(frozen=True)
class OptionalType:
    """A value or None."""

    item: Type

    def __str__(self) -> str:
        return f"{self.item}?"


@dataclass(frozen=True)
class RecordRef:
    """Record of the schema, by name."""

    name: str

    def __str__(self) -> str:
        return self.name


Type = Primitive | EnumType | ListType | MapType | OptionalType | RecordRef
Default = bool | int | float | str | None


@dataclass(frozen=True)
class FieldType:
    """Field of a record: name, type, and its default where `has_default`."""

    name: str
    type: Type
    default: Default = None
    has_default: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {self.type}" + (f" = {_literal(self.default)}" if self.has_default else "")

    @property
    def may_be_missing(self) -> bool:
        """True where a record without this field is complete: the type is optional or there is a default."""
        return self.has_default or isinstance(self.type, OptionalType)


@dataclass(frozen=True)
class RecordType:
    """Named record with at least one field."""

    name: str
    fields: tuple[FieldType, ...]

    def __str__(self) -> str:
        return "\n".join([f"record {self.name} {{", *(f"  {each}" for each in self.fields), "}"])


@dataclass(frozen=True)
class Schema:
    """Records by name; the first one is the root, the type of the records in a stream.

    Raises `SchemaError` where there is no record, two records or two fields share a name, a record has no field, a
    field refers to a record that does not exist, a record must contain itself without end, or requires more than
    `DEEPEST` levels of others.
    """

    records: tuple[RecordType, ...]
    _by_name: dict[str, RecordType] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {record.name: record for record in self.records})
        if not self.records:
            raise SchemaError("a schema needs at least one record")
        if len(self._by_name) < len(self.records):
            raise SchemaError(f"record {_repeated([record.name for record in self.records])!r} is defined twice")
        for record in self.records:
            self._check(record)
        finite: set[str] = set()
        for record in self.records:
            self._check_finite(record, (), finite)

    @property
    def root(self) -> RecordType:
        """The first record."""
        return self.records[0]

    def record(self, name: str) -> RecordType:
        """Return a record by name. Raises `SchemaError` where there is none."""
        if name not in self._by_name:
            raise SchemaError(f"unknown record {name!r}")
        return self._by_name[name]

    def __str__(self) -> str:
        """Return the canonical text, which `parse_schema` reads back as an equal schema."""
        return "\n".join(str(record) for record in self.records) + "\n"

    def fingerprint(self) -> int:
        """Return the checksum of the canonical text in UTF-8."""
        return checksum(str(self).encode())

    def _check(self, record: RecordType) -> None:
        names = [each.name for each in record.fields]
        if not names:
            raise SchemaError(f"record {record.name!r} has no fields")
        if len(set(names)) < len(names):
            raise SchemaError(f"field {_repeated(names)!r} of record {record.name!r} is defined twice")
        for each in record.fields:
            for name in _references(each.type):
                self.record(name)

    def _check_finite(self, record: RecordType, above: tuple[str, ...], finite: set[str]) -> None:
        if record.name in above:
            raise SchemaError(f"record {record.name!r} contains itself without end")
        if len(above) >= DEEPEST:
            raise SchemaError(f"records are nested deeper than {DEEPEST} levels")
        inner = [self.record(each.type.name) for each in record.fields if isinstance(each.type, RecordRef)]
        for each in inner if record.name not in finite else []:
            self._check_finite(each, (*above, record.name), finite)
        finite.add(record.name)


def _references(type_: Type) -> Iterator[str]:
    match type_:
        case RecordRef(name):
            yield name
        case ListType(inner) | MapType(inner) | OptionalType(inner):
            yield from _references(inner)


def _repeated(names: list[str]) -> str:
    return next(name for name in names if names.count(name) > 1)


def _literal(value: Default) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return str(value)
