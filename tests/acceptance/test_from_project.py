"""Missions from a Python project: written in one command, without what the project itself does not pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import projecteval
from tests.support.python_projects import committed, write_project

NEW = ("missions", "new", "word-counter", "--from-project")


def test_a_folder_becomes_a_mission_that_its_own_project_passes(tmp_path: Path) -> None:
    project, catalog = write_project(tmp_path / "project"), tmp_path / "missions"

    called = projecteval(*NEW, project, "--out", catalog, "--json")

    mission = catalog / "word-counter"
    assert (called.status, called.json["cases"], called.json["package"]) == (0, 4, "wordcounter"), called.stderr
    assert called.json["excluded"].keys() == {
        "tests/test_counting.py::test_that_fails",
        "tests/test_counting.py::test_that_is_skipped",
        "tests/test_free.py::test_arithmetic",
        "tests/test_optional.py",
        "wordcounter.optional:more",
    }
    assert json.loads((mission / "component_tests.json").read_text()) == {
        "wordcounter.counting:Counter": ["tests/test_counting.py::check_counter"],
        "wordcounter.counting:Counter.__init__": ["tests/test_counting.py::check_counter"],
        "wordcounter.counting:Counter.add": ["tests/test_counting.py::check_counter"],
        "wordcounter.counting:words": ["tests/test_counting.py::test_words", "tests/test_counting.py::check_counter"],
    }
    prompt = (mission / "prompt.md").read_text()
    assert "DRAFT" in prompt
    specification = (mission / "specification.md").read_text()
    assert "Counts words in texts." in specification
    assert "- `words(text: str) -> list[str]`: Return the words of a text." in specification
    assert "badge" not in specification


@pytest.mark.slow
def test_the_project_reaches_every_measure_and_nothing_reaches_none(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    digest = committed(project)
    written = projecteval(*NEW, f"{project}@{digest}", "--out", tmp_path / "missions")
    runs = {
        (prefix, agent): projecteval(
            *("run", "--missions", f"{prefix}{tmp_path / 'missions'}", "--agent", agent, "--json"),
            *("--out", tmp_path / f"{prefix.strip(':')}{agent}"),
        )
        for prefix in ("", "realbench:")
        for agent in ("canonical", "nop")
    }

    assert written.status == 0, written.stderr
    counts = {key: (each.json["passed"], each.json["total"]) for key, each in runs.items()}
    assert counts == {
        ("", "canonical"): (4, 4),
        ("", "nop"): (0, 4),
        ("realbench:", "canonical"): (12, 12),
        ("realbench:", "nop"): (0, 12),
    }


def test_a_source_that_is_none_is_refused(tmp_path: Path) -> None:
    called = projecteval(*NEW, tmp_path / "nothing", "--out", tmp_path / "missions")

    assert called.status == 2
    assert "there is no such folder; write FOLDER, NAME==VERSION" in called.stderr
    assert not (tmp_path / "missions" / "word-counter").exists()
