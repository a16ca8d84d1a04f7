"""Files of a solution have no effect on the host: git in any folder of the run executes none of them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from evaluator.model.generation import Generation, Solution
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import opened_project, read_solution, write_generation
from missions.project_files import write_files

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

CONFIG = b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"touch '%s'; false\"\n"


def _repository(marker: Path) -> dict[str, bytes]:
    """Files of a repository whose configuration writes `marker`."""
    config = CONFIG % os.fsencode(marker)
    return {"HEAD": b"ref: refs/heads/main\n", "config": config, "objects/info/": b"", "refs/heads/": b""}


def _below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{name}": content for name, content in files.items()}


def _places(marker: Path) -> dict[str, dict[str, bytes]]:
    repository = _repository(marker)
    return {
        "the project is a work tree": _below(".git", repository),
        "a folder is a work tree": _below("static/.git", repository),
        "the project is a bare repository": repository,
        "a folder is a bare repository": _below("vendor", repository),
        "a file names the repository": {".git": b"gitdir: hidden\n", **_below("hidden", repository)},
        "a submodule names the repository": {"sub/.git": b"gitdir: ../hidden\n", **_below("hidden", repository)},
    }


@pytest.mark.parametrize("place", _places(Path()))
def test_git_finds_no_repository_in_a_solution(place: str, tmp_path: Path) -> None:
    files = {**_places(tmp_path / "raw-marker")[place], "main.py": b"print()\n"}
    write_files(files, tmp_path / "raw")
    _call_git_everywhere(tmp_path / "raw")
    assert (tmp_path / "raw-marker").exists(), "the attack does not work where nothing is done against it"

    files = {**_places(tmp_path / "marker")[place], "main.py": b"print()\n"}
    paths = AttemptPaths(tmp_path / "run" / "attempts" / "m" / "level-1-direct" / "sample-1")
    record = write_generation(paths, Generation(Solution.of(files)))
    _call_git_everywhere(tmp_path / "run")

    assert not (tmp_path / "marker").exists()
    with opened_project(paths.solution) as project:
        assert {name: (project / name).read_bytes() for name in files if not name.endswith("/")} == {
            name: content for name, content in files.items() if not name.endswith("/")
        }
    assert read_solution(paths, record).files["main.py"] == b"print()\n"


def _call_git_everywhere(folder: Path) -> None:
    for parent, _, _ in os.walk(folder):
        for command in ("status", "diff"):
            subprocess.run(["git", command], cwd=parent, capture_output=True, check=False, timeout=60)
