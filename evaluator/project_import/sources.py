"""Files of a project: of a folder, of a release on the package index, of a commit of a local git repository."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from missions.errors import MissionError
from missions.project_files import MAX_BYTES, MAX_FILES, read_files
from missions.sources import SourceDistribution, fetch

RELEASE = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==([A-Za-z0-9][A-Za-z0-9.!+_-]*)")
GIT_SECONDS = 300.0


def source_files(source: str) -> dict[str, bytes]:
    """Return the files of ``FOLDER``, ``NAME==VERSION`` or ``REPOSITORY@COMMIT``. Raises `MissionError`."""
    if release := RELEASE.fullmatch(source):
        return read_files(fetch(SourceDistribution(release[1], release[2])))
    if Path(source).is_dir():
        return read_files(Path(source))
    repository, separator, commit = source.rpartition("@")
    if separator and Path(repository).is_dir():
        return dict(_files_at(Path(repository), commit))
    raise MissionError(
        f"{source}: there is no such folder; write FOLDER, NAME==VERSION (a release on the package index), or "
        "REPOSITORY@COMMIT (a local git repository)"
    )


def _files_at(repository: Path, commit: str) -> Iterator[tuple[str, bytes]]:
    """Yield the regular files of a commit as they are stored: no filter of the repository is executed."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._/-]*", commit):
        raise MissionError(f"{commit!r} names no commit: write its digest, a tag or a branch")
    listed = _git(repository, "ls-tree", "-r", "-z", "--full-tree", "-l", f"{commit}^{{commit}}")
    entries = [_entry(line) for line in listed.decode("utf-8", "replace").split("\0") if line]
    regular = [(digest, size, path) for mode, digest, size, path in entries if mode in ("100644", "100755")]
    if len(regular) > MAX_FILES or sum(size for _, size, _ in regular) > MAX_BYTES:
        raise MissionError(f"{repository}@{commit}: more than {MAX_FILES} files or {MAX_BYTES} bytes")
    content = _git(repository, "cat-file", "--batch", given="".join(f"{digest}\n" for digest, _, _ in regular).encode())
    at = 0
    for _, size, path in regular:
        at = content.index(b"\n", at) + 1
        yield path, content[at : at + size]
        at += size + 1


def _entry(line: str) -> tuple[str, str, int, str]:
    head, _, path = line.partition("\t")
    mode, _, digest, size = head.split()
    return mode, digest, int(size) if size.isdecimal() else 0, path


def _git(repository: Path, *words: str, given: bytes = b"") -> bytes:
    command = ("git", "-C", str(repository), "-c", "core.fsmonitor=false", *words)
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=GIT_SECONDS)
    except FileNotFoundError:
        raise MissionError("git is not installed; install it, or give the folder of the project") from None
    except subprocess.TimeoutExpired:
        raise MissionError(f"{repository}: git did not finish within {GIT_SECONDS:g} s") from None
    if done.returncode:
        raise MissionError(f"{repository}: git {words[0]}: {done.stderr.decode('utf-8', 'replace').strip()[-500:]}")
    return done.stdout
