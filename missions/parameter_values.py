"""Parameter values: the template of a file to fill in, a check that names every problem at once, values by page."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from missions.errors import SolutionError
from missions.mission import Mission
from missions.reference import read_parameters
from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Unanswered, Url, Value
from missions.testcodes.testcode import Parameter
from simulators.setting import Start

EXAMPLES: Mapping[type[ParameterKind], str] = {
    Url: "/",
    Element: "#save",
    Command: "python main.py",
    Message: "Saved",
    FileName: "report.csv",
    Value: "yes",
}

START_HELP = """
# Only for a project that is not started in the usual way:
# [start]
# root = "."                                  # folder of the project in which the commands run
# prepare = [["python", "setup.py"]]          # commands that run once, before the program
# program = ["python", "main.py"]             # the program; {port} stands for the port of a website
"""


def template(mission: Mission) -> str:
    """Return a commented ``parameters.toml`` with a line for every parameter, to be filled in."""
    lines = [
        f"# Parameter values of mission {mission.id}: {mission.title}",
        "# Replace every empty text by the value of your project.",
    ]
    for parameter in mission.parameters():
        lines += ["", *_described(parameter), f'{_key(parameter.key)} = ""']
    return "\n".join(lines) + "\n" + START_HELP


def read_checked(path: Path, mission: Mission, needed: Mission | None = None) -> tuple[dict[str, str], Start | None]:
    """Read a file of parameter values. Raises `SolutionError` that names every problem.

    `needed` is the part of the mission that is evaluated: only its parameters must be there.
    """
    require_file(path)
    values, start = read_parameters(path)
    if found := list(problems(values, mission, needed or mission)):
        listed = "".join(f"\n  {problem}" for problem in found)
        raise SolutionError(
            f"{path}: {len(found)} {'problem' if len(found) == 1 else 'problems'}:{listed}\n"
            f"write a template with: projecteval missions parameters {mission.id}"
        )
    return values, start


def require_file(path: Path) -> None:
    """Raise `SolutionError` for a link, a pipe or a folder: a project must not choose what is read."""
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        raise SolutionError(f"{path}: cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(mode):
        kind = "a link" if stat.S_ISLNK(mode) else "no regular file"
        raise SolutionError(f"{path} is {kind}; copy the parameter values into a regular file")


def problems(values: Mapping[str, str], mission: Mission, needed: Mission) -> Iterator[str]:
    """Yield what is wrong with `values`: missing, unknown, of the wrong form."""
    known = {parameter.key: parameter for parameter in mission.parameters()}
    for parameter in needed.parameters():
        if (key := parameter.key) not in values:
            yield f"{key} is missing: {parameter.description} ({parameter.kind.asks_for})"
    for key, value in values.items():
        if key not in known:
            close = get_close_matches(key, known, 1)
            yield f"{key} is unknown" + (f"; did you mean {close[0]}?" if close else "; remove it")
        elif problem := _problem(known[key], value):
            yield f"{key} = {value[:200]!r}: {problem}; expected {known[key].kind.asks_for}"


def _problem(parameter: Parameter, value: str) -> str:
    try:
        parameter.kind.parse(value)
    except Unanswered as error:
        return str(error)
    return ""


def _described(parameter: Parameter) -> Iterator[str]:
    yield f"# {parameter.description}"
    yield f"# {parameter.kind.__name__}: {parameter.kind.asks_for}, for example {EXAMPLES.get(parameter.kind, '…')!r}"


def _key(key: str) -> str:
    """Quote a key that is not bare in TOML."""
    bare = key.isascii() and all(each.isalnum() or each in "-_" for each in key)
    return key if bare and key else '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


BETWEEN = "||"
"""Separator of page, function and parameter in keys, as in the sentences of the ProjectEval paper."""


def key_of(page: str, function: str, name: str) -> str:
    """Return the key of a parameter's value that is given by page and function."""
    return BETWEEN.join((page, function, name))


def answers_by_key(found: object) -> dict[str, str]:
    """Return values in pages (an object of them, or a list) by key: page → function → ``[{name, answer}, …]``.

    Entries of another shape are omitted and therefore unanswered.
    """
    answers: dict[str, str] = {}
    for page, functions in _pages(found):
        for function, parameters in _functions(functions):
            for parameter in parameters if isinstance(parameters, list) else ():
                if isinstance(parameter, dict) and isinstance(parameter.get("name"), str):
                    value = parameter.get("answer")
                    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
                        answers[key_of(page, function, parameter["name"])] = str(value)
    return answers


def _pages(value: object) -> list[tuple[str, object]]:
    if isinstance(value, dict):
        return [(str(page), functions) for page, functions in value.items()]
    if isinstance(value, list):
        return [(str(p.get("page")), p.get("function")) for p in value if isinstance(p, dict)]
    return []


def _functions(functions: object) -> list[tuple[str, object]]:
    if isinstance(functions, dict):
        return [(str(function), parameters) for function, parameters in functions.items()]
    if isinstance(functions, list):
        return [(str(f.get("function")), f.get("parameter")) for f in functions if isinstance(f, dict)]
    return []
