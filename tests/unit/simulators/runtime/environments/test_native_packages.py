"""Packages of Node.js that are compiled, in a real box; the compiler is a script of a package made for this test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulators.runtime.environments import node_packages
from simulators.runtime.environments.node_packages import CompileError, compile_packages
from simulators.runtime.sandbox.bubblewrap import Bubblewrap

RESULT = "build/Release/node_sqlite3.node"


@pytest.fixture(autouse=True)
def needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Skip where nothing can be compiled; keep compiled files in a folder of this test."""
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    if problem := node_packages.problem("node") or Bubblewrap().problem() or node_packages.lacking_tools():
        pytest.skip(problem)


def _environment(root: Path, script: str, integrity: str = "sha512-one") -> Path:
    package = root / "node_modules" / "sqlite3"
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": "sqlite3", "scripts": {"rebuild": script}}))
    lock = {"packages": {"node_modules/sqlite3": {"integrity": integrity}}}
    (root / "package-lock.json").write_text(json.dumps(lock))
    return root


def test_a_package_is_compiled_once_per_version_and_the_script_writes_in_its_box_only(tmp_path: Path) -> None:
    script = f"mkdir -p build/Release && echo one > {RESULT} && (echo x > {tmp_path}/outside || true)"
    first = _environment(tmp_path / "first", script)
    compile_packages(first)
    assert (first / "node_modules/sqlite3" / RESULT).read_text() == "one\n"
    assert not (tmp_path / "outside").exists()

    second = _environment(tmp_path / "second", "false")
    compile_packages(second)
    assert (second / "node_modules/sqlite3" / RESULT).read_text() == "one\n"


def test_a_package_that_cannot_be_compiled_is_named_with_what_the_compiler_printed(tmp_path: Path) -> None:
    root = _environment(tmp_path / "root", "echo no such header && false")
    with pytest.raises(CompileError, match=r"package sqlite3 cannot be compiled:[\s\S]*no such header"):
        compile_packages(root)
    with pytest.raises(CompileError):
        compile_packages(root)
