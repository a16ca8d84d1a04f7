"""Console, desktop and batch programs: one Python file is the entry point."""

from __future__ import annotations

import re
from pathlib import Path

from simulators.runtime.start import Start, StartError

USUAL = ("main.py", "__main__.py", "app.py", "cli.py")


def find_start(project: Path, given: Start | None) -> Start:
    """Return ``python main.py`` (or another usual name), otherwise the only Python file that is meant to be run."""
    if given is not None and given.program:
        return given
    root = project if given is None else project / given.root
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
