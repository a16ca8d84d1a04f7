"""Rules by path: files that stay whole, and files that are not part of a skeleton.

Files that a framework reads by name and that connect a project's parts (settings, routes, migrations, packages) stay:
they are the frame that an agent completes.
"""

from pathlib import PurePosixPath

_WHOLE_NAMES = {
    "manage.py": "the project's command line",
    "settings.py": "settings",
    **dict.fromkeys(("wsgi.py", "asgi.py"), "a server's entry point"),
    "urls.py": "routes",
    "apps.py": "settings of an app",
    "__init__.py": "a package",
    "setup.py": "installation of the project",
    "conftest.py": "test settings",
}
_WHOLE_FOLDERS = {"migrations": "a migration", "settings": "settings"}

_TOOL_FOLDERS = frozenset(
    "__pycache__ .git .hg .svn .venv venv node_modules .mypy_cache .pytest_cache .ruff_cache".split()  # noqa: SIM905
)
_COMPILED = frozenset({".pyc", ".pyo", ".pyd", ".so", ".dll", ".dylib", ".exe", ".class", ".o", ".a", ".whl", ".jar"})

SMALL = 1024
"""Characters up to which a stylesheet or a script may stay whole."""


def why_whole(path: str) -> str | None:
    """Return why the file at `path` (with forward slashes) stays whole; None where it does not."""
    place = PurePosixPath(path)
    if place.suffix != ".py":
        return None
    return _WHOLE_NAMES.get(place.name) or _WHOLE_FOLDERS.get(place.parent.name)


def why_left_out(path: str) -> str | None:
    """Return why the file at `path` is not part of a skeleton; None where it is."""
    place = PurePosixPath(path)
    for folder in place.parts[:-1]:
        if folder in _TOOL_FOLDERS:
            return f"the folder {folder} is created by tools"
    return "it is compiled code" if place.suffix.lower() in _COMPILED else None
