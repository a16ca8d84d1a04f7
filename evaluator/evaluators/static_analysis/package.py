"""The package that a library has to provide, among the files of a solution."""

from __future__ import annotations

from missions.project_files import Files


def package_modules(files: Files, package: str) -> int:
    """Return the number of Python modules of `package` that are not empty: below its folder, also in ``src/``, or the
    module itself."""
    return sum(
        bool(content.strip())
        for path, content in files.items()
        if path.endswith(".py") and _belongs(path.removeprefix("src/"), package)
    )


def _belongs(path: str, package: str) -> bool:
    return path == f"{package}.py" or path.startswith(f"{package}/")
