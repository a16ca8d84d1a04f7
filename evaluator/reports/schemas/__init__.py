"""Published JSON Schemas of what ``--format json`` writes, by name and version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NAMES = ("results-1", "comparison-1")


def json_schema(name: str) -> dict[str, Any]:
    """Return the schema ``results-1`` or ``comparison-1``."""
    schema: dict[str, Any] = json.loads((Path(__file__).parent / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema
