"""Public data sets are stored at a pinned commit, checked, and named by what reads them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from missions.errors import MissionError
from missions.project_files import files_digest
from missions.sources import data_sets
from missions.sources.data_sets import RECORD, DataSet, add_data_set, origin_of
from missions.sources.data_sets import data_sets as known

FILES = {"tasks/one.yaml": b"task: 1\n", "tasks/tests/test_one.py": b"def test(): pass\n"}


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the data set ``tiny`` and one file beside it; the table pins its commit."""
    folder = tmp_path / "clone"
    for name, content in {**FILES, "tasks/__pycache__/one.pyc": b"compiled", "paper.pdf": b"large"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    git = ("git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@example.org")
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "x")):
        subprocess.run((*git, *words), check=True)
    commit = subprocess.run((*git, "rev-parse", "HEAD"), check=True, capture_output=True, text=True).stdout.strip()
    table = tmp_path / "data_sets.toml"
    origin = f'repository = "{folder.as_uri()}"\ncommit = "{commit}"'
    table.write_text(f'[tiny]\n{origin}\npaths = ["tasks"]\nsha256 = "{files_digest(FILES)}"\n')
    monkeypatch.setattr(data_sets, "TABLE", table)
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    return folder


@pytest.mark.parametrize("inner", ["", ".git"])
def test_a_data_set_comes_from_a_clone_or_its_git_directory(clone: Path, inner: str) -> None:
    folder = add_data_set("tiny", clone / inner)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {*FILES, RECORD}
    pinned = known()["tiny"]
    assert origin_of(folder) == {"tiny": f"commit {pinned.commit} sha256 {pinned.sha256}"}


def test_a_data_set_comes_from_its_public_repository_without_a_folder(clone: Path) -> None:
    assert (add_data_set("tiny") / "tasks/one.yaml").read_bytes() == FILES["tasks/one.yaml"]


def test_a_changed_data_set_says_so(clone: Path) -> None:
    folder = add_data_set("tiny", clone)
    (folder / "tasks/one.yaml").write_text("task: 2\n")
    assert origin_of(folder)["tiny"].startswith("changed, commit")
    (folder / RECORD).write_text(json.dumps({"name": 1}))
    with pytest.raises(MissionError, match="cannot be read"):
        origin_of(folder)
    assert origin_of(clone) == {}


def test_other_files_than_the_pinned_ones_are_refused(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = DataSet(**{**known()["tiny"].model_dump(), "sha256": "0" * 64})
    monkeypatch.setattr(data_sets, "data_sets", lambda: {"tiny": other})
    with pytest.raises(MissionError, match="not the pinned 000"):
        add_data_set("tiny", clone)
    assert not list((clone.parent / "home" / "data").glob("tiny*"))


def test_an_unknown_name_or_commit_is_named(clone: Path, tmp_path: Path) -> None:
    with pytest.raises(MissionError, match="there are tiny"):
        add_data_set("large", clone)
    with pytest.raises(MissionError, match="there is no such folder"):
        add_data_set("tiny", tmp_path / "nowhere")
    subprocess.run(("git", "init", "--quiet", str(tmp_path / "other")), check=True)
    with pytest.raises(MissionError, match="git ls-tree failed"):
        add_data_set("tiny", tmp_path / "other")
