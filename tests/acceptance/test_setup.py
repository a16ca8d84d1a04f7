"""``projecteval setup`` and the wheel that it is part of."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.commands import ROOT, projecteval


def test_what_is_there_is_not_installed_again() -> None:
    called = projecteval("setup", "--dry-run")
    assert called.status == 0, called.stderr
    assert "browser: present\n" in called.stdout
    assert called.stdout.splitlines()[-1].startswith("ready: ")


def test_what_is_missing_is_named_with_its_command(tmp_path: Path) -> None:
    called = projecteval("setup", "--dry-run", env={"PATH": str(tmp_path)})
    assert called.status == 0, called.stderr
    (bubblewrap,) = [line for line in called.stdout.splitlines() if line.startswith("bubblewrap: ")]
    assert bubblewrap.endswith("apt-get install -y -qq --no-install-recommends bubblewrap")


def test_desktop_programs_are_an_extra(tmp_path: Path) -> None:
    usual, extra = (
        projecteval("setup", "--dry-run", *more, env={"PATH": str(tmp_path)}) for more in ((), ("--desktop",))
    )
    assert (usual.status, extra.status) == (0, 0), extra.stderr
    assert "Xvfb: " not in usual.stdout
    assert "apt-get install -y -qq --no-install-recommends xvfb" in extra.stdout


@pytest.mark.slow
def test_a_wheel_in_an_empty_environment_runs_a_mission_outside_the_repository(tmp_path: Path) -> None:
    wheel = _wheel(tmp_path)
    python = _environment(tmp_path / "venv", wheel)
    (tmp_path / "empty").mkdir()
    code = "import evaluator, projecteval; print(evaluator.__file__, projecteval.__file__)"
    where = _output(tmp_path / "empty", python, "-c", code)
    assert all(path.startswith(str(tmp_path / "venv")) for path in where.split())
    command = str(python.with_name("projecteval"))
    out = _output(tmp_path / "empty", command, "run", "--agent", "canonical", "--select", "trip-splitter", "--json")
    found = json.loads(out)
    assert (found["runnable"], found["passed"]) == (1, found["total"])
    assert (tmp_path / "empty/runs").is_dir()
    assert _output(tmp_path / "empty", command, "setup", "--dry-run").splitlines()[-1].startswith("ready: ")


def _wheel(tmp_path: Path) -> Path:
    """The wheel of the files that git tracks."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in filter(None, map(os.fsdecode, names)):
        target = tmp_path / "source" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target, follow_symlinks=False)
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path))
    _output(tmp_path / "source", Path(sys.executable), "-m", "pip", "wheel", *options, ".")
    (wheel,) = tmp_path.glob("*.whl")
    return wheel


def _environment(folder: Path, wheel: Path) -> Path:
    """An environment with the wheel; its dependencies are those of the tests' own environment."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    _output(folder, python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel))
    (packages,) = folder.glob("lib/python*/site-packages")
    places = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "dependencies.pth").write_text("\n".join(places))
    return python


def _output(cwd: Path, *command: str | Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=600, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout
