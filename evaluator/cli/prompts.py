"""``projecteval prompts``: list, show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="What agents are told and asked.", rich_markup_mode=None)

Folder = Annotated[
    Path | None, typer.Option("--prompts", help="Folder of prompts that replace ours.", metavar="FOLDER")
]


@app.command("list", help="The prompts with their versions.")
def list_prompts(prompts: Folder = None) -> None:
    from evaluator.strategies.prompts import OWN, Prompts

    found = Prompts(prompts or OWN)
    for name, version in found.versions().items():
        print(f"{name:<12} version {version}  {found.path(name)}")


@app.command("show", help="A prompt as it stands in its file: copy it into a folder to replace it.")
def show(name: Annotated[str, typer.Argument(metavar="NAME")], prompts: Folder = None) -> None:
    from evaluator.strategies.prompts import OWN, Prompts

    print(Prompts(prompts or OWN).source(name), end="")
