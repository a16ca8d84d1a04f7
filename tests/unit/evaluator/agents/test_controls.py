"""Controls: solutions that no testcode may accept, for each kind of project."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.agents.control_programs.window import quoted_texts
from evaluator.agents.controls import CONTROLS
from evaluator.agents.interface import Assignment
from evaluator.model.generation import Generation
from evaluator.model.result import Attempt
from missions.formats.folder import BUILT_IN, FolderCatalog

CATALOG = FolderCatalog(BUILT_IN)


def _built(mission_id: str, control: str) -> Generation:
    mission, attempt = CATALOG.mission(mission_id), Attempt(mission_id, "level-1", "direct", recorded=control)
    return CONTROLS[control](Assignment(attempt, mission, {}, frozenset(), CATALOG.reference(mission_id), Path()))


@pytest.mark.parametrize(
    ("mission_id", "files", "program"),
    [
        ("watering-plan", {"prompt.md", "window.py"}, ("python", "window.py", "echo")),
        ("number-mines", {"program.py"}, ("python", "program.py", "echo")),
        ("habit-calendar", {"website.py"}, ("python", "website.py", "{port}", "echo")),
    ],
)
def test_a_control_is_of_the_missions_kind(mission_id: str, files: set[str], program: tuple[str, ...]) -> None:
    solution = _built(mission_id, "echo").solution
    assert solution is not None
    assert set(solution.files) == files
    assert solution.start is not None
    assert solution.start.program == program


@pytest.mark.parametrize("mission_id", ["watering-plan", "habit-calendar"])
def test_only_a_command_line_can_be_refused(mission_id: str) -> None:
    refused = _built(mission_id, "refusal")
    assert refused.solution is None
    assert "without a window" in refused.failure


def test_pages_of_a_site_of_node_are_garbage() -> None:
    built = {kind: _built("hanging-plan", f"garbage-{kind}") for kind in ("binary", "sparse")}
    solution, reference = built["binary"].solution, CATALOG.reference("hanging-plan")
    assert solution is not None
    assert reference is not None
    assert {path for path in reference.files if solution.files[path] != reference.files[path]} == {"index.html"}
    assert solution.start == reference.start
    assert built["sparse"].solution is None
    assert "nothing that this garbage replaces" in built["sparse"].failure


def test_the_window_shows_the_messages_of_the_prompt() -> None:
    texts = quoted_texts(CATALOG.mission("watering-plan").prompt)
    assert {"Plant", "Add plant", "A plant needs a name.", "Nothing to undo."} <= set(texts)
    assert len(texts) == len({text.casefold() for text in texts})


def test_the_existing_project_is_submitted_as_it_is() -> None:
    solution = _built("vegetable-boxes", "existing").solution
    assert solution is not None
    assert solution.files == CATALOG.mission("vegetable-boxes").existing
    refused = _built("watering-plan", "existing")
    assert refused.solution is None
    assert "has no existing project" in refused.failure
