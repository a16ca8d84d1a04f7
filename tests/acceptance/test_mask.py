"""``projecteval mask`` on a folder."""

import shutil
from pathlib import Path

from tests.support.commands import ROOT, projecteval

PROJECT = ROOT / "canonical" / "cinema-box-office" / "project"


def test_a_folder_becomes_a_skeleton_that_compiles(tmp_path: Path) -> None:
    called = projecteval("mask", PROJECT, "--out", tmp_path / "skeleton", "--json")
    assert called.status == 0, called.stderr
    assert called.json["files"]["main.py"]["outcome"] == "masked"
    for path in (tmp_path / "skeleton").rglob("*.py"):
        compile(path.read_text(), str(path), "exec")


def test_what_cannot_be_masked_is_said(tmp_path: Path) -> None:
    project = Path(shutil.copytree(PROJECT, tmp_path / "project"))
    (project / "broken.py").write_text("def f(:\n")
    called = projecteval("mask", project, "--out", tmp_path / "skeleton", "--json")
    assert called.status == 0, called.stderr
    assert called.json["files"]["broken.py"]["outcome"] == "broken"
    assert "broken.py" not in [name for name, file in called.json["files"].items() if not file["reason"]]


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    called = projecteval("mask", PROJECT, "--out", tmp_path)
    assert (called.status, called.stdout) == (2, "")
    assert "Traceback" not in called.stderr
