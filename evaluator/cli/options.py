"""Options that several verbs share, described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeVar

import typer

from missions.errors import MissionError

Missions = Annotated[
    str,
    typer.Option("--missions", help="Catalog: `catalog` (built in), a folder, or FORMAT:FOLDER.", metavar="CATALOG"),
]
Select = Annotated[
    list[str] | None,
    typer.Option("--select", help="Only these missions, separated by commas.", metavar="ID,ID"),
]
SandboxName = Annotated[str, typer.Option("--sandbox", help="auto, bubblewrap, docker or none.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Attempts at a time (default: what this machine bears)."),
]
EngineName = Annotated[
    str, typer.Option("--engine", help="local (processes of this machine) or dask:ADDRESS (of a scheduler).")
]
Calls = Annotated[
    int,
    typer.Option("--calls", min=1, max=256, help="Attempts at a time that an agent behind an API builds."),
]
RunMaxTokens = Annotated[
    int | None, typer.Option("--run-max-tokens", min=1, help="Tokens of the whole run; over it, the run stops.")
]
RunMaxCost = Annotated[float | None, typer.Option("--run-max-cost", help="US dollars of the whole run.")]
RunMaxSeconds = Annotated[float | None, typer.Option("--run-max-seconds", help="Seconds of building, whole run.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output, nothing else there.")]
Junit = Annotated[
    Path | None,
    typer.Option("--junit", help="Write the verdicts as JUnit XML, as services want it.", metavar="FILE"),
]
RunFolder = Annotated[Path, typer.Argument(help="The folder of a run.", metavar="RUN")]

T = TypeVar("T")


def words(values: list[str] | None) -> tuple[str, ...]:
    """Options that may be repeated and separated by commas or blanks, as one tuple."""
    return tuple(word for value in values or () for word in value.replace(",", " ").split())


def one_of(kind: type[T], values: tuple[str, ...], option: str) -> tuple[T, ...]:
    """`values` as members of an enumeration. Raises `MissionError` naming the option."""
    try:
        return tuple(dict.fromkeys(kind(int(v) if v.isdigit() else v) for v in values))  # type: ignore[call-arg]
    except ValueError:
        known = ", ".join(str(getattr(member, "value", member)) for member in kind)  # type: ignore[attr-defined]
        raise MissionError(f"{option} {' '.join(values)}: choose from {known}") from None
