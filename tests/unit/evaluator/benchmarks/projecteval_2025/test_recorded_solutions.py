"""Project folders as recorded runs, and recorded runs as project folders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import canonical
from evaluator.benchmarks.projecteval_2025.solution_exchange import (
    ImportedSolution,
    export_solutions,
    import_solutions,
    solved_missions,
)
from evaluator.io.files import FolderTaken
from evaluator.model.errors import EvaluatorError, UsageError
from missions import MissionError
from missions.catalog import open_catalog
from missions.errors import SolutionError
from missions.project_files import read_files
from missions.reference import Reference, read_reference, write_reference
from simulators.setting import Start
from tests.support.commands import MISSIONS

OURS = open_catalog("catalog")
HELLO = open_catalog(str(MISSIONS))
CODE = [{"file": "manage.py", "path": "manage.py", "code": "print('hé')\n"}]


def _import(folder: Path, code: object, *ids: str, **products: object) -> list[ImportedSolution]:
    recorded = folder / "run"
    recorded.mkdir(exist_ok=True)
    for name, found in {"": code, **{f"_{product}": found for product, found in products.items()}}.items():
        (recorded / f"X{name}.json").write_text(json.dumps(found))
    return list(import_solutions(HELLO, recorded / "X.json", ids, folder / "out"))


def test_the_canonical_solutions_come_back_as_they_went(tmp_path: Path) -> None:
    """All but one that Node.js builds and serves, and one that is stored as changes of an existing project."""
    assert solved_missions(OURS, canonical.FOLDER) == OURS.ids()
    ids = [each for each in OURS.ids() if each not in ("hanging-plan", "vegetable-boxes")]
    assert export_solutions(OURS, canonical.FOLDER, ids, tmp_path / "recorded") == []
    assert [u.problem for u in import_solutions(OURS, tmp_path / "recorded", (), tmp_path / "back")] == [""] * len(ids)
    for mission_id in ids:
        went, came = OURS.reference(mission_id), read_reference(tmp_path / "back" / mission_id)
        assert went is not None
        assert (came.files, came.parameters) == (went.files, went.parameters)


def test_changes_of_an_existing_project_are_no_solution_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="has the changes of an existing project only"):
        export_solutions(OURS, canonical.FOLDER, ["vegetable-boxes"], tmp_path / "recorded")


def test_a_project_folder_alone_is_enough_for_one_mission(tmp_path: Path) -> None:
    project = HELLO_FOLDER / "canonical" / "project"
    export_solutions(HELLO, project, ["hello-site"], tmp_path / "mine")
    assert {path.name for path in (tmp_path / "mine").iterdir()} == {
        *("mine.json", "mine_parameter.json", "mine_startfile.json")
    }
    (file,) = json.loads((tmp_path / "mine/mine.json").read_text())["hello-site"]
    assert (file["file"], file["path"]) == ("manage.py", "manage.py")
    assert json.loads((tmp_path / "mine/mine_startfile.json").read_text()) == {"hello-site": "manage.py"}
    pages = json.loads((tmp_path / "mine/mine_parameter.json").read_text())["hello-site"]
    assert pages[0]["page"] == "Home"
    assert pages[0]["function"][0] == {
        "function": "Greet",
        "parameter": [{"name": "home", "answer": "http://localhost:8000/"}, {"name": "greeting", "answer": "h1"}],
    }


HELLO_FOLDER = MISSIONS / "hello-site"


def test_answers_and_parameters_that_do_not_meet_are_told(tmp_path: Path) -> None:
    write_reference(Reference({"manage.py": b""}, {"home": "/", "hoem": "/"}), tmp_path / "mine")
    assert export_solutions(HELLO, tmp_path / "mine", ["hello-site"], tmp_path / "out") == [
        "mission hello-site: 3 parameters have no value: greeting, ask, about",
        "mission hello-site: 1 values belong to no parameter: hoem",
    ]


def test_answers_that_lie_in_the_project_are_no_file_of_it(tmp_path: Path) -> None:
    project = Path(shutil.copytree(HELLO_FOLDER / "canonical" / "project", tmp_path / "project"))
    (project / "project").mkdir()  # a package that is called so
    (project / "project" / "__init__.py").touch()
    shutil.copy(HELLO_FOLDER / "canonical" / "parameters.toml", project)
    export_solutions(HELLO, project, ["hello-site"], tmp_path / "mine")
    files = json.loads((tmp_path / "mine/mine.json").read_text())["hello-site"]
    assert [file["path"] for file in files] == ["manage.py", "project/__init__.py"]


def test_what_is_no_text_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    write_reference(Reference({"manage.py": b"", "static/logo.png": b"\x89PNG"}), tmp_path / "mine")
    with pytest.raises(MissionError, match=r"mission hello-site: file static/logo.png is not UTF-8 text"):
        export_solutions(HELLO, tmp_path / "mine", ["hello-site"], tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_start_that_is_no_file_is_refused(tmp_path: Path) -> None:
    solution = Reference({"main.py": b""}, start=Start(program=("python", "-m", "game")))
    write_reference(solution, tmp_path / "mine")
    with pytest.raises(SolutionError, match=r"mission hello-console: it is started by `python -m game`"):
        export_solutions(HELLO, tmp_path / "mine", ["hello-console"], tmp_path / "out")


def test_a_solution_is_read_as_it_was_written(tmp_path: Path) -> None:
    files = {"a/b.txt": b"\xff\r\n", "media/": b"", "main.py": b"print()\n"}
    start = Start("a", (("python", "prepare.py"),), ("python", "main.py"))
    solution = Reference(files, {"Home||Greet||name": 'a "quoted"\n\\ text', "none": ""}, start, skeleton={"x.py": b""})
    write_reference(solution, tmp_path)
    assert read_reference(tmp_path) == solution


def test_a_list_of_files_is_enough_for_one_mission(tmp_path: Path) -> None:
    values = [{"page": "Home", "function": [{"function": "Greet", "parameter": [{"name": "home", "answer": "/"}]}]}]
    (imported,) = _import(tmp_path, CODE, "hello-site", parameter=values)
    assert imported.problem == ""
    assert imported.notices == ["mission hello-site: 3 parameters have no value: greeting, ask, about"]
    found = read_reference(tmp_path / "out" / "hello-site")
    assert (found.files, found.parameters) == ({"manage.py": "print('hé')\n".encode()}, {"home": "/"})
    with pytest.raises(UsageError, match="name the mission that it solves"):
        _import(tmp_path, CODE)


def _file(path: object, code: object = "x") -> dict[str, object]:
    return {"file": "a.py", "path": path, "code": code}


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("```json\n[]```", "the answer is a text, not a list of files"),
        ({"path": "manage.py"}, "the answer is an object, not a list of files"),
        (None, "no answer for this project"),
        ([], "the answer has no file"),
        (["manage.py"], "file 1 of the answer is a text, not an object"),
        ([{"code": "x"}], "has no file name"),
        ([_file(7)], "has no path"),
        ([_file("a\\..\\..\\b.py")], "leads out of the project"),
        ([_file("C:\\a.py")], "leads out of the project"),
        ([_file("a\0b")], "cannot be written"),
        ([_file("a" * 300)], "cannot be written"),
        ([_file("")], "has the path of a folder"),
        ([_file(f"{n}.py") for n in range(10_001)], "has 10001 files, more than 10000"),
    ],
)
def test_an_answer_without_a_file_that_can_be_written_is_a_problem(
    tmp_path: Path, answer: object, problem: str
) -> None:
    """The other missions of the run are imported."""
    code = {"hello-site": answer, "hello-console": [_file("main.py")]}
    other, broken = _import(tmp_path, code, startfile={"hello-console": "main.py"}, parameter={})
    assert (other.mission, other.problem) == ("hello-console", "")
    assert broken.problem.startswith("mission hello-site: ")
    assert problem in broken.problem
    assert len(broken.problem) < 600
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["hello-console"]
    assert read_files(tmp_path / "out" / "hello-console" / "project") == {"main.py": b"x"}
    assert {path.name for path in tmp_path.iterdir()} == {"run", "out"}


@pytest.mark.parametrize(
    ("damaged", "problem"),
    [
        (_file("b.py", ["x"]), "file 2 of the answer has a list for its code"),
        (_file("a.py/b"), "file 2 of the answer lies in a folder that is a file"),
    ],
)
def test_what_the_original_would_have_written_is_imported_with_a_notice(
    tmp_path: Path, damaged: object, problem: str
) -> None:
    code = {"hello-console": [_file("a.py"), damaged, _file("c.py")]}
    (imported,) = _import(tmp_path, code, startfile={"hello-console": "a.py"}, parameter={})
    assert imported.problem == ""
    assert any(problem in notice for notice in imported.notices)
    assert "c.py" not in read_files(tmp_path / "out" / "hello-console" / "project")


@pytest.mark.parametrize("startfile", ["C:\\main.py", ["main.py"], "", 3])
def test_a_start_file_that_cannot_be_used_is_a_notice(tmp_path: Path, startfile: object) -> None:
    (imported,) = _import(tmp_path, {"hello-console": [_file("main.py")]}, startfile={"hello-console": startfile})
    assert imported.problem == ""
    assert len(imported.notices) == 2, "the start file, and the missing parameter file"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not readable as JSON"),
        ("[" * 100_000, "not readable as JSON"),
        ('"text"', "not an object of projects"),
        ("{}", "answers no mission of"),
        ('{"bmi": []}', "answers no mission of"),
        ("\xff", "not readable as JSON"),
    ],
)
def test_a_file_that_is_no_recorded_run_is_told(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "X.json").write_bytes(content.encode("latin-1"))
    with pytest.raises((MissionError, EvaluatorError), match=message):
        import_solutions(HELLO, tmp_path / "X.json", (), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_values_are_read_as_replay_reads_them(tmp_path: Path) -> None:
    values = {"hello-site": {"Home": {"Greet": [{"name": "home", "answer": "\ud800"}]}}}
    (imported,) = _import(tmp_path, {"hello-site": CODE}, parameter=values)
    assert imported.problem == ""
    assert read_reference(tmp_path / "out" / "hello-site").parameters == {"home": "?"}


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    _import(tmp_path, {"hello-site": CODE})
    with pytest.raises(FolderTaken):
        _import(tmp_path, {"hello-console": [_file("main.py")], "hello-site": CODE})
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["hello-site"]
