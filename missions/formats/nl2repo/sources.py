"""Upstream projects of the tasks: a table of pinned source distributions, and where fetched ones are stored."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from missions.errors import MissionError
from missions.formats.nl2repo.sdist import read_sdist
from missions.project_files import write_files

TABLE = Path(__file__).parent / "sources.toml"
LOCKS = Path(__file__).parent / "locks"
UPSTREAM = "upstream"
"""Folder of a task's store with the unpacked upstream project."""

LOCK = "requirements.lock"
"""File of a task's store that replaces the lock of this package."""

SECONDS = 600.0
"""Seconds that one download may take."""


class SourceDistribution(BaseModel):
    """One line of the table: the source distribution that a task's tests come from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    version: str
    sha256: str
    category: str = ""


@cache
def source_distributions() -> Mapping[str, SourceDistribution]:
    """Return the table by task."""
    return TypeAdapter(dict[str, SourceDistribution]).validate_python(tomllib.loads(TABLE.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class TaskStore:
    """Folder of a task below ``$PROJECTEVAL_HOME/nl2repo``: its upstream project, and a lock file of the user's own."""

    task: str

    @property
    def folder(self) -> Path:
        chosen = os.environ.get("PROJECTEVAL_HOME")
        home = Path(chosen) if chosen else Path.home() / ".cache" / "projecteval"
        return home / "nl2repo" / self.task

    @property
    def upstream(self) -> Path:
        return self.folder / UPSTREAM

    @property
    def lock(self) -> Path | None:
        """The lock file of the task's environment; None when there is none."""
        for path in (self.folder / LOCK, LOCKS / f"{self.task}.lock"):
            if path.is_file():
                return path
        return None


def missing_tests_reason(task: str, catalog: str) -> str:
    """Return why the tests of a task are not here and what to do; empty when they are."""
    store = TaskStore(task)
    if not store.upstream.is_dir():
        if task in source_distributions():
            return f"its tests are not here; run: projecteval missions fetch-tests {catalog} --select {task}"
        return (
            "no source distribution with its tests is known; put the upstream project into "
            f"{store.upstream} and its packages into {store.folder / LOCK}"
        )
    if store.lock is None:
        return f"no lock file of its packages; write {store.folder / LOCK} with pip-compile --generate-hashes"
    return ""


def fetch(task: str) -> Path:
    """Download the source distribution of `task`, check it and store its files; return their folder.

    Raises `MissionError` for a task that the table does not have, a failed download, or an archive that is refused.
    """
    if task not in source_distributions():
        raise MissionError(f"{task}: {missing_tests_reason(task, '')}")
    source, store = source_distributions()[task], TaskStore(task)
    store.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=store.folder, prefix=".fetching-") as temporary:
        archive = _downloaded(source, Path(temporary))
        unpacked = Path(temporary) / UPSTREAM
        unpacked.mkdir()
        write_files(read_sdist(archive), unpacked)
        shutil.rmtree(store.upstream, ignore_errors=True)
        unpacked.rename(store.upstream)
    return store.upstream


def _downloaded(source: SourceDistribution, folder: Path) -> Path:
    """Return the archive that pip downloads; its digest is checked before any code of it is executed."""
    wanted = folder / "requirements.txt"
    wanted.write_text(f"{source.name}=={source.version} --hash=sha256:{source.sha256}\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download")
    options = ("--no-deps", "--no-binary", source.name, "--require-hashes", "--dest", str(folder / "files"))
    try:
        done = subprocess.run((*pip, *options, "-r", str(wanted)), capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise MissionError(f"{source.name}=={source.version}: the download took longer than {SECONDS:g} s") from None
    if done.returncode:
        last = "\n".join((done.stderr or done.stdout).strip().splitlines()[-5:])
        raise MissionError(f"{source.name}=={source.version} cannot be downloaded:\n{last}")
    found = [path for path in (folder / "files").iterdir() if _digest(path) == source.sha256]
    if len(found) != 1:
        raise MissionError(f"{source.name}=={source.version}: pip downloaded no file with the digest {source.sha256}")
    return found[0]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
