"""Decoding and encoding that keep a file's encoding, byte order mark and line ends."""

import codecs
import io
import re
import tokenize
from dataclasses import dataclass

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
