"""Options of verbs: those that several share, and those that are declared for a run."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from evaluator.model.errors import UsageError
from evaluator.model.options import Option, element_type, flag, options, problem_of
from evaluator.runs.folder.options import Heading

Missions = Annotated[
    str,
    typer.Option(
        "--missions", help="Catalog of missions: `catalog` (built in), a folder, or FORMAT:FOLDER.", metavar="CATALOG"
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select", help="Ids of missions, or patterns, separated by commas.  [default: all]", metavar="ID,ID"
    ),
]
SandboxName = Annotated[
    str, typer.Option("--sandbox", help="Sandbox of the project: auto, bubblewrap, docker or none.", metavar="NAME")
]
output = partial(typer.Option, rich_help_panel=Heading.OUTPUT.value)

AsJson = Annotated[bool, output("--json", help="Print one JSON object on standard output and nothing else there.")]
Junit = Annotated[Path | None, output("--junit", help="Write the outcomes as JUnit XML.", metavar="FILE")]
FormatName = Annotated[
    str | None,
    output(
        "--format",
        help="Write html, markdown, csv, parquet, junit, latex or json, instead of printing tables.",
        metavar="FORMAT",
    ),
]
Output = Annotated[
    Path | None,
    output(
        "--output",
        help="File for --format (a folder for the html of a run).  [default: standard output; html: the run folder]",
        metavar="PATH",
    ),
]
FailUnder = Annotated[
    float | None,
    output(
        "--fail-under",
        help="Exit with status 3 when less than this share of the cases passed.  [default: never]",
        metavar="PERCENT",
    ),
]
Out = Annotated[
    Path | None, output("--out", help="Folder of the run.  [default: a new one below runs/]", metavar="FOLDER")
]
Verbose = Annotated[bool, output("--verbose", "-v", help="Print a line per case.")]
RunFolder = Annotated[
    Path, typer.Argument(help="Folder of a run, or `latest`: the last one below runs/.", metavar="RUN")
]


Verb = TypeVar("Verb", bound=Callable[..., None])


def with_options(*declarations: type | tuple[type, Sequence[str]]) -> Callable[[Verb], Verb]:
    """Add declared options to a verb, which receives them through its ``**`` parameter.

    A declaration with names stands for its options of these names, which are not required.
    """

    def decorate(verb: Verb) -> Verb:
        signature = inspect.signature(verb, eval_str=True)
        declared = [parameter for each in declarations for parameter in _parameters(each)]
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        every = sorted([*declared, *own], key=lambda each: each.kind)
        verb.__signature__ = signature.replace(parameters=every)  # type: ignore[attr-defined]
        return verb

    return decorate


def _parameters(declared: type | tuple[type, Sequence[str]]) -> list[inspect.Parameter]:
    declaration, names = declared if isinstance(declared, tuple) else (declared, ())
    return [
        _parameter(each, option, each.default is MISSING and not names)
        for each, option in options(declaration)
        if not names or each.name in names
    ]


def given(declaration: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were given, with the types of `declaration`. Raises `UsageError`."""
    return {
        each.name: _value(each, option, value)
        for each, option in options(declaration)
        if (value := values.get(each.name)) is not None
    }


def split_list(values: list[str] | None) -> tuple[str, ...]:
    """Options that may be repeated and separated by commas or blanks, as one tuple."""
    return tuple(word for value in values or () for word in value.replace(",", " ").split())


def _parameter(declared: Field[Any], option: Option, required: bool) -> inspect.Parameter:
    """Every value is read as text: `_value` converts it, with messages that name the option."""
    _, several = element_type(declared)
    text = list[str] if several else str
    names = (option.short,) if option.short else ()
    described = typer.Option(
        *names,
        flag(declared.name),
        help=_help(declared, option),
        metavar=option.unit,
        show_default=False,
        rich_help_panel=option.group,
    )
    return inspect.Parameter(
        declared.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if required else None,
        annotation=Annotated[text if required else text | None, described],
    )


def _help(declared: Field[Any], option: Option) -> str:
    default = declared.default
    if default is MISSING:
        return option.help
    shown = option.default or (f"{default:g}" if isinstance(default, float) else default)
    return f"{option.help}  [default: {shown}]"


def _value(declared: Field[Any], option: Option, value: Any) -> Any:
    kind, several = element_type(declared)
    values = split_list(value) if several else (value,)
    shown = f"{flag(declared.name)} {' '.join(values)}"
    if several and option.choices:
        kind = {str(choice): choice for choice in option.choices}.__getitem__  # type: ignore[assignment]
    try:
        converted = tuple(map(kind, values))
    except KeyError:
        raise UsageError(f"{shown}: choose from {', '.join(map(str, option.choices))}") from None
    except ValueError:
        raise UsageError(f"{shown}: not {NUMBERS[kind]}") from None
    result = tuple(dict.fromkeys(converted)) if several else converted[0]
    if problem := problem_of(option, result):
        raise UsageError(f"{shown}: {problem}")
    return result


NUMBERS = {int: "a whole number", float: "a number"}
