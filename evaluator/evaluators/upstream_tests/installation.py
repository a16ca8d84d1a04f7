"""``pip`` commands of a task, rewritten for a sandbox without network whose packages are read-only."""

from __future__ import annotations

from missions.upstream.commands import TaskCommand

SITE = ".projecteval-site"
"""Folder of the workspace that the project is installed into; it is importable behind the workspace itself."""

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
