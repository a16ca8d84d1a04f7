"""Command with grouped options, several values after one option, and examples at the end of its help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from evaluator.runs.folder.options import Heading

PLAIN_GROUP = "Options"


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

    def format_options(self, ctx: Any, formatter: Any) -> None:
        order = ["Arguments", *Heading, PLAIN_GROUP]
        groups: dict[str, list[tuple[str, str]]] = {}
        for each in self.get_params(ctx):
            if record := each.get_help_record(ctx):
                group = "Arguments" if each.param_type_name == "argument" else _group_of(each)
                groups.setdefault(group, []).append(record)
        for name in sorted(groups, key=order.index):
            with formatter.section(name):
                formatter.write_dl(groups[name])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        if self.epilog:
            formatter.write_paragraph()
            formatter.write("Examples:\n")
            for line in self.epilog.strip().splitlines():
                formatter.write(f"  {line.strip()}\n")


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
