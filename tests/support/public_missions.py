"""Missions written in the public layout, for tests."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from missions.formats.folder import FolderCatalog
from missions.formats.projecteval_2025.catalog import ProjectEvalCatalog
from missions.formats.projecteval_2025.export import Canonical, write_public
from missions.formats.projecteval_2025.shapes import PROJECTS
from missions.mission import Mission

FIXTURES = Path(__file__).parents[1] / "fixtures" / "missions"


def in_public_layout(folder: Path, *missions: Mission) -> ProjectEvalCatalog:
    """Return `missions` without solutions, written in the public layout and read again."""
    folder.mkdir(exist_ok=True)
    write_public(folder, [(mission, Canonical({}, {}, {})) for mission in missions])
    return ProjectEvalCatalog(folder)


def own_mission(folder: Path, testcodes: str) -> Mission:
    """Return the mission hello-site with other testcodes."""
    shutil.copytree(FIXTURES / "hello-site", folder / "hello-site")
    (folder / "hello-site" / "testcodes.py").write_text(testcodes)
    return FolderCatalog(folder).mission("hello-site")


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
