"""``projecteval solutions``: convert project folders to recorded runs in the public layout, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand, group_of_verbs
from evaluator.cli.options import Missions
from evaluator.io.terminal import say, tell

app = group_of_verbs("Recorded runs in the public layout.")


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="solutions")


Ids = Annotated[
    list[str] | None, typer.Argument(help="Ids of missions.  [default: all that are there]", metavar="[MISSION]...")
]


@app.command("export", cls=VerbCommand, help="Write project folders as a recorded run.")
def export(
    source: Annotated[
        Path,
        typer.Argument(help="Folder with one folder per mission, or the project of one mission.", metavar="FOLDER"),
    ],
    out: Annotated[Path, typer.Option(help="New folder of the recorded run.", metavar="FOLDER")],
    ids: Ids = None,
    missions: Missions = "catalog",
    parameters: Annotated[
        Path | None, typer.Option(help="TOML file with the parameter values of the one mission.", metavar="FILE")
    ] = None,
) -> None:
    from evaluator.benchmarks.projecteval_2025.solution_exchange import export_solutions, solved_missions
    from evaluator.model.errors import UsageError
    from missions.catalog import open_catalog, select

    catalog = open_catalog(missions)
    chosen = select(catalog, ids) if ids else solved_missions(catalog, source)
    if parameters is not None and len(chosen) != 1:
        raise UsageError(f"--parameters {parameters}: the file belongs to one mission; add the id of that mission")
    for words in export_solutions(catalog, source, chosen, out, parameters):
        tell(words)
    say(f"{out}: {len(chosen)} solutions; evaluate them with --agent replay:{out}")


@app.command("import", cls=VerbCommand, help="Write a recorded run as project folders.")
def import_(
    source: Annotated[Path, typer.Argument(help="Folder of a recorded run, or its JSON file.", metavar="RECORDED")],
    out: Annotated[Path, typer.Option(help="Folder that receives the project folders.", metavar="FOLDER")],
    ids: Ids = None,
    missions: Missions = "catalog",
) -> None:
    from evaluator.benchmarks.projecteval_2025.solution_exchange import import_solutions
    from missions.catalog import open_catalog, select

    catalog = open_catalog(missions)
    failed = 0
    for imported in import_solutions(catalog, source, select(catalog, ids) if ids else (), out):
        failed += bool(imported.problem)
        for words in filter(None, (imported.problem, *imported.notices)):
            tell(words)
        if not imported.problem:
            say(f"{out / imported.mission}")
    sys.exit(1 if failed else 0)
