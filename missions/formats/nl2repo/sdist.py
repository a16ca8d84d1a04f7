"""Source distributions: archives from a package registry, read as untrusted input."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from missions.errors import MissionError, SolutionError
from missions.project_files import MOST_BYTES, MOST_FILES, safe_path


def read_sdist(archive: Path) -> dict[str, bytes]:
    """Return the files of a ``.tar.gz``, without its single top folder.

    Raises `MissionError` for links, devices, paths that lead out, several top folders, and more than
    `missions.project_files.MOST_FILES` files or `MOST_BYTES` bytes.
    """
    try:
        with tarfile.open(archive, "r:gz") as opened:
            files = dict(_files(archive, opened))
    except (tarfile.TarError, EOFError, OSError) as error:
        raise MissionError(f"{archive}: not a source distribution (tar.gz): {error}") from error
    if not files:
        raise MissionError(f"{archive}: the archive holds no file")
    return files


def _files(archive: Path, opened: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    top, size, number = "", 0, 0
    for member in opened:
        number, size = number + 1, size + member.size
        if number > MOST_FILES or size > MOST_BYTES:
            raise MissionError(f"{archive}: more than {MOST_FILES} files or {MOST_BYTES} bytes")
        path = _checked(archive, member)
        top = top or path.parts[0]
        if path.parts[0] != top:
            raise MissionError(f"{archive}: several folders at the top ({top}, {path.parts[0]})")
        content = opened.extractfile(member) if member.isfile() else None
        if content is not None and len(path.parts) > 1:
            yield "/".join(path.parts[1:]), content.read(member.size)


def _checked(archive: Path, member: tarfile.TarInfo) -> PurePosixPath:
    if not (member.isfile() or member.isdir()):
        raise MissionError(f"{archive}: {member.name[:200]!r} is a link or a device; only files and folders are allowed")
    try:
        return safe_path(member.name)
    except SolutionError as error:
        raise MissionError(f"{archive}: {error}") from error
