"""Trust in folders of missions: testcodes are Python code that is imported into the evaluator.

What a user trusts is remembered in ``$PROJECTEVAL_CONFIG`` (default ``~/.config/projecteval``), a file each:

    trusted/<digest>      a folder as it was: the file holds its path; a changed folder is not trusted any more
    own/<digest of path>  a folder that the user writes: it is trusted with every folder below it, whatever changes
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from missions.errors import MissionError
from simulators.data_files import SMALL, DataError, read_json_value

MAX_CODE_FILES = 20_000
MAX_CODE_BYTES = 1 << 30
"""Limits of one folder that is trusted: a digest of it is computed whenever it is used."""

CHUNK_BYTES = 1 << 20


class NotTrusted(MissionError):
    """A folder has code that would be imported, and the user has not said that it may."""


@dataclass(frozen=True)
class CodeFolder:
    """A folder with code to import: all of its files, or those below `parts`."""

    folder: Path
    parts: tuple[str, ...] = ()

    def digest(self) -> str:
        """Return a digest of all names and contents. Raises `NotTrusted` for what cannot be read completely."""
        digest, size = hashlib.sha256(), 0
        for files, path in enumerate(self._files(), 1):
            size += _add(path, path.relative_to(self.folder).as_posix(), digest)
            if files > MAX_CODE_FILES or size > MAX_CODE_BYTES:
                raise NotTrusted(
                    f"{self.folder}: has more than {MAX_CODE_FILES} files or {MAX_CODE_BYTES >> 20} MiB, "
                    "which is too much for a folder of code; move other files out of it"
                )
        return digest.hexdigest()

    def _files(self) -> Iterator[Path]:
        for start in (self.folder / part for part in self.parts) if self.parts else (self.folder,):
            if start.is_dir():
                yield from _files_below(start)
            elif os.path.lexists(start):
                yield start


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield everything but folders, in order. Raises `NotTrusted` for a link to a folder, whose files are elsewhere."""
    for parent, folders, names in os.walk(folder, onerror=_refuse):
        folders.sort()
        for name in sorted((*folders, *names)):
            path = Path(parent, name)
            if path.is_symlink() and path.is_dir():
                raise NotTrusted(f"{path}: is a link to another folder; copy that folder")
            if name not in folders:
                yield path


def _refuse(error: OSError) -> None:
    raise NotTrusted(f"{error.filename}: cannot be read: {error.strerror}") from error


def _add(path: Path, name: str, digest: hashlib._Hash) -> int:
    """Add a file to `digest`; return its size."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NotTrusted(f"{path}: is no regular file; remove it")
            content, size = hashlib.sha256(), 0
            while (chunk := file.read(CHUNK_BYTES)) and size <= MAX_CODE_BYTES:
                content.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise NotTrusted(f"{path}: cannot be read: {error.strerror}") from error
    digest.update(f"{name}\0{size}\0{content.hexdigest()}\0".encode("utf-8", "surrogateescape"))
    return size


@dataclass(frozen=True)
class TrustEntry:
    """One decision of the user: a folder as it was (with its digest), or a folder of the user's own (without)."""

    folder: Path
    digest: str = ""


@dataclass(frozen=True)
class TrustStore:
    """What the user trusts, below `place`."""

    place: Path

    def trusts(self, code: CodeFolder) -> bool:
        """Return True for a folder below one of the user's own, and for one that is as it was when it was trusted."""
        return self._is_own(code.folder) or (self._by_digest / code.digest()).is_file()

    def add(self, code: CodeFolder) -> None:
        """Trust a folder as it is now. Raises `MissionError` when that cannot be remembered."""
        self._write(self._by_digest / code.digest(), {"folder": str(code.folder.resolve())})

    def add_own(self, folder: Path) -> None:
        """Trust a folder that the user writes, and every folder below it, whatever changes.

        Raises `MissionError` when that cannot be remembered.
        """
        folder = folder.resolve()
        content = {"folder": str(folder), "inode": folder.stat().st_ino}
        self._write(self._own / hashlib.sha256(os.fsencode(folder)).hexdigest(), content)

    def entries(self) -> Iterator[TrustEntry]:
        """Yield all decisions, in the order of their folders; a file that is none is left out."""
        found = [(path, content) for path in self._files() if (content := _content(path))]
        for path, content in sorted(found, key=lambda each: str(each[1]["folder"])):
            yield TrustEntry(Path(str(content["folder"])), path.name if path.parent == self._by_digest else "")

    def remove(self, folder: Path) -> int:
        """Forget every decision about `folder` and the folders below it; return their number."""
        removed = 0
        for path in list(self._files()):
            content = _content(path)
            if content and Path(str(content["folder"])).is_relative_to(folder.resolve()):
                path.unlink(missing_ok=True)
                removed += 1
        return removed

    def was_trusted(self, folder: Path) -> bool:
        """Return True when `folder` was trusted with another content."""
        return any(entry.digest and entry.folder == folder.resolve() for entry in self.entries())

    @property
    def _by_digest(self) -> Path:
        return self.place / "trusted"

    @property
    def _own(self) -> Path:
        return self.place / "own"

    def _files(self) -> Iterator[Path]:
        for folder in (self._by_digest, self._own):
            yield from folder.glob("[0-9a-f]*") if folder.is_dir() else ()

    def _is_own(self, folder: Path) -> bool:
        """Return True when `folder` or one above it is the very folder that the user declared as own."""
        resolved = folder.resolve()
        for each in (resolved, *resolved.parents):
            content = _content(self._own / hashlib.sha256(os.fsencode(each)).hexdigest())
            if content and content["folder"] == str(each) and content.get("inode") == each.stat().st_ino:
                return True
        return False

    def _write(self, path: Path, content: object) -> None:
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(content), encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            raise MissionError(
                f"{path}: cannot be written ({error.strerror}), so trust cannot be remembered; "
                "set PROJECTEVAL_CONFIG to a folder that can be written"
            ) from error


def _content(path: Path) -> dict[str, object] | None:
    """Return what a file of the store says; None where there is none, or another file."""
    try:
        found = read_json_value(path, SMALL)
    except (OSError, DataError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("folder"), str) else None


def user_store() -> TrustStore:
    """Return what this user trusts: ``$PROJECTEVAL_CONFIG``, by default ``~/.config/projecteval``."""
    chosen = os.environ.get("PROJECTEVAL_CONFIG")
    return TrustStore(Path(chosen) if chosen else Path.home() / ".config" / "projecteval")


def untrusted(codes: Iterable[CodeFolder]) -> list[CodeFolder]:
    """Return those of `codes` that the user does not trust."""
    store = user_store()
    return [code for code in codes if not store.trusts(code)]


def require_trust(code: CodeFolder) -> None:
    """Raise `NotTrusted` unless the user trusts the folder as it is now."""
    store = user_store()
    if store.trusts(code):
        return
    changed = "has changed since you trusted it" if store.was_trusted(code.folder) else "is not trusted"
    raise NotTrusted(
        f"{code.folder}: {changed}: its testcodes are Python code, which would run on this machine without a "
        "sandbox. Nothing of it was executed. Read them, then add --trust, or call: "
        f"projecteval trust {code.folder}"
    )
