"""Atomic folders: written completely or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluator.io.errors import FolderTaken


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
