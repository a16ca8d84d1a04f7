"""Private temporary folders, removed afterwards with everything that a browser leaves in them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
