"""Folders that are there whole or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluator.model.errors import UsageError


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """An empty folder that becomes `out` when the block ends, unless it ends with an exception.

    Raises `UsageError` when something is in the way.
    """
    must_be_free(out)
    out = out.resolve()
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".writing-") as temporary:
        folder = Path(temporary) / out.name
        folder.mkdir()
        yield folder
        folder.rename(out)


def must_be_free(out: Path) -> None:
    """Raises `UsageError` unless `out` is new or an empty folder."""
    if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise UsageError(f"{out} is there already: name a folder that does not exist yet, or remove it")
