"""Options that several verbs share, described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluator.runs.folder.options import Heading

Missions = Annotated[
    str,
    typer.Option(
        "--missions", help="Catalog of missions: `catalog` (built in), a folder, or FORMAT:FOLDER.", metavar="CATALOG"
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option("--select", help="Ids of missions, separated by commas.  [default: all]", metavar="ID,ID"),
]
SandboxName = Annotated[
    str, typer.Option("--sandbox", help="Sandbox of the project: auto, bubblewrap, docker or none.", metavar="NAME")
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print one JSON object on standard output and nothing else there.",
        rich_help_panel=Heading.OUTPUT.value,
    ),
]
Junit = Annotated[
    Path | None,
    typer.Option(
        "--junit", help="Write the outcomes as JUnit XML.", metavar="FILE", rich_help_panel=Heading.OUTPUT.value
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Write html, markdown, csv, parquet, junit, latex or json, instead of printing tables.",
        metavar="FORMAT",
        rich_help_panel=Heading.OUTPUT.value,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        help="File for --format (a folder for the html of a run).  [default: standard output; html: the run folder]",
        metavar="PATH",
        rich_help_panel=Heading.OUTPUT.value,
    ),
]
FailUnder = Annotated[
    float | None,
    typer.Option(
        "--fail-under",
        help="Exit with status 3 when less than this share of the cases passed.  [default: never]",
        metavar="PERCENT",
        rich_help_panel=Heading.OUTPUT.value,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Folder of the run.  [default: a new one below runs/]",
        metavar="FOLDER",
        rich_help_panel=Heading.OUTPUT.value,
    ),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Print a line per case.", rich_help_panel=Heading.OUTPUT.value),
]
RunFolder = Annotated[
    Path, typer.Argument(help="Folder of a run, or `latest`: the last one below runs/.", metavar="RUN")
]
