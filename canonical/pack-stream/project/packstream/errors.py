"""Exceptions of the library.

PackError (ValueError)
├── SchemaError      schema text or pair of schemas that makes no sense; has `line` (0: no particular line)
├── EncodeError      value that does not fit its type; has `path` (place in the record)
└── DecodeError      bytes that are no value; has `offset`
    └── ChecksumError    block or header whose checksum is wrong
"""

from __future__ import annotations


class PackError(ValueError):
    """Base of every exception that the library raises on purpose."""


class SchemaError(PackError):
    """Schema that makes no sense, or two schemas that do not fit together."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class EncodeError(PackError):
    """Value that does not fit its type; `path` is like ``orders[2].name``, empty for the record itself."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path or 'record'}: {message}")
        self.path = path


class DecodeError(PackError):
    """Bytes that are no value; `offset` counts from the beginning of the data or of the stream."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"{message} at offset {offset}")
        self.offset = offset


class ChecksumError(DecodeError):
    """Block or header whose content does not agree with its checksum."""
