"""Which files stay whole, and which are no part of a skeleton: decided by their place in the project.

What stays is what a framework reads by name and what wires a project together (settings, routes, migrations, packages):
it is the frame that an agent fills, not the work asked of it.
"""

from pathlib import PurePosixPath

_WHOLE_NAMES = {
    "manage.py": "the project's command line",
    "settings.py": "settings",
    "wsgi.py": "how a server loads the project",
    "asgi.py": "how a server loads the project",
    "urls.py": "routes",
    "apps.py": "settings of an app",
    "__init__.py": "a package",
    "setup.py": "how the project is installed",
    "conftest.py": "settings of the tests",
}
_WHOLE_FOLDERS = {"migrations": "a migration", "settings": "settings"}

_LEFT_OUT_FOLDERS = frozenset(
    {
        "__pycache__",
        ".git",
        ".hg",
        ".svn",
        ".venv",
        "venv",
        "node_modules",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
    }
)
_COMPILED = frozenset({".pyc", ".pyo", ".pyd", ".so", ".dll", ".dylib", ".exe", ".class", ".o", ".a", ".whl", ".jar"})

#: A stylesheet or a script of this many characters may stay whole: its description would be as long.
SMALL = 1024


def why_whole(path: str) -> str | None:
    """Why the file at ``path`` (with forward slashes) stays whole, or None where it does not."""
    place = PurePosixPath(path)
    if place.suffix != ".py":
        return None
    if place.name in _WHOLE_NAMES:
        return _WHOLE_NAMES[place.name]
    return _WHOLE_FOLDERS.get(place.parent.name)


def why_left_out(path: str) -> str | None:
    """Why the file at ``path`` is no part of a skeleton, or None where it is."""
    place = PurePosixPath(path)
    for folder in place.parts[:-1]:
        if folder in _LEFT_OUT_FOLDERS:
            return f"the folder {folder} is made by tools"
    return "it is compiled code" if place.suffix.lower() in _COMPILED else None
