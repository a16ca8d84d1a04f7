"""``projecteval completion``: print the completion script of a shell."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from evaluator.cli.command import VerbCommand
from evaluator.io.terminal import say

EXAMPLES = """
projecteval completion bash >> ~/.bashrc
projecteval completion zsh >> ~/.zshrc
projecteval completion fish > ~/.config/fish/completions/projecteval.fish
"""


def add_to(app: typer.Typer) -> None:
    app.command("completion", cls=VerbCommand, epilog=EXAMPLES, help="Print the completion script of a shell.")(
        completion
    )


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(help="bash, zsh or fish.", metavar="SHELL")],
) -> None:
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    from evaluator.cli.app import COMPLETION

    say(get_completion_script(prog_name="projecteval", complete_var=COMPLETION, shell=shell))
