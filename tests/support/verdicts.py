"""Results of a run that must be equal in a repetition."""

from __future__ import annotations

import json
from pathlib import Path

Verdicts = dict[str, list[tuple[str, str]]]


def verdicts(run: Path) -> Verdicts:
    """Return every attempt's folder with the outcome of each testcode."""
    found = {}
    for path in sorted((run / "attempts").rglob("simulated-use.json")):
        cases = json.loads(path.read_text())["cases"]
        found[str(path.parents[1].relative_to(run))] = [(case["id"], case["outcome"]) for case in cases]
    return found


def files(run: Path) -> set[str]:
    """Return the paths of all files of attempts; none of them may be incomplete."""
    return {str(path.relative_to(run)) for path in (run / "attempts").rglob("*") if path.is_file()}
