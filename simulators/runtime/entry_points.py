"""Stacks (kinds of projects), and how each is started by default: its entry points."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from simulators.data_files import DataError, DataLimits, read_json_value
from simulators.setting import NODE, Start, StartError, environments_of

STARTER = ("python", "-m", "projecteval_django")
"""Helper module of the environment: runs the steps of manage.py, then serves on the given port."""


def find_django_start(project: Path, start: Start | None) -> Start:
    """Return how to start the site; the top-most ``manage.py`` is the entry point."""
    if start is not None and start.program and "runserver" not in start.program:
        return start
    root = _folder_of_manage(project) if start is None or start.root == "." else start.root
    if not (project / root / "manage.py").is_file():
        raise StartError(f"there is no manage.py in {root}: nothing to start")
    return Start(root=root, program=(*STARTER, "{port}"))


def _folder_of_manage(project: Path) -> str:
    found = sorted(
        (path for path in project.rglob("manage.py") if path.is_file() and not path.is_symlink()),
        key=lambda path: (len(path.parts), str(path)),
    )
    if not found:
        raise StartError("there is no manage.py: nothing to start")
    return str(found[0].parent.relative_to(project))


USUAL = ("main.py", "__main__.py", "app.py", "cli.py")


def find_script_start(project: Path, start: Start | None) -> Start:
    """Return ``python main.py`` (or another usual name), otherwise the only Python file that is meant to be run."""
    if start is not None and start.program:
        return start
    root = project if start is None else project / start.root
    while not list(root.glob("*.py")) and len(children := _folders(root)) == 1:
        root = children[0]
    return Start(root=str(root.relative_to(project)), program=("python", _entry(root)))


def _folders(root: Path) -> list[Path]:
    return [path for path in root.iterdir() if path.is_dir() and not path.is_symlink()]


def _entry(root: Path) -> str:
    for name in USUAL:
        if (root / name).is_file():
            return name
    scripts = sorted(path for path in root.glob("*.py") if path.is_file() and not path.is_symlink())
    meant = [path for path in scripts if _is_meant_to_be_run(path)]
    if len(meant or scripts) == 1:
        return (meant or scripts)[0].name
    if not scripts:
        raise StartError("there is no Python file: nothing to start")
    raise StartError(f"no entry point: none of {', '.join(p.name for p in scripts[:10])} is clearly the one to start")


def _is_meant_to_be_run(path: Path) -> bool:
    content = path.read_text(encoding="utf-8", errors="replace")
    return bool(re.search(r"^if\s+__name__\s*==\s*['\"]__main__['\"]", content, re.MULTILINE))


PYTHON_NAMES = ("app.py", "main.py", "server.py", "run.py")
NODE_NAMES = ("server.js", "server.mjs", "server.cjs", "app.js", "index.js", "index.mjs")
STATIC_FOLDERS = (".", "public", "dist", "build", "site", "www")
STATIC = ("python", "-m", "projecteval_static")
"""Helper module of the environment: serves the files of a folder on the given port."""

NODE_PROGRAMS = frozenset({NODE, "npm", "npx"})
"""Programs that need the environment of Node.js, whether they serve or only build the pages."""

PACKAGE = "package.json"
MAX_PACKAGE_BYTES = 1 << 20


def find_website_start(project: Path, start: Start | None) -> Start:
    """Return the commands that start the site: those of `start`, otherwise those of the first entry point found, behind
    the commands of `start` that prepare it. Django has steps of its own in their place.

    Looked for in this order: ``manage.py``, a Python file with a usual name, ``package.json`` or a JavaScript file
    with a usual name, ``index.html``.
    """
    if start is not None and start.program and "runserver" not in start.program:
        return start
    if start is not None and start.program:
        return find_django_start(project, start)
    root = "." if start is None else start.root
    if found := _django(project, root):
        return found
    for find in (_python, _node, _static):
        if found := find(project, root):
            return _prepared(found, start)
    raise StartError(
        f"nothing to start in {root}: there is no manage.py, {', '.join(PYTHON_NAMES)}, {PACKAGE} with a start script, "
        f"{', '.join(NODE_NAMES)} or index.html; name the program in [start] of parameters.toml"
    )


def find_files(project: Path, start: Start | None) -> Start:
    """Return how a site of files only is served: from the folder of its ``index.html``."""
    root = "." if start is None else start.root
    if start is not None and start.program:
        raise StartError("a site of files only is served by the evaluator; leave out program in [start]")
    if found := _static(project, root):
        return _prepared(found, start)
    raise StartError(f"there is no index.html in {root} or its folders {', '.join(STATIC_FOLDERS[1:])}")


def _prepared(found: Start, start: Start | None) -> Start:
    """Return `found` with the commands of `start` that prepare it."""
    return found if start is None else replace(found, prepare=start.prepare)


def _django(project: Path, root: str) -> Start | None:
    if (project / root / "manage.py").is_file():
        return Start(root, program=(*STARTER, "{port}"))
    return None


def _python(project: Path, root: str) -> Start | None:
    name = _first(project / root, PYTHON_NAMES)
    return Start(root, program=("python", name)) if name else None


def _node(project: Path, root: str) -> Start | None:
    """Return the start script of ``package.json`` when it is ``node FILE``, otherwise a file with a usual name."""
    words = _start_script(project / root / PACKAGE)
    if words and words[0] == "node":
        return Start(root, program=words)
    name = _first(project / root, NODE_NAMES)
    return Start(root, program=("node", name)) if name else None


def _static(project: Path, root: str) -> Start | None:
    for folder in STATIC_FOLDERS:
        if (project / root / folder / "index.html").is_file():
            return Start(root, program=(*STATIC, "{port}", folder))
    return None


def _first(folder: Path, names: tuple[str, ...]) -> str:
    return next((name for name in names if (folder / name).is_file()), "")


def _start_script(package: Path) -> tuple[str, ...]:
    """Return the words of the start script; empty without one. The file is the project's: it may hold anything."""
    try:
        table = read_json_value(package, DataLimits(MAX_PACKAGE_BYTES))
    except (OSError, DataError):
        return ()
    scripts = table.get("scripts") if isinstance(table, dict) else None
    script = scripts.get("start") if isinstance(scripts, dict) else None
    try:
        return tuple(shlex.split(script)) if isinstance(script, str) else ()
    except ValueError:
        return ()


FINDERS: dict[str, Callable[[Path, Start | None], Start]] = {
    "django": find_django_start,
    "web": find_website_start,
    "static": find_files,
    "console": find_script_start,
    "batch": find_script_start,
    "desktop": find_script_start,
}


def environment_of(stack: str, project: Path, start: Start | None, usual: str) -> str:
    """Return the environment that the solution in `project` runs on."""
    if NODE not in environments_of(stack, usual):
        return usual
    try:
        found = find_start(stack, project, start)
    except StartError:  # reported by the start itself
        return usual
    commands = (*found.prepare, found.program)
    return NODE if any(command and command[0] in NODE_PROGRAMS for command in commands) else usual


def find_start(stack: str, project: Path, start: Start | None) -> Start:
    """Return how to start `project` (a folder). `start` is the agent's answer; the stack completes it.

    Raises `StartError` when no entry point can be found, or when the answer names no folder of the project.
    """
    if start is not None and not _has_folder(project, start.root):
        raise StartError(f"there is no folder {start.root[:MAX_ROOT_CHARS]!r} in the project: nothing to start")
    return FINDERS[stack](project, start)


MAX_ROOT_CHARS = 200


def _has_folder(project: Path, root: str) -> bool:
    """Return True for a folder of the project; a name of the agent's that no path can have is none."""
    try:
        folder = (project / root).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return False
    return folder.is_dir() and folder.is_relative_to(project.resolve())
