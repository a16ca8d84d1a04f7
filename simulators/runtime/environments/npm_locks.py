"""Locks of packages of Node.js that a benchmark's projects ask for: chosen by npm once, built like any environment.

A lock is stored in ``$PROJECTEVAL_HOME/npm-locks`` under the digest of what is asked for. No script of a package is
executed on this machine.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from pydantic import BaseModel

from simulators.data_files import home
from simulators.runtime.environments import lock_files, node_packages, shared_folders
from simulators.runtime.environments.host import EnvironmentNotReady
from simulators.setting import NODE

LOCK = (
    "npm",
    "install",
    "--package-lock-only",
    "--force",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
)
ENVIRONMENT = f"packages{lock_files.SUFFIX}"
WORKSPACE = "workspace:"
"""Beginning of a version that means another folder of the repository."""


class AskedPackages(BaseModel):
    """What a ``package.json`` asks for, by package."""

    dependencies: dict[str, str] = {}
    devDependencies: dict[str, str] = {}  # noqa: N815 - npm's name


@dataclass(frozen=True)
class NpmPackages:
    """What a project asks for, by package."""

    project: str
    wanted: Mapping[str, str]

    @classmethod
    def of(cls, project: str, *asked: Mapping[str, str]) -> NpmPackages:
        """Return the packages of `project` that come from the registry."""
        every = {name: version for each in asked for name, version in each.items()}
        return cls(project, {name: each for name, each in sorted(every.items()) if not each.startswith(WORKSPACE)})

    @property
    def folder(self) -> Path:
        """Folder of the lock, written or not."""
        digest = hashlib.sha256(self._manifest().encode()).hexdigest()[:12]
        return home() / "npm-locks" / f"{self.project}-{digest}"

    @property
    def environment(self) -> str:
        """Name of the environment: the path of its lock file."""
        return str(self.folder / ENVIRONMENT)

    @property
    def are_locked(self) -> bool:
        return (self.folder / ENVIRONMENT).is_file()

    def lock(self) -> Path:
        """Write the lock unless it exists and return its folder. Raises `EnvironmentNotReady` with npm's words."""
        with shared_folders.exclusive(self.folder):
            if not self.are_locked:
                self._write()
        return self.folder

    def _write(self) -> None:
        if problem := node_packages.problem(NODE):
            raise EnvironmentNotReady(problem)
        with tempfile.TemporaryDirectory(prefix="projecteval-lock-") as temporary:
            folder = Path(temporary) / "lock"
            folder.mkdir()
            (folder / "package.json").write_text(self._manifest(), encoding="utf-8")
            done = subprocess.run(LOCK, cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                said = (done.stderr or done.stdout).strip()[-1500:]
                raise EnvironmentNotReady(f"npm cannot choose packages of {self.project}: {said}")
            leave_out_unlocked(folder / lock_files.NPM_LOCK)
            shutil.copy(lock_files.LOCKS / f"{NODE}{lock_files.SUFFIX}", folder / ENVIRONMENT)
            shutil.rmtree(self.folder, ignore_errors=True)
            shutil.copytree(folder, self.folder)

    def _manifest(self) -> str:
        """Return the ``package.json`` that npm locks."""
        return json.dumps({"name": "projecteval-locked", "private": True, "dependencies": self.wanted}, indent=1)


def leave_out_unlocked(lock: Path) -> None:
    """Remove optional packages that npm did not find from a lock: ``npm ci`` would refuse it because of them.

    They are builds for other platforms where a registry has those of this one only.
    """
    found = json.loads(lock.read_bytes())
    there = {place.rpartition("node_modules/")[2] for place in found["packages"]}
    for package in found["packages"].values():
        optional = package.get("optionalDependencies", {})
        package["optionalDependencies"] = {name: version for name, version in optional.items() if name in there}
    lock.write_text(json.dumps(found, indent=1), encoding="utf-8")


@runtime_checkable
class AsksForPackages(Protocol):
    """Catalog of projects that name packages without pinning them."""

    def packages(self, mission_id: str) -> NpmPackages:
        """Return what a project asks for."""
        ...
