"""Names that the suites of a library import from it, and that its documents have to name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from missions.mission import Mission
from missions.reference import Reference

MAX_NAMED = 8


def unnamed_imports(mission: Mission, reference: Reference | None) -> list[str]:
    """Return a problem where suites import names from the reference that no document of the mission contains."""
    if reference is None or not mission.suites:
        return []
    packages = {PurePosixPath(path).parts[0].removesuffix(".py") for path in reference.files if path.endswith(".py")}
    words = set(re.findall(r"\w+", "\n".join(document.text for document in mission.documents.values())))
    missing = sorted({name for name in _imported(mission, packages) if name not in words})
    if not missing:
        return []
    more = f" and {len(missing) - MAX_NAMED} more" if len(missing) > MAX_NAMED else ""
    named = ", ".join(missing[:MAX_NAMED])
    return [f"{mission.source}: suites import {named}{more} from the library, which no document names"]


def _imported(mission: Mission, packages: set[str]) -> Iterator[str]:
    for suite in mission.suites:
        for path, content in suite.files.items():
            if path.endswith(".py"):
                for node in ast.walk(ast.parse(content.read_bytes(), str(content))):
                    if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in packages:
                        yield from (alias.name for alias in node.names if alias.name != "*")
