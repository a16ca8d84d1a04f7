"""Files and folders that appear whole or not at all, and errors of reading and writing them.

UnreadableFile      a file is missing, damaged, or of another version
FolderTaken         a folder that is to be written exists already
"""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from simulators.data_files import RUN_FILE, DataError, read_bytes


class UnreadableFile(Exception):
    """A file is missing, damaged, or of another version; the message names it."""


class FolderTaken(Exception):
    """A folder that is to be written exists already; the message names it."""


T = TypeVar("T")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write `content` beside `path`, then move it there: a reader sees the old file or the new one. Lone surrogates in
    a text become question marks."""
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
    """Write a dataclass or plain data as JSON, atomically."""
    plain = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    write_whole(path, json.dumps(plain, indent=1, ensure_ascii=False, default=_plain) + "\n")


def append_json(path: Path, value: object) -> None:
    """Append a dataclass or plain data as one line of JSON."""
    plain = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    with path.open("a", encoding="utf-8", errors="replace") as handle:
        handle.write(json.dumps(plain, ensure_ascii=False, default=_plain) + "\n")


def read_json_lines(path: Path, kind: type[T]) -> Iterator[T]:
    """Yield the values of a file of JSON lines, without those that a killed process left incomplete."""
    for line in read_bytes(path, RUN_FILE).splitlines() if path.exists() else ():
        with suppress(ValidationError):
            yield _reader(cast(Hashable, kind)).validate_json(line)


def read_json(path: Path, kind: type[T]) -> T:
    """Return the value in `path`, checked against `kind`. Raises `UnreadableFile`."""
    try:
        found: T = _reader(cast(Hashable, kind)).validate_json(read_stored(path))
    except ValidationError as error:
        raise UnreadableFile(f"{path}: damaged or of another version: {_first(error)}") from error
    return found


def read_stored(path: Path) -> bytes:
    """Return the content of a file of a run. Raises `UnreadableFile` for one that is missing, no file, or too large."""
    try:
        return read_bytes(path, RUN_FILE)
    except FileNotFoundError:
        raise UnreadableFile(f"{path}: the file is missing") from None
    except DataError as error:
        raise UnreadableFile(str(error)) from error
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read: {error}") from error


@cache
def _reader(kind: Hashable) -> TypeAdapter[Any]:
    """Return the adapter of a type, created once: creating one takes longer than reading a file."""
    return TypeAdapter[Any](cast(Any, kind))


def _first(error: ValidationError) -> str:
    """Return the place of the first problem and the value there."""
    problem = error.errors()[0]
    if problem["type"] == "json_invalid":
        return "not JSON"
    place = ".".join(map(str, problem["loc"])) or "the whole file"
    return (
        f"{place} is missing"
        if problem["type"] == "missing"
        else f"{place}: unexpected value {problem['input']!r:.100}"
    )


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """Give an empty folder that becomes `out` at the end of the block, unless it ends with an exception.

    Raises `FolderTaken` when something is in the way.
    """
    require_free_folder(out)
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".writing-") as temporary:
        folder = Path(temporary) / out.name
        folder.mkdir()
        yield folder
        folder.rename(out)


def require_free_folder(out: Path) -> None:
    """Raise `FolderTaken` unless `out` is new or an empty folder."""
    if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise FolderTaken(f"{out} exists already: name a new folder, or remove it")
