"""Store of published projects: ``$PROJECTEVAL_HOME/sdists/NAME-VERSION/`` and ``…/repositories/OWNER-NAME-COMMIT/``.

Each folder is complete or absent.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from missions.errors import MissionError
from missions.project_files import read_files, write_files
from missions.sources.archive import NAMES, read_archive
from missions.sources.repository import GitCommit
from simulators.data_files import home

SECONDS = 600.0
"""Longest time that one download may take."""

BUILD_CONSTRAINTS = "setuptools<81"
"""Versions of what builds a release: older ones import pkg_resources, which later versions of setuptools lack."""


@dataclass(frozen=True)
class SourceDistribution:
    """A release on the package index. `sha256` is the digest of its archive; empty where it is not pinned."""

    package: str
    version: str
    sha256: str = ""

    @property
    def name(self) -> str:
        return f"{self.package}-{self.version}"

    @property
    def folder(self) -> Path:
        """Folder that holds its files once it has been fetched."""
        return home() / "sdists" / self.name

    def download(self, temporary: Path) -> dict[str, bytes]:
        """Return the files of the archive that pip downloads. Raises `MissionError`.

        pip asks the project's build program for metadata, so that code of the release is executed as this user: pin
        its digest.
        """
        archive = _downloaded(self, temporary / "download")
        _check_digest(self, archive)
        return read_archive(archive)


Source = SourceDistribution | GitCommit
"""Where the files of a published project come from."""


@runtime_checkable
class PublishedReferences(Protocol):
    """A catalog whose reference projects are published elsewhere."""

    def release(self, mission_id: str) -> Source:
        """Return the project that is the mission's reference. Raises `MissionError` where there is none."""
        ...


@runtime_checkable
class LockedMissions(Protocol):
    """A catalog whose missions have lock files that can be made again."""

    def write_lock(self, mission_id: str, folder: Path | None) -> Path:
        """Make the lock file of a mission, in `folder` or among the user's own, and return its path.

        Raises `MissionError` or `EnvironmentNotReady` with the reason.
        """
        ...


def stored_files(source: Source) -> dict[str, bytes] | None:
    """Return the files of a fetched project; None where it has not been fetched."""
    return read_files(source.folder) if source.folder.is_dir() else None


def fetch(source: Source) -> Path:
    """Download a project unless it is stored, and return its folder.

    Raises `MissionError` with the message of pip or git, or with what is wrong with the files.
    """
    if source.folder.is_dir():
        return source.folder
    source.folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=source.folder.parent, prefix=".fetching-") as temporary:
        files = source.download(Path(temporary))
        _store(files, Path(temporary) / "files", source.folder)
    return source.folder


def _downloaded(sdist: SourceDistribution, folder: Path) -> Path:
    """Return the archive that pip downloads; a pinned digest is checked by pip before any code of it is executed."""
    requirement = f"{sdist.package}=={sdist.version}"
    wanted = folder.with_name("requirements.txt")
    wanted.write_text(requirement + (f" --hash=sha256:{sdist.sha256}" if sdist.sha256 else ""), encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input")
    options = ("--use-pep517", "--no-deps", "--no-binary", sdist.package, "--dest", str(folder), "-r", str(wanted))
    command = (*pip, *options)  # what builds it may come from wheels
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS, env=_with_constraints(folder)
        )
    except subprocess.TimeoutExpired as error:
        raise MissionError(f"{requirement}: pip did not finish within {SECONDS:g} s; try again") from error
    if done.returncode:
        words = (done.stderr or done.stdout).strip()[-1500:]
        raise MissionError(f"{requirement}: pip cannot download its source distribution:\n{words}")
    found = [path for path in folder.iterdir() if path.name.endswith(NAMES)]
    if len(found) != 1:
        raise MissionError(f"{requirement}: pip downloaded {len(found)} archives instead of one")
    return found[0]


def _with_constraints(folder: Path) -> dict[str, str]:
    """Return variables that bind the build environments of pip to `BUILD_CONSTRAINTS`."""
    file = folder.with_name("build-constraints.txt")
    file.write_text(f"{BUILD_CONSTRAINTS}\n", encoding="utf-8")
    return {**os.environ, "PIP_CONSTRAINT": str(file), "PIP_BUILD_CONSTRAINT": str(file)}  # until and since pip 25.3


def _check_digest(sdist: SourceDistribution, archive: Path) -> None:
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if sdist.sha256 and digest != sdist.sha256:
        raise MissionError(f"{archive.name}: its digest is {digest}, not the pinned {sdist.sha256}")


def _store(files: Mapping[str, bytes], temporary: Path, folder: Path) -> None:
    temporary.mkdir()
    write_files(files, temporary)
    try:
        temporary.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another process has stored it meanwhile
            raise
        shutil.rmtree(temporary)
