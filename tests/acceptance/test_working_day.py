"""What authors and engineers do all day: repeat what failed, select by patterns, remove runs, mistype names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, Called, projecteval


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that starts nothing: its checks are done at once."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "notes.txt").write_text("later")
    (tmp_path / "site" / "parameters.toml").write_text((MISSIONS / "hello-site/canonical/parameters.toml").read_text())
    return tmp_path / "site"


def _check(project: Path, *options: str | Path) -> Called:
    return projecteval(
        *("check", project, "--mission", "hello-site", "--missions", MISSIONS, "--json", *options), cwd=project.parent
    )


def test_patterns_and_what_failed_last_select_testcodes(project: Path) -> None:
    first = _check(project, "--only", "ask*")
    assert list(first.json["missions"]["hello-site"]["testcodes"]) == ["greets", "asks_back"]  # it requires
    again = _check(project, "--last-failed")
    assert "--last-failed: greets, asks_back" in again.stderr
    assert list(again.json["missions"]["hello-site"]["testcodes"]) == ["greets", "asks_back"]
    wrong = _check(project, "--only", "ask_back")
    assert (wrong.status, "did you mean asks_back?" in wrong.stderr) == (2, True)
    assert _check(project, "--only", "zzz*").status == 2


def test_the_last_five_checks_of_a_project_are_kept(project: Path) -> None:
    assert _check(project).status == 0
    runs = project.parent / "runs"
    (first,) = runs.iterdir()
    for number in range(6):
        earlier = shutil.copytree(first, runs / f"2024010{number}-000000-check-site")
        os.utime(earlier / "run.toml", (number, number))
    shutil.copytree(first, runs / "named-by-hand")
    assert _check(project).status == 0
    left = sorted(path.name for path in runs.iterdir())
    assert len([name for name in left if "check-" in name]) == 5
    assert {"named-by-hand", first.name, "20240105-000000-check-site"} <= set(left)
    assert "20240100-000000-check-site" not in left


def test_runs_are_removed_and_pruned_and_nothing_else_is(project: Path) -> None:
    folder = project.parent
    assert _check(project, "--out", folder / "runs/one").status == 0
    for name in ("two", "three"):
        shutil.copytree(folder / "runs/one", folder / "runs" / name)
    (folder / "runs/notes").mkdir()
    refused = projecteval("runs", "remove", folder / "runs/notes", cwd=folder)
    assert (refused.status, "no run folder" in refused.stderr) == (2, True)
    assert projecteval("runs", "remove", folder / "runs/one", cwd=folder).status == 0
    assert projecteval("runs", "prune", "--keep", "1", cwd=folder).status == 0
    assert len(list((folder / "runs").glob("*/run.toml"))) == 1
    assert (folder / "runs/notes").is_dir()


def test_a_run_that_goes_on_is_not_removed(project: Path) -> None:
    run = project.parent / "run"
    assert _check(project, "--out", run).status == 0
    holds = (
        "import fcntl, sys; handle = open(sys.argv[1], 'w'); fcntl.flock(handle, fcntl.LOCK_EX); "
        "print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", holds, str(run / ".in-use")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        refused = projecteval("runs", "remove", run)
        assert (refused.status, "the run goes on" in refused.stderr, run.is_dir()) == (2, True, True)
        holder.communicate("")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("run", "--agent", "canonicl"), "did you mean canonical?"),
        (("run", "--agent", "nop", "--select", "trip-spliter"), "did you mean trip-splitter?"),
        (
            ("run", "--agent", "nop", "--select", "trip-splitter", "--evaluators", "similarty"),
            "did you mean similarity?",
        ),
        (("run", "--agent", "nop", "--benchmark", "projecteval-2052"), "did you mean projecteval-2025?"),
        (("check", ".", "--mission", "trip-spliter"), "did you mean trip-splitter?"),
        (("missions", "verbs", "typs"), "did you mean types?"),
    ],
)
def test_a_mistyped_name_is_recognized(words: tuple[str, ...], meant: str, tmp_path: Path) -> None:
    called = projecteval(*words, cwd=tmp_path)
    assert called.status == 2
    assert meant in called.stderr
    assert list(tmp_path.iterdir()) == []


def test_testcodes_are_checked_before_anything_else_of_a_mission_is_written(tmp_path: Path) -> None:
    folder = shutil.copytree(MISSIONS / "hello-site", tmp_path / "missions" / "hello-site")
    shutil.rmtree(folder / "canonical")
    options = ("missions", "validate", "--missions", tmp_path / "missions", "--trust", "--no-types", "--testcodes-only")
    fine = projecteval(*options)
    assert (fine.status, fine.stdout.strip()) == (0, "1 mission, 0 problems"), fine.stderr
    testcodes = folder / "testcodes.py"
    testcodes.write_text(testcodes.read_text().replace("user.sees_text", "user.sees_txt", 1))
    wrong = projecteval(*options)
    assert wrong.status == 1
    assert "did you mean sees_text?" in wrong.stderr


def test_the_package_is_the_command_line() -> None:
    called = subprocess.run(
        [sys.executable, "-m", "projecteval", "--version"], capture_output=True, text=True, check=True
    )
    assert called.stdout == projecteval("--version").stdout
