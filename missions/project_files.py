"""Artifacts of an attempt, and files of projects, read and written within limits; every name is untrusted.

Files are stored under names on which no program of the host acts. Version control, shells and editors read files of
certain names in the current folder and execute their content: ``.git/config``, hooks, ``.envrc``, ``.vscode``; a
folder with ``HEAD`` is a bare repository. A model may write them. In a path component that has such a name, or
begins with ``%``, the first character is stored as ``%``, its number in hexadecimal and ``_``: ``.git`` as
``%2E_git``. Sandboxes and evaluators get the original names.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path, PurePosixPath

from missions.errors import SolutionError


def natural(text: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a sort key that compares the numbers in a text by their values."""
    parts = filter(None, re.split(r"([0-9]+)", text))
    return tuple((False, int(part), part) if part.isdecimal() else (True, 0, part) for part in parts)


ACTIVE = frozenset({"head", "desktop.ini", "autorun.inf", "_exrc", "_vimrc", "_gvimrc", "_netrc"})
"""Names without a leading dot that programs of the host look for, in lower case."""

SHORT_NAME = re.compile(r"[^.~]{1,6}~\d+(\..{0,3})?")
"""Second name of a file on Windows: ``GIT~1`` is ``.git``."""

ESCAPED = re.compile(r"%([0-9A-F]{2,6})_(.*)", re.DOTALL)


def stored_path(path: str) -> str:
    """Return the path under which a solution's file is stored; a slash at the end remains."""
    return "/".join(map(_stored, path.replace("\\", "/").split("/")))


def original_path(path: str) -> str:
    """Return the path that `stored_path` was given."""
    return "/".join(map(_original, path.split("/")))


def stored(files: Files) -> dict[str, bytes]:
    """Return the files of a solution by the names under which they are stored."""
    return {stored_path(path): content for path, content in files.items()}


def original(files: Files) -> dict[str, bytes]:
    """Return the files of a stored solution by their original names, without folders that are never part of one."""
    by_name = ((original_path(path), content) for path, content in files.items())
    return {path: content for path, content in by_name if LEFT_OUT.isdisjoint(path.split("/")[:-1])}


def has_stored_names(folder: Path) -> bool:
    """Return True when something in `folder` is stored under another name."""
    return any(_original(path.name) != path.name for path in folder.rglob("%*"))


def restore(folder: Path, target: Path) -> None:
    """Copy the stored files of `folder` to `target` by their original names. Raises `SolutionError`."""
    for path in sorted(folder.rglob("*")):
        copy = target / safe_path(original_path(path.relative_to(folder).as_posix()))
        if path.is_dir() and not path.is_symlink():
            copy.mkdir(parents=True, exist_ok=True)
        else:
            shutil.copy2(path, copy, follow_symlinks=False)


def _stored(name: str) -> str:
    if name in ("", ".", "..") or not (name.startswith("%") or is_active(name)):
        return name
    return f"%{ord(name[0]):02X}_{name[1:]}"


def _original(name: str) -> str:
    """Return the name that is stored as `name`; one that is not a stored name remains."""
    match = ESCAPED.fullmatch(name)
    if match is None or int(match[1], 16) > 0x10FFFF:
        return name
    found = chr(int(match[1], 16)) + match[2]
    return found if _stored(found) == name else name


def is_active(name: str) -> bool:
    """Return True for names that a program of the host may act on, also as other file systems understand them.

    Those ignore case, invisible characters, trailing dots and blanks, and what follows a colon.
    """
    visible = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    plain = visible.partition(":")[0].casefold().rstrip(" .")
    return visible.startswith(".") or plain in ACTIVE or SHORT_NAME.fullmatch(plain) is not None


MAX_FILES = 10_000
MAX_BYTES = 256 << 20
LEFT_OUT = frozenset(
    {".git", "__pycache__", ".venv", "venv", "node_modules", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
)
"""Folders that are never part of a solution when it is read from disk."""

Files = Mapping[str, bytes]
"""The files of a project: relative POSIX path → content. A path that ends with a slash is an empty folder."""


def files_digest(files: Files) -> str:
    """Return a digest of names and content, the same for any order."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogatepass") + content)
    return digest.hexdigest()


def safe_path(path: str) -> PurePosixPath:
    """Return `path` as a relative path inside of the project. Raises `SolutionError`."""
    pure = PurePosixPath(path.replace("\\", "/"))
    parts = pure.parts
    if not parts or pure.is_absolute() or ".." in parts or (len(parts[0]) > 1 and parts[0][1] == ":"):
        raise SolutionError(f"file {path[:200]!r} leads out of the project")
    if not all(map(_can_be_written, parts)) or len(path) > 1000:
        raise SolutionError(f"file {path[:200]!r} has a name that cannot be written")
    return pure


def _can_be_written(name: str) -> bool:
    try:
        return "\0" not in name and len(name.encode()) <= 255
    except UnicodeEncodeError:  # a lone surrogate, or a name on disk that is not UTF-8
        return False


def write_files(files: Files, folder: Path) -> None:
    """Write a project's files below `folder`. Raises `SolutionError` for unsafe or clashing names."""
    if len(files) > MAX_FILES:
        raise SolutionError(f"the solution has {len(files)} files, more than {MAX_FILES}")
    if (size := sum(map(len, files.values()))) > MAX_BYTES:
        raise SolutionError(f"the solution has {size} bytes, more than {MAX_BYTES}")
    for name, content in files.items():
        target = folder / safe_path(name)
        try:
            (target if name.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                target.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise SolutionError(f"file {name!r} clashes with another file of the solution") from error


def laid_over(files: Files, own: Files) -> dict[str, bytes]:
    """Return `files` with `own` in the place of what has their names, is below them, or is no folder where they need
    one: whatever a solution has, all of `own` can be written."""
    folders = {str(folder) for path in own for folder in PurePosixPath(path).parents}

    def gives_way(path: str) -> bool:
        name = PurePosixPath(path)
        is_in_the_way = str(name) in folders and not path.endswith("/")
        return is_in_the_way or any(str(each) in own for each in (name, *name.parents))

    return {**{path: content for path, content in files.items() if not gives_way(path)}, **own}


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the regular files below `folder`, and its empty folders. Raises `SolutionError` when there are too many or
    they are too large."""
    if not folder.is_dir():
        raise SolutionError(f"{folder}: there is no such folder")
    files: dict[str, bytes] = {}
    size = 0
    for path, is_folder in _content(folder):
        size += 0 if is_folder else path.stat().st_size
        if len(files) >= MAX_FILES or size > MAX_BYTES:
            raise SolutionError(f"{folder}: more than {MAX_FILES} files or {MAX_BYTES} bytes")
        name = path.relative_to(folder).as_posix()
        files[f"{name}/" if is_folder else name] = b"" if is_folder else path.read_bytes()
    return files


def _content(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield regular files (False) and empty folders (True)."""
    for parent, folders, names in os.walk(folder, followlinks=False):
        if not folders and not names and Path(parent) != folder:
            yield Path(parent), True
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted(names):
            path = Path(parent) / name
            if stat.S_ISREG(path.lstat().st_mode):
                yield path, False


def single_top(files: Files) -> str:
    """Return the project's root: the single top folder with everything, if its name has no dot, else ``.``."""
    tops = {name.partition("/")[0] for name in files}
    top = tops.pop() if len(tops) == 1 else "."
    return top if "." not in top and all("/" in name for name in files) else "."


class ArtifactKind(StrEnum):
    """Kinds of products that a stage produces and an evaluator needs. The value names its folder in a run."""

    CODE = "code"
    PARAMETERS = "parameters"
    START = "start"
    CHECKLIST = "checklist"
    SKELETON = "skeleton"
    DESIGN = "design"
    ENVIRONMENT = "environment"
    ACCEPTANCE_TESTS = "acceptance-tests"
    UNIT_TESTS = "unit-tests"
    NOTES = "notes"
    """What a strategy noted about answers, for evaluators (`evaluator.evaluators.components.file_notes`)."""
    WORKSPACE = "workspace"
    """Other files that an autonomous agent left in its workspace, for its next stage; removed when the attempt ends."""


Artifacts = Mapping[ArtifactKind, Files]
"""Products by kind. A kind whose product is one value has one file, in the form that agents write."""
