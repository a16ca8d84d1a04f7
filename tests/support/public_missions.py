"""Public data for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evaluator.benchmarks.projecteval_2025.data import ProjectEvalCatalog
from evaluator.benchmarks.projecteval_2025.shapes import PROJECTS


def public_project(test: str, *parameters: str, project_id: str = "1", **changes: Any) -> dict[str, Any]:
    """Return a project of the public data with one testcode."""
    testcode = {"function": "Greet", "test": test, "parameter": [{"name": p, "description": p} for p in parameters]}
    return {
        "project_id": project_id,
        "project_type": "website",
        "nl_prompt": "A page that greets.",
        "framework_technical_stack": [{"language": "Python", "technical_stack": "None"}],
        "nl_checklist": [
            {"page": "Home", "required": False, "function": [{"function": "Greet", "description": "It greets."}]}
        ],
        "testcode": [{"page": "Home", "function": [testcode]}],
        "skeleton": [],
        **changes,
    }


def public_data(folder: Path, *projects: dict[str, Any]) -> ProjectEvalCatalog:
    """Return public data with these projects."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PROJECTS).write_text(json.dumps(projects))
    return ProjectEvalCatalog(folder)
