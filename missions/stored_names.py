"""Names under which the files of a solution are stored, so that no program of the host acts on them.

Version control, shells and editors read files of certain names in the current folder and execute their content:
``.git/config``, hooks, ``.envrc``, ``.vscode``; a folder with ``HEAD`` is a bare repository. A model may write them. In
a path component that has such a name, or begins with ``%``, the first character is stored as ``%``, its number in
hexadecimal and ``_``: ``.git`` as ``%2E_git``. Sandboxes and evaluators get the original names.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from pathlib import Path

from missions.project_files import LEFT_OUT, Files, safe_path

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
