"""New missions, and the names of their folders."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from missions import MissionError
from missions.formats.folder import load_mission
from missions.mission import Stack
from missions.scaffolding import begin_mission, check_id
from missions.validation import problems


@pytest.mark.parametrize("stack", Stack)
def test_a_new_mission_is_sound(tmp_path: Path, stack: Stack) -> None:
    folder = tmp_path / "my-first"
    folder.mkdir()
    begin_mission("my-first", stack, folder)
    mission = load_mission(folder)
    parameters = folder / "canonical/parameters.toml"
    answers = tomllib.loads(parameters.read_text()) if stack is not Stack.LIBRARY else {}
    answers.pop("start", None)
    assert (mission.title, mission.stack) == ("My first", stack)
    project = folder / "canonical" / "project"
    files = {path.relative_to(project).as_posix(): path.read_bytes() for path in project.rglob("*") if path.is_file()}
    assert problems(mission, answers, files) == []


@pytest.mark.parametrize("mission_id", ["", "..", "a/b", "A", "a b", "-a", "a--b", "a" * 61, "ä", "a\n"])
def test_an_id_that_is_no_name_of_a_folder_is_refused(mission_id: str) -> None:
    with pytest.raises(MissionError, match="small letters, digits and single hyphens"):
        check_id(mission_id)
