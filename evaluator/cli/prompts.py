"""``projecteval prompts``: list, show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.command import VerbCommand, group_of_verbs

if TYPE_CHECKING:
    from evaluator.strategies.prompts import Prompts

app = group_of_verbs("Prompts of the strategies.")


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
    for name, found in _prompts(prompts):
        print(f"{name:<12} version {found.version(name)}  {found.path(name)}")


@app.command("show", cls=VerbCommand, help="Print a prompt.")
def show(name: Annotated[str, typer.Argument(metavar="NAME")], prompts: Folder = "") -> None:
    from evaluator.model.errors import UsageError

    found = _prompts(prompts)
    if not (shown := [each for each in found if each[0] == name]):
        known = ", ".join(dict.fromkeys(each for each, _ in found))
        raise UsageError(f"there is no prompt {name!r}; there are {known}")
    for _, one in shown:
        print(one.source(name), end="")


def _prompts(replaced: str) -> list[tuple[str, Prompts]]:
    """Return the prompts of every strategy of the installed benchmarks. Raises `UsageError`."""
    from evaluator.benchmarks.interface import benchmark_named, benchmark_names
    from evaluator.strategies.prompts import check_replacements, distinct_prompts, replacements

    benchmarks = map(benchmark_named, benchmark_names())
    declared = [strategy.templates for each in benchmarks for strategy in each.strategies.values()]
    check_replacements(replaced, declared)
    return list(distinct_prompts(declared, replacements(replaced)))
