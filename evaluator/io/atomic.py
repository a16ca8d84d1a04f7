"""Files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from evaluator.model.errors import RunFolderError
from missions.formats.folder import in_words

T = TypeVar("T")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write `content` beside `path`, then move it there: a reader sees the old file or the new one. Of a text, halves
    of characters become question marks."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_json(path: Path, value: object) -> None:
    """A dataclass or plain data as JSON, whole."""
    plain = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    write_whole(path, json.dumps(plain, indent=1, ensure_ascii=False, default=_plain) + "\n")


def read_json(path: Path, kind: type[T]) -> T:
    """The value in `path`, checked against `kind`. Raises `RunFolderError`."""
    try:
        return _reader(kind).validate_json(path.read_bytes())
    except FileNotFoundError:
        raise RunFolderError(f"{path}: the file is missing") from None
    except ValidationError as error:
        raise RunFolderError(f"{path}: damaged or of another version: {in_words(error)[:500]}") from error
    except OSError as error:
        raise RunFolderError(f"{path}: cannot be read: {error}") from error


_readers: dict[object, TypeAdapter[Any]] = {}


def _reader(kind: type[T]) -> TypeAdapter[T]:
    """Made once for every kind: making one takes longer than reading a file."""
    if kind not in _readers:
        _readers[kind] = TypeAdapter(kind)
    return _readers[kind]


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
