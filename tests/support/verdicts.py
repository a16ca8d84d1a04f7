"""What a run found, as far as two runs of the same must agree."""

from __future__ import annotations

import json
from pathlib import Path

Verdicts = dict[str, list[tuple[str, str]]]


def verdicts(run: Path) -> Verdicts:
    """Every attempt's folder with the verdict on each testcode."""
    found = {}
    for path in sorted((run / "attempts").rglob("simulated-use.json")):
        cases = json.loads(path.read_text())["cases"]
        found[str(path.parents[1].relative_to(run))] = [(case["id"], case["outcome"]) for case in cases]
    return found


def files(run: Path) -> set[str]:
    """Every file that attempts left, by its path; nothing half written may be among them."""
    return {str(path.relative_to(run)) for path in (run / "attempts").rglob("*") if path.is_file()}
