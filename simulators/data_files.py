"""Reader of TOML and JSON from outside: files of agents, strangers and authors.

Size, depth, digits and dotted keys are limited before a parser sees the text, because parsers recurse, and some take
quadratic time. Whatever is wrong is a `DataError` that names file, line and limit.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class DataError(ValueError):
    """A data file exceeds a limit, or is not of its format; the message names file and line."""


@dataclass(frozen=True)
class DataLimits:
    """Limits of one file: its size, nested brackets, digits of a number, and parts of a dotted key."""

    max_bytes: int = 16 << 20
    max_depth: int = 64
    max_digits: int = 1000
    max_key_parts: int = 16


USUAL_LIMITS = DataLimits()
SMALL = DataLimits(max_bytes=1 << 20)
"""Limits of files that people write by hand."""

RUN_FILE = DataLimits(max_bytes=256 << 20)
"""Limits of files that the evaluator writes itself: traces may be long."""

STRING = r'"(?:[^"\\\n]++|\\.)*+"'
TOML_TOKEN = re.compile(
    r'(?P<skipped>"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{3,5}|'
    r"'''(?:[^']++|'{1,2}(?!'))*+'{3,5}|" + STRING + r"|'[^'\n]*'|[ \t]+)|"
    r"(?P<comment>#[^\n]*)|(?P<word>[A-Za-z0-9_+-]+)|(?P<opening>[\[{])|(?P<closing>[\]}])|(?P<dot>\.)|(?P<other>.)",
    re.DOTALL,
)
JSON_TOKEN = re.compile(
    r'(?P<skipped>"(?:[^"\\]++|\\.)*+")|(?P<word>[0-9]+)|(?P<opening>[\[{])|(?P<closing>[\]}])', re.DOTALL
)


def read_text(path: Path, limits: DataLimits = USUAL_LIMITS) -> str:
    """Return the text of a regular file. Raises `DataError`, and `OSError` where it cannot be opened."""
    return decoded(read_bytes(path, limits), str(path))


def read_bytes(path: Path, limits: DataLimits = USUAL_LIMITS) -> bytes:
    """Return the content of a regular file: a pipe or a device would never end."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise DataError(f"{path}: is no regular file")
        content = file.read(limits.max_bytes + 1)
    check_size(len(content), str(path), limits)
    return content


@contextmanager
def reading(path: Path, error: Callable[[str], Exception], missing: str = "the file is missing") -> Iterator[None]:
    """Raise what is wrong with `path` as `error`, whose message names the file: `missing`, unreadable, or its data."""
    try:
        yield
    except FileNotFoundError:
        raise error(f"{path}: {missing}") from None
    except DataError as problem:
        raise error(str(problem)) from problem
    except OSError as problem:
        raise error(f"{path}: cannot be read: {problem.strerror}") from problem


def decoded(content: bytes, where: str) -> str:
    """Return UTF-8 text. Raises `DataError`."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(f"{where} line {line}: cannot be read as UTF-8 text") from error


def read_toml(path: Path, limits: DataLimits = SMALL) -> dict[str, Any]:
    """Return the table of a TOML file."""
    return parse_toml(read_text(path, limits), str(path), limits)


def read_json_value(path: Path, limits: DataLimits = USUAL_LIMITS) -> Any:
    """Return the value of a JSON file."""
    return parse_json(read_text(path, limits), str(path), limits)


def parse_toml(text: str, where: str, limits: DataLimits = SMALL) -> dict[str, Any]:
    """Return the table of a TOML text."""
    check_size(len(text), where, limits)
    _check_toml(text, where, limits)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib.TOMLDecodeError is a ValueError
        raise DataError(f"{where}: not valid TOML: {error}") from error


def parse_json(text: str | bytes, where: str, limits: DataLimits = USUAL_LIMITS) -> Any:
    """Return the value of a JSON text; lone surrogates are kept."""
    check_size(len(text), where, limits)
    text = decoded(text, where) if isinstance(text, bytes) else text
    check_json(text, where, limits)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: not valid JSON: {error}") from error


def check_json(text: str, where: str, limits: DataLimits = USUAL_LIMITS) -> None:
    """Raise `DataError` for a JSON text beyond the limits of depth and digits."""
    may_be_deep = text.count("[") + text.count("{") > limits.max_depth
    if may_be_deep or re.search(rf"[0-9]{{{limits.max_digits + 1}}}", text):
        depth = 0
        for token in JSON_TOKEN.finditer(text):
            depth = _depth_after(token, depth, where, limits)
            _check_digits(token, where, limits)


def _check_toml(text: str, where: str, limits: DataLimits) -> None:
    depth = parts = 0
    for token in TOML_TOKEN.finditer(text):
        kind = token.lastgroup
        depth = _depth_after(token, depth, where, limits)
        _check_digits(token, where, limits)
        if kind == "dot":
            parts += 1
        elif kind not in ("skipped", "word"):
            parts = 0
        if parts >= limits.max_key_parts:
            raise _over(token, where, f"a dotted key has more than {limits.max_key_parts} parts")


def _depth_after(token: re.Match[str], depth: int, where: str, limits: DataLimits) -> int:
    """Return the depth of brackets after a token. Raises `DataError`."""
    if token.lastgroup == "opening":
        if depth >= limits.max_depth:
            raise _over(token, where, f"brackets are nested more than {limits.max_depth} deep")
        return depth + 1
    return max(0, depth - 1) if token.lastgroup == "closing" else depth


def _check_digits(token: re.Match[str], where: str, limits: DataLimits) -> None:
    if token.lastgroup == "word" and token.end() - token.start() > limits.max_digits and not token[0][0].isalpha():
        raise _over(token, where, f"a number has more than {limits.max_digits} digits")


def check_size(size: int, where: str, limits: DataLimits) -> None:
    """Raise `DataError` for a file of more bytes than allowed."""
    if size > limits.max_bytes:
        raise DataError(f"{where}: has more than {limits.max_bytes} bytes")


def _over(token: re.Match[str], where: str, problem: str) -> DataError:
    return DataError(f"{where} line {token.string.count(chr(10), 0, token.start()) + 1}: {problem}")


def home() -> Path:
    """Return ``$PROJECTEVAL_HOME``, by default ``~/.cache/projecteval``."""
    chosen = os.environ.get("PROJECTEVAL_HOME")
    return Path(chosen) if chosen else Path.home() / ".cache" / "projecteval"
