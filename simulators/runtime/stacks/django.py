"""Django: ``makemigrations``, ``migrate``, ``runserver``, in one Python that imports Django once."""

from __future__ import annotations

from pathlib import Path

from simulators.runtime.start import Start, StartError

STARTER = ("python", "-m", "projecteval_django")
"""Helper module of the environment: runs the steps of manage.py, then serves on the given port."""


def find_start(project: Path, given: Start | None) -> Start:
    """Return how to start the site; the top-most ``manage.py`` is the entry point."""
    if given is not None and given.program and "runserver" not in given.program:
        return given
    root = _folder_of_manage(project) if given is None or given.root == "." else given.root
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
