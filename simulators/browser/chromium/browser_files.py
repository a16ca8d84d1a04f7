"""Files of a browser: private temporary folders, and downloads."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from simulators.errors import ExpectationFailed


@contextmanager
def private_folder(name: str) -> Iterator[Path]:
    """Yield a temporary folder readable by its owner only."""
    folder = Path(tempfile.mkdtemp(prefix=f"projecteval-{name}-"))
    try:
        yield folder
    finally:
        # A browser that is ending may still write or remove files here: a second try is enough.
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            shutil.rmtree(folder, ignore_errors=True)


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
