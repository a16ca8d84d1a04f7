"""Locks of packages of Node.js: what is asked for, and a registry that has only this platform's builds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulators.runtime.environments import lock_files, node_packages
from simulators.runtime.environments.npm_locks import NpmPackages, leave_out_unlocked


def test_packages_of_the_repository_itself_are_not_asked_for() -> None:
    packages = NpmPackages.of("notes", {"vite": "^7.0.0", "@own/util": "workspace:*"}, {"vue": "3.5.0"})
    assert packages.wanted == {"vite": "^7.0.0", "vue": "3.5.0"}
    assert packages.folder != NpmPackages.of("notes", {"vite": "^8.0.0"}).folder


def test_optional_packages_that_were_not_found_are_left_out_of_a_lock(tmp_path: Path) -> None:
    lock = tmp_path / "package-lock.json"
    optional = {"@rollup/linux": "1.0.0", "@rollup/other": "1.0.0"}
    there = {"": {}, "node_modules/rollup": {"optionalDependencies": optional}, "node_modules/@rollup/linux": {}}
    lock.write_text(json.dumps({"packages": there}))
    leave_out_unlocked(lock)
    found = json.loads(lock.read_text())["packages"]["node_modules/rollup"]
    assert found["optionalDependencies"] == {"@rollup/linux": "1.0.0"}


def test_a_lock_beside_one_of_npm_is_an_environment_of_node_without_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path))
    packages = NpmPackages.of("notes", {"vite": "7.0.0"})
    packages.folder.mkdir(parents=True)
    (packages.folder / "packages.lock").write_text("time-machine==3.6.0\n")
    assert b"pytest" in (lock_files.content(packages.environment) or b"")
    for name in node_packages.LOCK_NAMES:
        (packages.folder / name).write_text("{}")
    assert lock_files.content(packages.environment) == b"time-machine==3.6.0\n"
    assert node_packages.folder(packages.environment) == packages.folder
