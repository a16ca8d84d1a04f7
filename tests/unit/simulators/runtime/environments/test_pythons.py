"""Python versions of environments: named by the lock file, found on the machine, or missing with what to do."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from simulators.runtime.environments import host, lock_files, pythons

OTHERS = [version for version in ("3.9", "3.10", "3.11", "3.12", "3.13") if version != pythons.OWN]


def test_a_lock_names_its_python() -> None:
    assert pythons.declared_version("# python: 3.9\nattrs==1.0\n") == "3.9"
    assert pythons.declared_version(f"# python: {pythons.OWN}\nattrs==1.0\n") == ""
    assert pythons.declared_version("# made with python: 3.9\nattrs==1.0\n") == ""


@pytest.mark.parametrize("version", OTHERS)
def test_what_is_found_has_the_version(version: str) -> None:
    path = pythons.find_python(version)
    if not path:
        pytest.skip(f"no Python {version} on this machine")
    printed = subprocess.run((path, "--version"), capture_output=True, text=True, check=True).stdout
    assert printed.startswith(f"Python {version}.")


def test_a_program_of_that_name_that_is_another_version_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = tmp_path / "python3.99"
    shim.write_text(f'#!/bin/sh\nexec {pythons.base_python()} "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert pythons.find_python("3.99") == ""


def test_a_missing_version_is_said_with_what_to_do(tmp_path: Path) -> None:
    lock = tmp_path / "parser" / "requirements.lock"
    lock.parent.mkdir()
    lock.write_text("# python: 3.99\npytest==9.0.0 --hash=sha256:dd\n")
    with pytest.raises(host.EnvironmentNotReady, match=r"there is no Python 3\.99 .* uv python install 3\.99"):
        host.build(str(lock))
    lock.write_text("# python: 3.8\npytest==8.0.0 --hash=sha256:dd\n")
    with pytest.raises(host.EnvironmentNotReady, match=r"3\.8 is too old"):
        host.build(str(lock))


def test_another_python_is_another_environment(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("pytest==9.0.0 --hash=sha256:dd\n")
    first = host.place(str(lock))
    lock.write_text("# python: 3.9\npytest==9.0.0 --hash=sha256:dd\n")
    assert host.place(str(lock)) != first


def test_only_locks_of_this_machine_may_build_packages_from_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = "# built from source: docopt,sgmllib3k\ndocopt==0.6.2 --hash=sha256:dd\n"
    stranger = tmp_path / "mission" / "requirements.lock"
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    assert lock_files.wheel_options(str(stranger), lock) == ("--only-binary", ":all:")
    own = tmp_path / "home" / "task" / "requirements.lock"
    assert lock_files.wheel_options(str(own), lock)[2:] == ("--no-binary", "docopt,sgmllib3k")
