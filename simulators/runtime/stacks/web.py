"""Websites of any stack: Django, another Python framework, Node.js, or files only, recognized by their entry point."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from simulators.data_files import DataError, DataLimits, read_json_value
from simulators.runtime.stacks import django
from simulators.runtime.start import Start, StartError

PYTHON_NAMES = ("app.py", "main.py", "server.py", "run.py")
NODE_NAMES = ("server.js", "server.mjs", "server.cjs", "app.js", "index.js", "index.mjs")
STATIC_FOLDERS = (".", "public", "dist", "build", "site", "www")
STATIC = ("python", "-m", "projecteval_static")
"""Helper module of the environment: serves files on the given port."""

PACKAGE = "package.json"
MAX_PACKAGE_BYTES = 1 << 20


def find_start(project: Path, given: Start | None) -> Start:
    """Return the commands that start the site: those `given`, otherwise those of the first entry point found.

    Looked for in this order: ``manage.py``, a Python file with a usual name, ``package.json`` or a JavaScript file
    with a usual name, ``index.html``.
    """
    if given is not None and given.program and "runserver" not in given.program:
        return given
    if given is not None and given.program:
        return django.find_start(project, given)
    root = "." if given is None else given.root
    for find in FINDERS:
        if found := find(project, root):
            return found
    raise StartError(
        f"nothing to start in {root}: there is no manage.py, {', '.join(PYTHON_NAMES)}, {PACKAGE} with a start script, "
        f"{', '.join(NODE_NAMES)} or index.html; name the program in [start] of parameters.toml"
    )


def find_files(project: Path, given: Start | None) -> Start:
    """Return how a site of files only is served: from the folder of its ``index.html``."""
    root = "." if given is None else given.root
    if given is not None and given.program:
        raise StartError("a site of files only is served by the evaluator; leave out program in [start]")
    if found := _static(project, root):
        return Start(found.root, () if given is None else given.prepare, found.program)
    raise StartError(f"there is no index.html in {root} or its folders {', '.join(STATIC_FOLDERS[1:])}")


def _django(project: Path, root: str) -> Start | None:
    if (project / root / "manage.py").is_file():
        return Start(root, program=(*django.STARTER, "{port}"))
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
        place = Path(root) / folder
        if (project / place / "index.html").is_file():
            return Start(str(place), program=(*STATIC, "{port}"))
    return None


FINDERS: tuple[Callable[[Path, str], Start | None], ...] = (_django, _python, _node, _static)


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
