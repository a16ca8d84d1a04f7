"""``projecteval prompts``: list, show."""

from __future__ import annotations

from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand, VerbGroup

app = typer.Typer(cls=VerbGroup, no_args_is_help=True, help="Prompts of the strategies.", rich_markup_mode=None)


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="prompts")


Folder = Annotated[
    str,
    typer.Option(
        "--prompts", help="Folder of prompts that replace the built-in ones, or a variant.", metavar="FOLDER|NAME"
    ),
]


@app.command("list", cls=VerbCommand, help="List prompts with their versions.")
def list_prompts(prompts: Folder = "") -> None:
    from evaluator.strategies.prompts import prompts_named

    found = prompts_named(prompts)
    for name, version in found.versions().items():
        print(f"{name:<12} version {version}  {found.path(name)}")


@app.command("show", cls=VerbCommand, help="Print a prompt.")
def show(name: Annotated[str, typer.Argument(metavar="NAME")], prompts: Folder = "") -> None:
    from evaluator.strategies.prompts import prompts_named

    print(prompts_named(prompts).source(name), end="")
