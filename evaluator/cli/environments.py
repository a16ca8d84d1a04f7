"""``projecteval environments``: packages that solutions run on, and wheels that they may require."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand, group_of_verbs
from evaluator.io.terminal import say, tell

app = group_of_verbs("Environments that solutions run on.")


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="environments")


Names = Annotated[list[str], typer.Argument(metavar="NAME")]


@app.command("list", cls=VerbCommand, help="List environments and allowed packages.")
def list_environments() -> None:
    from simulators.runtime import wheels
    from simulators.runtime.environments import host as environments

    for name in environments.names():
        say(f"{name:<14} {environments.place(name) if environments.is_built(name) else 'not built'}")
    for folder in environments.of_missions():
        say(f"{'(of a mission)':<14} {folder}")
    for folder in environments.left_over():
        say(f"{'(left over)':<14} {folder}")
    for package in wheels.packages():
        say(f"{'(allowed)':<14} {package}")


@app.command(
    "build",
    cls=VerbCommand,
    help="Build environments (default: all that are missing).",
)
def build(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Names, or paths of lock files of missions.")
    ] = None,
) -> None:
    from simulators.runtime.environments import host as environments

    for name in names or ():
        environments.place(name)  # all names are known before anything is built
    for name in names or environments.names():
        if not names and (missing := environments.problem(name)):
            tell(f"environment {name} is left out: {missing}")
            continue
        tell(f"building environment {name}")
        say(f"{name:<14} {environments.build(name).root}")


@app.command("remove", cls=VerbCommand, help="Remove environments that are not in use.")
def remove(
    names: Annotated[list[str], typer.Argument(metavar="NAME", help="Names, or paths of lock files of missions.")],
) -> None:
    from simulators.runtime.environments import host as environments

    _remove(tuple(environments.place(name) for name in names))


@app.command("prune", cls=VerbCommand, help="Remove what earlier versions left.")
def prune() -> None:
    from simulators.runtime import layers
    from simulators.runtime.environments import host as environments

    _remove((*environments.left_over(), *layers.built()), some_in_use=0)


def _remove(folders: tuple[Path, ...], some_in_use: int = 1) -> None:
    from simulators.runtime.environments import shared_folders

    status = 0
    for folder in (folder for folder in folders if folder.exists()):
        if shared_folders.remove_unused(folder):
            say(f"removed {folder}")
        else:
            tell(f"in use, kept: {folder}")
            status = some_in_use
    sys.exit(status)


@app.command("allow", cls=VerbCommand, help="Allow solutions to require packages.")
def allow(
    requirements: Annotated[list[str] | None, typer.Argument(metavar="PACKAGE==VERSION")] = None,
    files: Annotated[
        list[Path] | None, typer.Option("--file", "-r", metavar="FILE", help="Requirements file; may be repeated.")
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="FOLDER", help="Take wheels from this folder instead of an index.")
    ] = None,
) -> None:
    from evaluator.model.errors import UsageError
    from simulators.runtime import wheels

    for path in (*(files or ()), *([source] if source else [])):
        if not path.exists():
            raise UsageError(f"{path}: there is no such file or folder")
    if not requirements and not files:
        raise UsageError("name packages (PACKAGE==VERSION), or a list of them with --file")
    for name in wheels.allow(requirements or (), files or (), source):
        say(f"allowed {name}")


@app.command("disallow", cls=VerbCommand, help="Withdraw allowed packages.")
def disallow(names: Names) -> None:
    from simulators.runtime import wheels

    for name in wheels.disallow(names):
        say(f"removed {name}")
