"""Visible parts of the machine in a box."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.runtime.sandbox import BoxSpec, Environment, SandboxError
from simulators.runtime.sandbox.bubblewrap import file_system, interpreters


def environment_on(python: Path, root: Path) -> Environment:
    """Write a virtual environment at `root` whose interpreter is `python`."""
    python.parent.mkdir(parents=True)
    python.touch()
    (root / "bin").mkdir(parents=True)
    (root / "bin" / "python").symlink_to(python)
    (root / "pyvenv.cfg").write_text(f"home = {python.parent}\n")
    return Environment("test", root)


def test_the_folder_of_the_interpreter_is_shown(tmp_path: Path) -> None:
    environment = environment_on(tmp_path / "python-3.11" / "bin" / "python3", tmp_path / "environment")
    assert interpreters(environment) == [tmp_path / "python-3.11"]


def test_an_interpreter_that_would_show_a_home_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    environment = environment_on(tmp_path / "ada" / "bin" / "python3", tmp_path / "environment")
    with pytest.raises(SandboxError, match="would be visible"):
        interpreters(environment)


def test_what_is_hidden_is_covered_and_an_environment_inside_of_it_shown_again(tmp_path: Path) -> None:
    prefix = tmp_path / "python"
    environment = environment_on(prefix / "bin" / "python3", prefix / "secret" / "environment")
    arguments = file_system(BoxSpec(tmp_path, environment), [], [prefix / "secret"])
    bound = [at for at, word in enumerate(arguments) if word == str(environment.root)]
    covered = arguments.index(str(prefix / "secret"), arguments.index("--tmpfs", arguments.index(str(prefix))))
    assert bound[-1] > covered
    assert arguments[-6:-4] == ["--remount-ro", str(prefix / "secret")]
