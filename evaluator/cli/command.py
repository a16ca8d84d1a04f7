"""Command with grouped options, several values after one option, and examples at the end of its help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from evaluator.runs.folder.options import Heading

PLAIN_GROUP = "Options"
MAX_SHORT_CHARS = 90
"""Characters of an option's first sentence above which it loses what is in parentheses."""

ALL_OPTIONS = "projecteval.all_options"
"""Key of a context in which help shows all options."""


class _LightHelp:
    """Give ``--help`` the default false: typer converts a value that is none of a flag's with pydantic, which takes
    longer to import than the help page to print."""

    def get_help_option(self, ctx: Any) -> Any:
        found = super().get_help_option(ctx)  # type: ignore[misc]
        if found is not None:
            found.default = False
        return found


class VerbGroup(_LightHelp, TyperGroup):
    """Heading of verbs."""


def group_of_verbs(words: str) -> typer.Typer:
    """Return a group without verbs; `words` are its help."""
    return typer.Typer(cls=VerbGroup, no_args_is_help=True, help=words, rich_markup_mode=None)


class VerbCommand(_LightHelp, TyperCommand):
    """A verb of the command line.

    Options stand in the help under their group (`rich_help_panel`); the epilog is printed as it stands.
    ``--level 1 2 3`` is read as ``--level 1 --level 2 --level 3`` where a verb has no positional arguments.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not any(each.param_type_name == "argument" for each in self.params):
            args = list(_one_by_one(args, self._options_of_several_values()))
        return super().parse_args(ctx, args)

    def _options_of_several_values(self) -> frozenset[str]:
        return frozenset(name for each in self.params if each.multiple for name in each.opts)

    common: frozenset[str] = frozenset()
    """Options that ``--help`` shows, where others are shown by ``--help-all`` only; empty: it shows all."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        order = ["Arguments", *Heading, PLAIN_GROUP]
        groups: dict[str, list[tuple[str, str]]] = {}
        is_all = not self.common or ALL_OPTIONS in ctx.meta
        for each in self.get_params(ctx):
            if (is_all or each.name in self.common) and (record := each.get_help_record(ctx)):
                group = "Arguments" if each.param_type_name == "argument" else _group_of(each)
                groups.setdefault(group, []).append(record if is_all else _in_short(record))
        for name in sorted(groups, key=order.index):
            with formatter.section(name):
                formatter.write_dl(groups[name])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if self.epilog:
            formatter.write_paragraph()
            formatter.write("Examples:\n")
            for line in self.epilog.strip().splitlines():
                formatter.write(f"  {line.strip()}\n")


def show_all_options(ctx: typer.Context, value: bool) -> None:
    """Print the help with all options and end; the callback of ``--help-all``."""
    if value:
        ctx.meta[ALL_OPTIONS] = True
        print(ctx.get_help())
        raise typer.Exit


def _in_short(record: tuple[str, str]) -> tuple[str, str]:
    """Return the first sentence of an option's help, with the default."""
    sentence, _, default = record[1].partition("  [default: ")
    first = sentence.split(". ")[0].rstrip(".")
    first = first if len(first) <= MAX_SHORT_CHARS else first.split(" (")[0]
    return record[0], first + (f"  [default: {default}" if default else "")


def _group_of(parameter: Any) -> str:
    return getattr(parameter, "rich_help_panel", None) or PLAIN_GROUP  # --help has no group


def _one_by_one(args: list[str], several: frozenset[str]) -> Iterator[str]:
    """Repeat the option before each further value."""
    option, values = "", 0
    for arg in args:
        if arg.startswith("-"):
            option, values = arg if arg in several else "", 0
        elif option:
            values += 1
            if values > 1:
                yield option
        yield arg
