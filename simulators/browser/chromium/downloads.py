"""Downloads of the browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from simulators.errors import ExpectationFailed

MAX_TEXT_BYTES = 16 << 20
"""Maximum bytes of a download that is read as text."""


@dataclass(frozen=True)
class Download:
    """File saved by the browser: `name` as suggested by the site, `path` on this machine."""

    name: str
    path: Path

    def text(self) -> str:
        """Return the content as UTF-8 text, without a byte order mark. Raises `ExpectationFailed` for another one."""
        if (size := self.path.stat().st_size) > MAX_TEXT_BYTES:
            raise ExpectationFailed(f"{self.name} has {size} bytes; at most {MAX_TEXT_BYTES} are read")
        try:
            return self.path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise ExpectationFailed(f"{self.name} is not text (UTF-8): {error}") from None


def size_of(folder: Path) -> int:
    """Return the bytes in the files below `folder`, while a browser writes and renames files there."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size
        except FileNotFoundError:
            continue  # renamed or removed since it was listed
    return size
