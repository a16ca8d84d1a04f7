"""Downloads of the browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Download:
    """File saved by the browser: `name` as suggested by the site, `path` on this machine."""

    name: str
    path: Path

    def text(self) -> str:
        """Return the content as UTF-8 text, without a byte order mark."""
        return self.path.read_text(encoding="utf-8-sig")


def size_of(folder: Path) -> int:
    """Return the bytes in the files below `folder`, while a browser writes and renames files there."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size
        except FileNotFoundError:
            continue  # renamed or removed since it was listed
    return size
