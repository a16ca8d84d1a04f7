"""Check of single values against primitive and enum types."""

from __future__ import annotations

from packstream.errors import EncodeError
from packstream.types import EnumType, Primitive
from packstream.varint import LARGEST


def check_value(type_: Primitive | EnumType, value: object, path: str) -> None:
    """Make sure that a value fits a primitive or enum type. Raises `EncodeError` with `path`.

    `bool` takes bools, `uint` integers from 0 to 2**64 - 1, `int` integers from -2**63 to 2**63 - 1, `float` floats and
    integers that a float can hold, `text` strings that UTF-8 can encode, `bytes` bytes and bytearrays, an enum its
    names. A bool is no integer.
    """
    if isinstance(type_, EnumType):
        if value not in type_.names:
            raise EncodeError(path, f"{value!r} is not one of {', '.join(type_.names)}")
        return
    if not _fits(type_.name, value):
        raise EncodeError(path, f"{_shown(value)} is not a value of type {type_.name}")


def _fits(name: str, value: object) -> bool:
    if name == "bool":
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    match name:
        case "uint":
            return isinstance(value, int) and 0 <= value <= LARGEST
        case "int":
            return isinstance(value, int) and -(2**63) <= value < 2**63
        case "float":
            return isinstance(value, float) or (isinstance(value, int) and abs(value) <= 2**1000)
        case "text":
            return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)
    return isinstance(value, bytes | bytearray)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
