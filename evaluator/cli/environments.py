"""``projecteval environments``: list and build what solutions run on."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="The packages that solutions run on.", rich_markup_mode=None)


@app.command("list", help="The environments there are, and where they are built.")
def list_environments() -> None:
    from simulators.stage import environments

    for name in environments.names():
        print(f"{name:<14} {environments.place(name) if environments.is_built(name) else 'not built'}")


@app.command("build", help="Build environments by their names (all when none is named); built ones are kept.")
def build(names: Annotated[list[str] | None, typer.Argument(metavar="NAME")] = None) -> None:
    from simulators.stage import environments

    for name in names or environments.names():
        print(f"building environment {name}", file=sys.stderr, flush=True)
        print(f"{name:<14} {environments.build(name).root}")
