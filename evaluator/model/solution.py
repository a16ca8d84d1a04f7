"""A solution: files, parameter values, how to start it, and what was produced on the way."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath

import tomli_w

from evaluator.model.errors import SolutionError
from missions.mission import Checklist
from simulators.runtime.start import Start

MOST_FILES = 10_000
MOST_BYTES = 256 << 20
LEFT_OUT = frozenset(
    {".git", "__pycache__", ".venv", "venv", "node_modules", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
)
"""Folders that are never part of a solution when it is read from disk."""

Files = Mapping[str, bytes]
"""The files of a project: relative POSIX path → content. A path that ends with a slash is an empty folder."""


@dataclass(frozen=True)
class Solution:
    """What an agent built. `parameters` are answers by parameter key, as given, not yet checked."""

    files: Files
    parameters: Mapping[str, str] = field(default_factory=dict)
    start: Start | None = None
    checklist: Checklist | None = None
    skeleton: Files | None = None


def safe_path(path: str) -> PurePosixPath:
    """`path` as a relative path that stays inside the project. Raises `SolutionError`."""
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
    except UnicodeEncodeError:  # half a surrogate pair, or a name on disk that is no UTF-8
        return False


def write_files(files: Files, folder: Path) -> None:
    """Write a project's files below `folder`. Raises `SolutionError` for unsafe or clashing names."""
    if len(files) > MOST_FILES:
        raise SolutionError(f"the solution has {len(files)} files, more than {MOST_FILES}")
    if (size := sum(map(len, files.values()))) > MOST_BYTES:
        raise SolutionError(f"the solution has {size} bytes, more than {MOST_BYTES}")
    for name, content in files.items():
        target = folder / safe_path(name)
        try:
            (target if name.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                target.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise SolutionError(f"file {name!r} clashes with another file of the solution") from error


def read_files(folder: Path) -> dict[str, bytes]:
    """The regular files below `folder`, and its empty folders. Raises `SolutionError` when there are too many or too
    large."""
    if not folder.is_dir():
        raise SolutionError(f"{folder}: there is no such folder")
    files: dict[str, bytes] = {}
    size = 0
    for path, is_folder in _content(folder):
        size += 0 if is_folder else path.stat().st_size
        if len(files) >= MOST_FILES or size > MOST_BYTES:
            raise SolutionError(f"{folder}: more than {MOST_FILES} files or {MOST_BYTES} bytes")
        name = path.relative_to(folder).as_posix()
        files[f"{name}/" if is_folder else name] = b"" if is_folder else path.read_bytes()
    return files


def _content(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Regular files, and folders in which there is nothing (True)."""
    for parent, folders, names in os.walk(folder, followlinks=False):
        if not folders and not names and Path(parent) != folder:
            yield Path(parent), True
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted(names):
            path = Path(parent) / name
            if stat.S_ISREG(path.lstat().st_mode):
                yield path, False


def answers_beside(folder: Path) -> Path:
    """The ``parameters.toml`` in or beside the project `folder`. Raises `SolutionError` when there is none."""
    named = folder.resolve() if folder.name in ("", "..") else folder  # those have no folder before them by name
    for place in (folder / "parameters.toml", named.parent / "parameters.toml"):
        if place.exists():
            return place
    raise SolutionError(
        f"{folder}: no parameters.toml in it or beside it; write one that answers the mission's parameters "
        "(`projecteval missions show ID` lists them) and name it with --parameters"
    )


def read_answers(path: Path) -> tuple[dict[str, str], Start | None]:
    """Parameter values and the ``[start]`` table, if any, of a TOML file. Raises `SolutionError`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SolutionError(f"{path}: the file is missing; it answers the mission's parameters") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SolutionError(f"{path}: cannot be read: {error}") from error
    table = data.pop("start", None)
    for key, value in data.items():
        if not isinstance(value, str):
            raise SolutionError(f'{path}: {key} is {type(value).__name__}; write a text: {key} = "…"')
    return data, None if table is None else _read_start(path, table)


def _read_start(path: Path, table: object) -> Start:
    known = {"root", "prepare", "program"}
    if not isinstance(table, dict) or not set(table) <= known:
        raise SolutionError(f"{path}: [start] has {', '.join(sorted(known))}")
    root, prepare, program = table.get("root", "."), table.get("prepare", []), table.get("program", [])
    commands = [*prepare, program] if isinstance(prepare, list) else [None]
    if not isinstance(root, str) or not all(
        isinstance(command, list) and all(isinstance(word, str) for word in command) for command in commands
    ):
        raise SolutionError(f'{path}: [start] commands are lists of words: program = ["python", "main.py"]')
    if root != ".":
        safe_path(root)
    return Start(root, tuple(map(tuple, prepare)), tuple(program))


def read_solution(folder: Path) -> Solution:
    """A solution in our own layout: ``project/`` and ``parameters.toml`` in `folder`, and ``skeleton/`` where it is
    not derived by the masker."""
    parameters, start = read_answers(folder / "parameters.toml")
    skeleton = read_files(folder / "skeleton") if (folder / "skeleton").is_dir() else None
    return Solution(read_files(folder / "project"), parameters, start, skeleton=skeleton)


def write_solution(solution: Solution, folder: Path) -> None:
    """Write what `read_solution` reads. Raises `SolutionError` for what cannot be written, naming it."""
    (folder / "project").mkdir(parents=True, exist_ok=True)
    write_files(solution.files, folder / "project")
    if solution.skeleton is not None:
        write_files(solution.skeleton, folder / "skeleton")
    table: dict[str, object] = dict(solution.parameters)
    if "start" in table:
        raise SolutionError("a parameter is called start, which parameters.toml keeps for how the project is started")
    if solution.start is not None:
        defaults = asdict(Start())
        table["start"] = {key: value for key, value in asdict(solution.start).items() if value != defaults[key]}
    try:
        text = tomli_w.dumps(table).encode()
    except UnicodeEncodeError as error:
        raise SolutionError(f"a parameter's value is no text: {error.reason}") from error
    (folder / "parameters.toml").write_bytes(text)
