"""Files that the browser saves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Download:
    """A file that the browser saved: `name` as the site suggested it, `path` where it is now."""

    name: str
    path: Path

    def text(self) -> str:
        """Its content as UTF-8 text (a byte order mark is dropped)."""
        return self.path.read_text(encoding="utf-8-sig")


def size_of(folder: Path) -> int:
    """Bytes in the files of `folder` and below, while a browser writes there and renames them."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size
        except FileNotFoundError:
            continue  # renamed or removed since it was listed
    return size
