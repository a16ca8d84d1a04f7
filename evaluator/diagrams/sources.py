"""Source files of a project folder, parsed."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evaluator.diagrams.errors import DiagramError

_SKIPPED_FOLDERS = frozenset({"__pycache__", "node_modules", "venv", "site-packages", "build", "dist"})
_MAX_FILE_BYTES = 2_000_000  # bytes


@dataclass(frozen=True)
class Source:
    """Parsed file: path below the project folder with forward slashes, dotted name, syntax tree."""

    path: str
    name: str
    tree: ast.Module


def read_sources(folder: Path) -> tuple[Source, ...]:
    """Return the parsed ``.py`` files below `folder`, ordered by path; symbolic links and hidden folders are skipped.

    Raises `DiagramError` for a missing folder and for a file that is too large, not UTF-8 or not valid Python.
    """
    if not folder.is_dir():
        raise DiagramError(f"{folder}: not a folder; name the folder that holds the project's source")
    paths = sorted(path.relative_to(folder).as_posix() for path in _python_files(folder))
    return tuple(Source(path, module_name(path), _parsed(folder, path)) for path in paths)


def module_name(path: str) -> str:
    """Return the dotted name of the module at `path`; a package is named after its folder."""
    parts = path.removesuffix(".py").split("/")
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def _python_files(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _SKIPPED_FOLDERS]
        paths = (Path(root) / name for name in files if name.endswith(".py"))
        yield from (path for path in paths if path.is_file() and not path.is_symlink())


def _parsed(folder: Path, path: str) -> ast.Module:
    file = folder / path
    if file.stat().st_size > _MAX_FILE_BYTES:
        raise DiagramError(f"{path}: larger than {_MAX_FILE_BYTES} bytes; diagrams are derived from smaller files")
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise DiagramError(f"{path}, line {error.lineno}: not valid Python: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise DiagramError(f"{path}: cannot be parsed: {error}") from error
