"""Test commands of a task: parsed, never given to a shell.

Rule ``strict`` reads what the author meant: ``&&``, ``;`` and ``&`` (in the sense of Windows: one after the other),
``>`` and ``>>``, variables before a command, ``set X=Y`` for the commands that follow. Rule ``paper`` reads what the
original executes: the words of `shlex`, started without a shell, so that operators are arguments and a variable is the
name of a program.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from evaluator.model.options import Rule
from missions.errors import MissionError

TOKEN = re.compile(
    r"""\s*(?:(?P<operator>&&|\|\||>>|[&><|;])|(?P<word>(?:[^\s&><|;"'\\]|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+))"""
)
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
WORKSPACE = "/workspace/"
"""Where the original has the workspace."""


@dataclass(frozen=True)
class TaskCommand:
    """One program with its arguments. Without words it sets its `variables` for all commands that follow.

    `output` is the file that receives the standard output (empty: none), `append` says that it is kept; `dependent`
    commands run only when the one before succeeded.
    """

    words: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()
    output: str = ""
    append: bool = False
    dependent: bool = False

    @property
    def program(self) -> str:
        return self.words[0] if self.words else ""


@dataclass(frozen=True)
class PytestCall:
    """A call of pytest: the paths that it names (empty: all below the workspace) and its variables."""

    targets: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Plan:
    """Commands of a task in order: those before the tests, and the calls of pytest."""

    setup: tuple[TaskCommand, ...]
    calls: tuple[PytestCall, ...]
    variables: tuple[tuple[str, str], ...] = field(default=())


def plan_of(lines: Sequence[str], rule: Rule) -> Plan:
    """Return the plan of a task's command lines. Raises `MissionError` for what cannot be parsed."""
    commands = [command for line in lines for command in parse(line, rule)]
    persistent = tuple(pair for command in commands if not command.words for pair in command.variables)
    calls = [call for command in commands if (call := pytest_call(command)) is not None]
    setup = [command for command in commands if command.words and pytest_call(command) is None]
    return Plan(tuple(setup), tuple(calls), persistent)


def parse(line: str, rule: Rule) -> tuple[TaskCommand, ...]:
    """Return the commands of one line. Raises `MissionError`."""
    try:
        return (TaskCommand(tuple(shlex.split(line))),) if rule is Rule.PAPER else tuple(_meant(line))
    except ValueError as error:
        raise MissionError(f"test command {line!r} cannot be parsed: {error}") from error


def _meant(line: str) -> Iterator[TaskCommand]:
    command, redirection = TaskCommand(()), ""
    for operator, word in _tokens(line):
        if operator in ("&&", "&", ";"):
            yield _finished(command, line)
            command = TaskCommand((), dependent=operator == "&&")
        elif operator in (">", ">>"):
            redirection = operator
        elif operator:
            raise ValueError(f"operator {operator} is not supported")
        elif redirection:
            command, redirection = replace(command, output=word, append=redirection == ">>"), ""
        else:
            command = replace(command, words=(*command.words, word))
    yield _finished(command, line)


def _tokens(line: str) -> Iterator[tuple[str, str]]:
    """Yield (operator, "") and ("", word), the word without its quotes."""
    position, end = 0, len(line.rstrip())
    while position < end:
        found = TOKEN.match(line, position)
        if found is None:
            raise ValueError(f"a quotation does not end: {line[position:]!r}")
        position = found.end()
        word = found["word"]
        yield found["operator"] or "", shlex.split(word)[0] if word else ""


def _finished(command: TaskCommand, line: str) -> TaskCommand:
    """Return the command with leading assignments and ``set X=Y`` as variables."""
    words = list(command.words)
    if len(words) == 2 and words[0] == "set" and ASSIGNMENT.match(words[1]):
        words.pop(0)
    variables = []
    while words and ASSIGNMENT.match(words[0]):
        name, _, value = words.pop(0).partition("=")
        variables.append((name, value))
    if not words and not variables:
        raise ValueError(f"a command is missing in {line!r}")
    return replace(command, words=tuple(words), variables=tuple(variables))


def pytest_call(command: TaskCommand) -> PytestCall | None:
    """Return the call of pytest that `command` is, also below ``xvfb-run``; None for another program."""
    words = list(command.words)
    if words[:1] == ["xvfb-run"]:
        words = words[1:]
        while words and words[0].startswith("-"):
            words.pop(0)
    if words[:3] == ["python", "-m", "pytest"]:
        words = words[2:]
    if words[:1] != ["pytest"]:
        return None
    return PytestCall(tuple(_targets(words[1:])), command.variables)


VALUED = frozenset({"-n", "-k", "-m", "-c", "-o", "-p", "--timeout", "--rootdir"})
"""Options of pytest whose next word is their value."""


def _targets(words: Sequence[str]) -> Iterator[str]:
    rest = iter(words)
    for word in rest:
        if word in VALUED:
            next(rest, None)
        elif not word.startswith("-"):
            yield word.removeprefix(WORKSPACE).rstrip("/")


SITE = ".projecteval-site"
"""Folder of the workspace that the project is installed into; it is importable behind the workspace itself, and its
programs can be started."""

PIP = ("python", "-m", "pip", "--disable-pip-version-check", "--no-input")
INSTALLERS = frozenset({"pip", "pip3"})


def sandboxed(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that are executed in place of `words`.

    The installation of the workspace goes to `SITE`; other requirements must be among the pinned packages already.
    """
    if words[:1] and words[0] in INSTALLERS:
        words = ("python", "-m", "pip", *words[1:])
    if words[:4] != ("python", "-m", "pip", "install"):
        return words
    project = installed_project(words[4:])
    if not project:
        return (*PIP, "install", "--no-index", *words[4:])
    return (*PIP, "install", "--no-index", "--no-deps", "--no-build-isolation", "--target", SITE, project)


def installed_project(arguments: tuple[str, ...]) -> str:
    """Return the local project that is installed alone, ``.`` or ``.[extra]``; empty for everything else."""
    named = [word for word in arguments if not word.startswith("-")]
    if len(named) == 1 and (named[0] in (".", "./") or named[0].startswith(".[")):
        return named[0]
    return ""


def sandboxed_command(command: TaskCommand, variables: tuple[tuple[str, str], ...]) -> dict[str, object]:
    """Return a command as the program in the sandbox reads it."""
    return {
        "words": sandboxed(command.words),
        "variables": (*variables, *command.variables),
        "output": command.output,
        "append": command.append,
        "dependent": command.dependent,
    }
