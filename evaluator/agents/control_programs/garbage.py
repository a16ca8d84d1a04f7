"""Replaces what the reference shows, prints and writes by garbage: a control that no testcode may end in an error for.

``empty``, ``binary``, ``nested`` and ``huge`` replace all of it, ``truncated`` keeps the first half, ``sparse`` keeps
the form and takes rows, cells, keys and digits away. The kind is in ``garbage_kind.txt``, beside this module.
"""

from __future__ import annotations

import atexit
import builtins
import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

KIND_FILE = Path(__file__).with_name("garbage_kind.txt")
KIND = KIND_FILE.read_text() if KIND_FILE.is_file() else "empty"
BINARY = bytes(range(256)) * 4
WHOLE = {"empty": b"", "binary": BINARY, "nested": b"[" * 30_000, "huge": b"9" * 500_000}
MAX_LINE_CHARACTERS = 3_000
"""Characters of garbage in the place of one text printed: a terminal takes its time for more."""

MAX_LABEL_CHARACTERS = 200

REPLACED_TYPES = ("text/", "application/json", "application/octet-stream")
KEPT_TYPES = ("text/css", "text/javascript")
LAST_CELL = re.compile(r"<td\b(?:(?!<td\b).)*?</td>(?=\s*</tr>)", re.DOTALL | re.IGNORECASE)
LAST_ROW = re.compile(
    r"<(tr|li|dd)\b(?:(?!<\1\b).)*?</\1>(?=\s*</(?:tbody|table|ul|ol|dl)>)", re.DOTALL | re.IGNORECASE
)
SHOWN_DIGITS = re.compile(r"(?<=>)[^<]*\d[^<]*(?=<)")


def replaced(content: bytes, name: str) -> bytes:
    """Return the garbage in the place of a file or a page."""
    return replaced_by(KIND, content, name)


def replaced_by(kind: str, content: bytes, name: str) -> bytes:
    if kind in WHOLE:
        return WHOLE[kind]
    return content[: len(content) // 2] if kind == "truncated" else sparse(content, name)


def sparse(content: bytes, name: str) -> bytes:
    if name.endswith(".xlsx"):
        return sparse_workbook(content)
    text = content.decode("utf-8", "replace")
    if name.endswith(".json"):
        return sparse_json(text).encode()
    if name.endswith(".csv"):
        rows = list(csv.reader(io.StringIO(text)))[:-1]
        return "".join(f"{row[0] if row else ''}\n" for row in rows).encode()
    if name.endswith(".html"):
        fewer = LAST_CELL.sub("", LAST_ROW.sub("", text))
        return SHOWN_DIGITS.sub(lambda found: re.sub(r"\d", "", found[0]), fewer).encode()
    return re.sub(r"\d", "", "\n".join(text.split("\n")[::2])).encode()


def sparse_json(text: str) -> str:
    """Return the JSON value with every list emptied but for a null, and every second key missing."""
    try:
        value = json.loads(text)
    except ValueError:
        return "[]"
    return json.dumps(thinned(value))


def thinned(value: object) -> object:
    if isinstance(value, dict):
        return {key: thinned(each) for key, each in list(value.items())[::2]}
    return [thinned(each) for each in value[:1]] + [None] if isinstance(value, list) else value


def sparse_workbook(content: bytes) -> bytes:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content))
    for sheet in book:
        sheet.delete_cols(2, sheet.max_column)
        sheet.delete_rows(sheet.max_row)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def printed(text: str) -> str:
    """Return the garbage in the place of a printed text."""
    if not text.strip():
        return text
    garbage = replaced(text.encode(), "printed").decode("latin-1" if KIND == "binary" else "utf-8", "replace")
    return garbage[:MAX_LINE_CHARACTERS] + ("\n" if text.endswith("\n") else "")


class GarbageOutput:
    """Stream that prints garbage."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        self._stream.write(printed(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)


def asks(prompt: object = "") -> str:
    """Stand for ``input``, whose prompt is garbage too."""
    sys.stdout.write(str(prompt))
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def states() -> dict[Path, tuple[int, int]]:
    found = [path for path in Path().rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in found}


def replace_written_files(before: dict[Path, tuple[int, int]]) -> None:
    for path, state in states().items():
        if before.get(path) != state:
            path.write_bytes(replaced(path.read_bytes(), path.name))


def in_programs() -> None:
    """Replace what a console or batch program prints, and the files that it leaves."""
    atexit.register(replace_written_files, states())
    sys.stdout, sys.stderr = GarbageOutput(sys.stdout), GarbageOutput(sys.stderr)
    builtins.input = asks


def in_windows() -> None:
    """Replace the texts of a desktop program's widgets, and the files that it leaves."""
    import tkinter as tk
    from tkinter import ttk

    unchanged: Any = tk.Misc._options  # type: ignore[attr-defined]

    def garbled(self: tk.Misc, settings: Any, more: Any = None) -> Any:
        given = {**dict(settings or {}), **dict(more or {})}
        if isinstance(given.get("text"), str):
            given["text"] = printed(given["text"])[:MAX_LABEL_CHARACTERS]
        return unchanged(self, given)

    insert: Any = ttk.Treeview.insert

    def garbled_row(self: ttk.Treeview, *places: Any, **given: Any) -> Any:
        if "values" in given:
            given["values"] = [printed(str(each))[:MAX_LABEL_CHARACTERS] for each in given["values"]]
        return insert(self, *places, **given)

    ttk.Treeview.insert = garbled_row  # type: ignore[method-assign]
    tk.Misc._options = garbled  # type: ignore[attr-defined]
    atexit.register(replace_written_files, states())


def page(content: bytes, content_type: str) -> bytes:
    """Return the garbage in the place of a response; styles, scripts and pictures are kept."""
    if not content_type.startswith(REPLACED_TYPES) or content_type.startswith(KEPT_TYPES):
        return content
    kinds = {"text/html": ".html", "application/json": ".json", "text/csv": ".csv"}
    return replaced(content, kinds.get(content_type.partition(";")[0], ".txt"))


def in_flask() -> None:
    """Replace the responses of a Flask application."""
    from flask import Flask  # type: ignore[import-not-found,unused-ignore]

    unchanged: Any = Flask.process_response

    def garbled(self: Flask, response: Any) -> Any:
        found = unchanged(self, response)
        found.direct_passthrough = False
        found.set_data(page(found.get_data(), found.headers.get("Content-Type", "")))
        return found

    Flask.process_response = garbled


class GarbageMiddleware:
    """Django's middleware that replaces its responses."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self._get_response = get_response

    def __call__(self, request: object) -> Any:
        response = self._get_response(request)
        content_type = response.headers.get("Content-Type", "")
        if response.streaming:
            response.streaming_content = [page(b"".join(response.streaming_content), content_type)]
        else:
            response.content = page(response.content, content_type)
        if "Content-Length" in response.headers:
            del response.headers["Content-Length"]
        return response
