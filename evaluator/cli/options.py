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
RunFolder = Annotated[Path, typer.Argument(help="Folder of a run.", metavar="RUN")]
