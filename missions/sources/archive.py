"""Files of a source distribution, read within bounds: regular files below one top folder, no links, no other paths."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from missions.errors import MissionError, SolutionError
from missions.project_files import MAX_BYTES, MAX_FILES, safe_path

NAMES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip")
"""Endings of the archives that can be read."""


def read_archive(path: Path) -> dict[str, bytes]:
    """Return the files of a source distribution without its top folder. Raises `MissionError` naming what is wrong."""
    files: dict[str, bytes] = {}
    size = 0
    try:
        for name, content in _members(path):
            size += len(content)
            if len(files) >= MAX_FILES or size > MAX_BYTES:
                raise MissionError(f"{path.name}: more than {MAX_FILES} files or {MAX_BYTES} bytes")
            files[_below_top(path, name)] = content
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, SolutionError) as error:
        raise MissionError(f"{path.name}: cannot be read as a source distribution: {error}") from error
    if not files:
        raise MissionError(f"{path.name}: the archive holds no file")
    return files


def _below_top(path: Path, name: str) -> str:
    _top, *rest = safe_path(name).parts
    if not rest or PurePosixPath(name).is_absolute():
        raise MissionError(f"{path.name}: {name!r} is not below the top folder of a source distribution")
    return "/".join(rest)


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    return _of_zip(path) if path.name.endswith(".zip") else _of_tar(path)


def _of_tar(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the regular files of a tar archive; `tarfile` never writes any of them to disk."""
    with tarfile.open(path) as archive:
        left = MAX_BYTES
        for member in archive:
            if member.isdir():
                continue
            if not member.isreg():
                raise MissionError(f"{path.name}: {member.name!r} is a link or a device; only files are allowed")
            left -= member.size
            content = archive.extractfile(member)
            if left < 0 or content is None:
                raise MissionError(f"{path.name}: more than {MAX_BYTES} bytes")
            yield member.name, content.read(member.size)


def _of_zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        left = MAX_BYTES
        for member in archive.infolist():
            if member.is_dir():
                continue
            if (member.external_attr >> 16) & 0o170000 == 0o120000:
                raise MissionError(f"{path.name}: {member.filename!r} is a link; only files are allowed")
            left -= member.file_size
            if left < 0:
                raise MissionError(f"{path.name}: more than {MAX_BYTES} bytes")
            with archive.open(member) as content:
                yield member.filename, content.read(member.file_size)
