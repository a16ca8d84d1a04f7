"""Command lines given by an agent, split into words; they are never passed to a shell."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from simulators.errors import InvalidAnswer

PYTHON = re.compile(r"(python|py)(3(\.\d+)?)?(\.exe)?", re.IGNORECASE)
"""Names by which users start Python; all of them select the environment's Python."""

SHELL_OPERATORS = frozenset({"&&", "||", "|", ";", "&", "<", "<<", ">", ">>", "2>", "2>>", "&>", "2>&1"})

WITH_VALUE = frozenset({"-X", "-W"})
"""Options of Python that take the next word as their value."""


def argv_of(command: str, project: Path) -> tuple[str, ...]:
    """Return the words of `command` for `Box.launch`, to be executed in the folder `project`.

    ``python``, ``python3`` and ``py`` select the environment's Python, which must be given a file or a module
    (``-m``) of the project; a first word that ends with ``.py`` is run with it. Any other first word must be a
    file of the project. Raises `InvalidAnswer` with the reason.
    """
    words = _split(command)
    if PYTHON.fullmatch(words[0]):
        return ("python", *_of_the_project(words[0], words[1:], project))
    if words[0].endswith(".py"):
        return ("python", _file(words[0], project), *words[1:])
    program = _file(words[0], project)
    if os.access(project / program, os.X_OK):
        return (f"./{program}", *words[1:])
    if program.endswith((".sh", ".bash")):
        return ("bash", f"./{program}", *words[1:])
    raise InvalidAnswer(f"{words[0]!r} is not a program: its file cannot be executed")


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidAnswer(f"{command!r} is not a command line: {error}") from error
    if not words or not words[0].strip():
        raise InvalidAnswer("the command names no program")
    if "\0" in command:
        raise InvalidAnswer("the command contains a NUL character")
    if operators := SHELL_OPERATORS.intersection(words):
        raise InvalidAnswer(f"{command!r} needs a shell ({min(operators)}); a command is one program and its arguments")
    return words


def _of_the_project(launcher: str, words: list[str], project: Path) -> list[str]:
    """Return the words after ``python``; they must start a file or module of the project, not code in the answer."""
    at = 0
    if launcher.lower().startswith("py") and words and re.fullmatch(r"-[23](\.\d+)?", words[0]):
        words = words[1:]  # the launcher of Windows: `py -3 main.py`
    while at < len(words) and re.fullmatch(r"-[uBOEIsSqdvbi]+|-[XW].*", words[at]):
        at += 2 if words[at] in WITH_VALUE else 1
    rest = words[at:]
    if not rest:
        raise InvalidAnswer("the command starts Python without a program")
    if rest[0] == "-m":
        return [*words[:at], "-m", _module(rest[1:2], project), *rest[2:]]
    if rest[0].startswith("-"):
        raise InvalidAnswer(f"the command gives Python {rest[0]}, not a file or module of the project")
    return [*words[:at], _file(rest[0], project), *rest[1:]]


def _module(words: list[str], project: Path) -> str:
    name = words[0] if words else ""
    if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", name):
        raise InvalidAnswer(f"{name!r} is not the name of a module")
    path = name.replace(".", "/")
    if not any(_lies_inside(project / found, project) for found in (f"{path}.py", f"{path}/__main__.py")):
        raise InvalidAnswer(f"the project has no module {name} to start")
    return name


def _file(word: str, project: Path) -> str:
    """Return `word` as a path below `project`."""
    path = os.path.normpath(word)
    if path.startswith((os.sep, os.pardir + os.sep)) or path == os.pardir:
        raise InvalidAnswer(f"{word!r} leads out of the project's folder")
    if not _lies_inside(project / path, project):
        raise InvalidAnswer(f"{word!r} is not a file of the project")
    return path


def _lies_inside(path: Path, project: Path) -> bool:
    """Return True for a regular file whose path is below `project` after links are resolved."""
    try:
        real = path.resolve(strict=True)
        return real.is_file() and real.is_relative_to(project.resolve(strict=True))
    except (OSError, RuntimeError):
        return False
