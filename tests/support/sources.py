"""The project's own modules as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("evaluator", "missions", "simulators", "masker")


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Return path and tree of every module below `folders`, without projects that are data."""
    for folder in folders or PRODUCT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not {"builtin", "libraries", "scaffolds", "fixtures", "project"} & set(path.relative_to(ROOT).parts):
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))
