"""Files of a recorded answer: up to the first that the original could not write."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.benchmarks.projecteval_2025.recorded_files import written_files
from missions.errors import SolutionError
from missions.project_files import single_top


def _file(path: Any, code: Any = "x", file: Any = "name") -> dict[str, Any]:
    return {"file": file, "path": path, "code": code}


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("app/views.py", "app/views.py"),
        ("./app/views.py", "app/views.py"),
        ("/app/views.py", "app/views.py"),
        ("../views.py", ".views.py"),
        ("a/../../views.py", "a/..views.py"),
        ("a//b.py", "a/b.py"),
    ],
)
def test_paths_are_read_as_the_original_writes_them(path: str, written: str) -> None:
    assert list(written_files([_file(path)]).files) == [written]


def test_the_last_of_two_files_with_one_path_counts() -> None:
    assert written_files([_file("a.py", "1"), _file("a.py", "2")]).files == {"a.py": b"2"}


def test_a_file_without_a_name_is_a_folder() -> None:
    assert written_files([_file("templates/", file=None), _file("static", file=None)]).files == {
        "templates/": b"",
        "static/": b"",
    }


@pytest.mark.parametrize(
    ("damaged", "why", "left"),
    [
        ("b.py", "is a text, not an object", ["a.py"]),
        (None, "is null, not an object", ["a.py"]),
        ({"path": "b.py", "code": ""}, "has no file name", ["a.py"]),
        ({"file": "b.py", "code": ""}, "has no path", ["a.py"]),
        ({"file": "b.py", "path": ["b.py"], "code": ""}, "has no path", ["a.py"]),
        ({"file": "b.py", "path": "b.py"}, "has no code", ["a.py"]),
        (_file("b.py", None), "has null for its code", ["a.py", "b.py"]),
        (_file("b.py", ["line"]), "has a list for its code", ["a.py", "b.py"]),
        (_file(""), "has the path of a folder", ["a.py"]),
        (_file("app/"), "has the path of a folder", ["a.py"]),
        (_file("a.py/b.py"), "lies in a folder that is a file", ["a.py"]),
        (_file("..\\b.py"), "leads out of the project", ["a.py"]),
        (_file("C:\\work\\b.py"), "leads out of the project", ["a.py"]),
        (_file("b\0.py"), "cannot be written", ["a.py"]),
        (_file("app\\b.py"), "lies in a folder that does not exist", ["a.py"]),
    ],
)
def test_what_cannot_be_written_ends_the_project_there(damaged: Any, why: str, left: list[str]) -> None:
    written = written_files([_file("a.py"), damaged, _file("c.py")])
    assert list(written.files) == left
    assert written.problem.startswith("file 2 of the answer ")
    assert why in written.problem
    assert written.root == "."


def test_a_backslash_finds_a_folder_that_is_there() -> None:
    assert list(written_files([_file("app/a.py"), _file("app\\b.py")]).files) == ["app/a.py", "app/b.py"]


@pytest.mark.parametrize("answer", [[], ["only this"]])
def test_a_list_of_which_nothing_can_be_written_is_an_empty_project(answer: Any) -> None:
    written = written_files(answer)
    assert written.files == {}
    assert written.problem


@pytest.mark.parametrize("answer", ["code", {"file": "a.py"}, 5, None])
def test_what_is_no_list_of_files_is_refused_with_the_reason(answer: Any) -> None:
    with pytest.raises(SolutionError):
        written_files(answer)


def test_the_root_is_the_single_top_folder_unless_it_has_a_dot() -> None:
    assert single_top({"site/manage.py": b"", "site/app/": b""}) == "site"
    assert single_top({"site/manage.py": b"", "README.md": b""}) == "."
    assert single_top({"site.d/manage.py": b""}) == "."
