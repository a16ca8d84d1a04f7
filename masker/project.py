"""Masking of a project, each file by its language and in its own encoding, or of a folder on disk."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import tokenize
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from masker.javascript import mask_javascript
from masker.model import Masked, MaskedFile, Skeleton, Treatment, why_left_out, why_whole
from masker.python import mask_python
from masker.text import mask_css, mask_html, mask_text

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]")


class NotText(ValueError):
    """Bytes that are not text in any of the encodings tried."""


@dataclass(frozen=True)
class Text:
    """Text with ``\\n`` line ends, with its original encoding and line ends."""

    text: str
    encoding: str
    mark: bytes = b""
    newline: str = "\n"
    original: str | bytes = ""

    def write(self, text: str) -> str | bytes:
        """Return `text` in the original encoding and line ends; for an unchanged text the original content."""
        if text == self.text:
            return self.original
        lines = text.replace("\n", self.newline) if self.newline != "\n" else text
        if isinstance(self.original, str):
            return self.mark.decode() + lines
        return self.mark + lines.encode(self.encoding, errors="replace")


def decode(content: str | bytes, is_python: bool) -> Text:
    """Decode a file. Raise `NotText` where it is binary, or not in the encoding that a Python file declares."""
    if isinstance(content, str):
        mark = codecs.BOM_UTF8 if content.startswith("\ufeff") else b""
        return _text(content.removeprefix("\ufeff"), "utf-8", mark, content)
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding, mark)
    if is_python:
        return _decoded(content, _declared(content))
    if b"\0" in content:
        raise NotText("it contains null bytes")
    try:
        return _decoded(content, "utf-8")
    except NotText:
        text = content.decode("latin-1")
        if _CONTROL.search(text):
            raise
        return _text(text, "latin-1", b"", content)


def _declared(content: bytes) -> str:
    """Return the encoding of a Python file (PEP 263)."""
    try:
        return tokenize.detect_encoding(io.BytesIO(content).readline)[0]
    except SyntaxError as error:
        raise NotText(str(error)) from error


def _decoded(content: bytes, encoding: str, mark: bytes = b"") -> Text:
    try:
        return _text(content.removeprefix(mark).decode(encoding), encoding, mark, content)
    except (UnicodeError, LookupError) as error:
        raise NotText(f"it is not {encoding}: {error}"[:200]) from error


def _text(text: str, encoding: str, mark: bytes, original: str | bytes) -> Text:
    crlf = text.count("\r\n")
    newline = "\r\n" if crlf and crlf * 2 > text.count("\n") else "\n"
    if newline == "\n" and "\n" not in text and "\r" in text:
        newline = "\r"
    plain = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    return Text(plain, encoding, mark, newline, original)


MAX_CODE_CHARS = 512 * 1024
"""Characters of code that is masked."""

_PYTHON = frozenset({".py", ".pyw"})
_LANGUAGES: Mapping[str, Callable[[str, str], Masked]] = {
    **dict.fromkeys(_PYTHON, mask_python),
    **dict.fromkeys((".html", ".htm", ".djhtml", ".jinja", ".jinja2", ".j2"), mask_html),
    **dict.fromkeys((".js", ".mjs", ".cjs"), mask_javascript),
    ".css": mask_css,
}
_NUMBER_SIGN = ".py .pyw .sh .bash .rb .pl .r .ps1 .ex .ipynb .pyi .pyx"
_SLASHES = ".js .mjs .cjs .ts .tsx .jsx .java .c .h .cpp .cc .hpp .cs .go .rs .php .kt .swift .scala .dart"
_COMMENTS = {
    **dict.fromkeys(_LANGUAGES, "<!-- {} -->\n"),
    **dict.fromkeys((".vue", ".svelte"), "<!-- {} -->\n"),
    **dict.fromkeys(_NUMBER_SIGN.split(), "# {}\n"),
    **dict.fromkeys(_SLASHES.split(), "// {}\n"),
    **dict.fromkeys((".scss", ".sass", ".less", ".css"), "/* {} */\n"),
    **dict.fromkeys((".sql", ".lua", ".hs"), "-- {}\n"),
    **dict.fromkeys((".bat", ".cmd"), "REM {}\n"),
}
"""Comments by suffix, for code that is not shown. Other suffixes are text or data."""


def mask(files: Mapping[str, bytes | str]) -> Skeleton:
    """Mask a project: path with forward slashes → content. Never fails; every file has a treatment with a reason.

    The same project gives the same skeleton, and masking a skeleton gives that skeleton.
    """
    return Skeleton(tuple(mask_file(path, files[path]) for path in sorted(files)))


def mask_file(path: str, content: bytes | str) -> MaskedFile:
    """Mask one file."""
    if reason := why_left_out(path):
        return MaskedFile(path, content[:0], Treatment.LEFT_OUT, reason)
    if not content.strip():
        return MaskedFile(path, content, Treatment.EMPTY, "it is empty")
    suffix = PurePosixPath(path).suffix.lower()
    try:
        text = decode(content, suffix in _PYTHON)
    except NotText as error:
        return _not_text(path, content, suffix, str(error))
    if reason := why_whole(path):
        return MaskedFile(path, content, Treatment.WHOLE, reason)
    masked = _mask_text(path, text.text, suffix)
    return MaskedFile(path, text.write(masked.text), masked.treatment, masked.reason)


def _not_text(path: str, content: bytes | str, suffix: str, error: str) -> MaskedFile:
    if suffix not in _COMMENTS:
        return MaskedFile(path, content, Treatment.BINARY, f"it is not text: {error}")
    comment = _COMMENTS[suffix].format("This file is not shown: it is not text.")
    return MaskedFile(path, comment.encode(), Treatment.BROKEN, f"it is not text: {error}")


def _mask_text(path: str, text: str, suffix: str) -> Masked:
    if suffix not in _COMMENTS:
        return mask_text(path, text)
    if suffix not in _LANGUAGES:
        masked = Masked(text, Treatment.UNSUPPORTED, f"there is no masker for {suffix}")
    elif len(text) > MAX_CODE_CHARS:
        masked = Masked(text, Treatment.TOO_LARGE, f"it has {len(text)} characters; the limit is {MAX_CODE_CHARS}")
    else:
        masked = _LANGUAGES[suffix](path, text)
    if masked.treatment not in {Treatment.UNSUPPORTED, Treatment.TOO_LARGE, Treatment.BROKEN}:
        return masked
    comment = _COMMENTS[suffix].format(f"This file is not shown ({masked.treatment.value}).")
    return Masked(comment, masked.treatment, masked.reason)


MAX_FILE_BYTES = 16 * 1024 * 1024
"""Bytes of a file that is read; larger ones are left out."""
MAX_FILES = 20_000
"""Files of a folder that is masked."""


class MaskError(Exception):
    """A folder that cannot be masked; the message says why and what to do."""


def mask_folder(folder: Path, out: Path) -> Skeleton:
    """Mask all files below `folder` and write the skeleton below `out`, which must be new or empty.

    Return every file with its treatment. Links are left out, because they may lead outside of the folder. Raise
    `MaskError` where `folder` is not a folder, `out` is not empty or inside of it, or reading or writing fails.
    """
    _check(folder, out)
    try:
        contents: dict[str, bytes] = {}
        left_out: list[MaskedFile] = []
        for path in _files(folder):
            name = path.relative_to(folder).as_posix()
            reason = _why_unread(path, name)
            if reason:
                left_out.append(MaskedFile(name, b"", Treatment.LEFT_OUT, reason))
            else:
                contents[name] = path.read_bytes()
        masked = mask(contents)
        _write(masked, folder, out)
    except OSError as error:
        raise MaskError(f"{error.filename or folder}: {error.strerror or error}") from error
    return Skeleton(tuple(sorted([*masked, *left_out], key=lambda file: file.path)))


def _check(folder: Path, out: Path) -> None:
    if not folder.is_dir():
        raise MaskError(f"{folder} is not a folder")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise MaskError(f"{out} is not empty: name a folder that does not exist yet")
    if out.resolve().is_relative_to(folder.resolve()):
        raise MaskError(f"{out} is inside of {folder}: name a folder outside of it")


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files in the order of their names, except those in folders created by tools."""
    count = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not why_left_out(f"{name}/file"))
        linked = [name for name in folders if Path(place, name).is_symlink()]
        for name in sorted([*names, *linked]):
            count += 1
            if count > MAX_FILES:
                raise MaskError(f"{folder} has more than {MAX_FILES} files: name the project's own folder")
            yield Path(place, name)


def _why_unread(path: Path, name: str) -> str | None:
    if path.is_symlink():
        return "it is a symbolic link"
    if not path.is_file():
        return "it is not a regular file"
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        return f"it has {size} bytes, {MAX_FILE_BYTES} are read"
    return why_left_out(name)


def _write(masked: Skeleton, folder: Path, out: Path) -> None:
    for name, content in masked.contents().items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        shutil.copymode(folder / name, target)
