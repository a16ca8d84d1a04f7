"""Folder of files that are created or downloaded once and used by many runs."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """Return ``$PROJECTEVAL_HOME``, by default ``~/.cache/projecteval``."""
    chosen = os.environ.get("PROJECTEVAL_HOME")
    return Path(chosen) if chosen else Path.home() / ".cache" / "projecteval"
