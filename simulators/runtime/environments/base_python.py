"""The Python on which environments are built: the one below the evaluator's own virtual environment."""

from __future__ import annotations

import sys
from pathlib import Path


def base_python() -> str:
    """Return the path of the interpreter."""
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return str(base) if base.exists() else sys.executable
