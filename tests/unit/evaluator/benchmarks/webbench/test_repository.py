"""Projects of a copy of Web-Bench: tasks in both forms, tests until a task, what agents are shown, the two layouts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evaluator.benchmarks.webbench.data import WebBenchCatalog
from evaluator.benchmarks.webbench.repository import Project, find_projects, lay_out
from missions.errors import MissionError
from tests.support.commands import ROOT

COPY = ROOT / "tests" / "fixtures" / "webbench_copy"
YAML = (
    "- id: init\n  level: easy\n  date: 2025-05-12\n  description: |\n    begin\n- id: task-1\n  description: go on\n"
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(COPY, tmp_path / "copy")
    return tmp_path / "copy"


def _notes(copy: Path) -> Project:
    return find_projects(copy)["notes"]


def test_tasks_are_read_from_both_forms(copy: Path) -> None:
    assert [task.id for task in _notes(copy).tasks] == ["init", *(f"task-{number}" for number in range(1, 6))]
    (copy / "projects/notes/tasks.yml").write_text(YAML)
    tasks = _notes(copy).tasks
    assert [(task.id, task.description) for task in tasks] == [("init", "begin\n"), ("task-1", "go on")]


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "../x", "description": "x"}', '{"id": "task-1"}', ""])
def test_tasks_that_cannot_be_read_name_the_file(copy: Path, line: str) -> None:
    (copy / "projects/notes/tasks.jsonl").write_text(f"{line}\n")
    with pytest.raises(MissionError, match=r"tasks\.jsonl"):
        _ = _notes(copy).tasks


def test_projects_that_the_original_leaves_out_are_no_missions(copy: Path) -> None:
    manifest = copy / "projects/notes/package.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "eval": {"stable": False}}))
    with pytest.raises(MissionError, match="web-bench"):
        WebBenchCatalog(copy).ids()


def test_a_task_is_tested_with_all_before_it(copy: Path) -> None:
    project = _notes(copy)
    assert project.tests_until("task-2") == ("init.spec.js", "task-1.spec.js", "task-2.spec.js")
    assert project.tests_until("")[-1] == "task-5.spec.js"
    (copy / "projects/notes/test/init.spec.js").unlink()
    (copy / "projects/notes/test/task-2.spec.js").unlink()
    assert _notes(copy).tests_until("task-2") == ("task-1.spec.js",)


def test_an_agent_is_not_shown_ignored_files(copy: Path) -> None:
    project = _notes(copy)
    assert set(project.files("src-init")) == {"index.html", "drafts/idea.txt"}
    assert set(project.shown(project.files("src-init"))) == {"index.html"}


def test_the_project_s_box_has_no_test_and_no_reference(copy: Path, tmp_path: Path) -> None:
    modules = tmp_path / "modules"
    (modules / "@scope/package").mkdir(parents=True)
    (modules / ".bin").mkdir()
    solution = {"index.html": b"mine"}
    folder = lay_out(_notes(copy), solution, modules, tmp_path / "server", with_tests=False)
    names = {path.relative_to(tmp_path / "server").as_posix() for path in (tmp_path / "server").rglob("*")}
    assert not [name for name in names if "spec" in name or "libraries" in name or "src-init" in name]
    assert (folder / "src/index.html").read_bytes() == b"mine"
    assert not (folder / "src/notes.js").exists()
    assert (folder / "node_modules/@scope/package").resolve() == (modules / "@scope/package").resolve()
    tested = lay_out(_notes(copy), solution, modules, tmp_path / "tests", with_tests=True)
    assert (tested / "test/task-1.spec.js").is_file()
    assert (tested / "node_modules/@web-bench/test-util/src/index.js").is_file()


def test_a_project_whose_tests_download_packages_is_unusable_and_says_why(copy: Path) -> None:
    manifest = copy / "projects/notes/package.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "scripts": {"init": "npm i && npm run build"}}))
    assert "no network" in WebBenchCatalog(copy).mission("notes").unusable


def test_a_project_without_a_lock_names_the_command(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROJECTEVAL_HOME", str(copy / "home"))
    assert "lock-packages" in WebBenchCatalog(copy).mission("notes").unusable
