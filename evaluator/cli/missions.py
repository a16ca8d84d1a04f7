"""``projecteval missions``: list, show, validate, new, import."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from evaluator.cli import authoring, importing, measuring
from evaluator.cli.command import VerbCommand, group_of_verbs
from evaluator.cli.options import AsJson, Missions, SandboxName, Select, split_list
from evaluator.cli.trust import pass_trust_on
from evaluator.io.terminal import printable, say, tell

if TYPE_CHECKING:
    from missions.catalog import Catalog
    from missions.labels import Labels
    from missions.mission import Mission

Ids = Annotated[list[str] | None, typer.Argument(help="Ids of missions.  [default: all]", metavar="[MISSION]...")]

app = group_of_verbs("Missions: list, show, validate, write, convert.")


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="missions")


authoring.add_to(app)
measuring.add_to(app)
importing.add_to(app)


@app.command("list", cls=VerbCommand, help="List the missions of a catalog.")
def list_missions(
    missions: Missions = "catalog",
    by: Annotated[
        Literal["kind", "freedom", "difficulty"] | None, typer.Option(help="Group by a label.  [default: one list]")
    ] = None,
    as_json: AsJson = False,
) -> None:
    from missions.catalog import open_catalog

    catalog = open_catalog(missions)
    found, broken = _readable(catalog)
    labels = {mission.id: _labels(catalog, mission) for mission in found}
    if as_json:
        print(json.dumps({mission.id: _summary(mission, labels[mission.id]) for mission in found}))
    elif by is None:
        _say_missions(found, labels)
    else:
        for value in sorted({each.value(by) for each in labels.values()}):
            group = [mission for mission in found if labels[mission.id].value(by) == value]
            say(f"{by}: {value} ({len(group)})")
            _say_missions(group, labels, "  ")
    for problem in broken:
        tell(problem)
    sys.exit(1 if broken else 0)


def _say_missions(missions: list[Mission], labels: Mapping[str, Labels], indent: str = "") -> None:
    """Print a line for each mission with its labels."""
    widest = max((len(mission.id) for mission in missions), default=0)
    for mission in missions:
        problem = f"  [unusable: {mission.unusable}]" if mission.unusable else ""
        known = _labels_text(labels[mission.id])
        say(f"{indent}{mission.id:<{widest}}  {mission.stack:<8} {_tests(mission)}  {known}  {mission.title}{problem}")


def _labels_text(labels: Labels) -> str:
    lines = "–" if labels.lines is None else str(labels.lines)
    requirements = "–" if labels.requirements is None else str(labels.requirements)
    age = "–" if labels.reading_age is None else str(labels.reading_age)
    asked = f"{labels.words:>5} words  age {age:>2}"
    size = f"{lines:>5} lines  {requirements:>3} req."
    return f"{labels.kind:<15}  {labels.freedom:<15}  {size}  {labels.difficulty:<6}  {asked}"


def _labels(catalog: Catalog, mission: Mission) -> Labels:
    """Return the labels of a mission; without a reference that can be read, nothing is said about its size."""
    from missions.errors import SolutionError
    from missions.labels import labels_of

    try:
        reference = catalog.reference(mission.id)
    except SolutionError:
        reference = None
    return labels_of(mission, reference.files if reference else None)


def _readable(catalog: Catalog) -> tuple[list[Mission], list[str]]:
    """Return the missions that can be read, and why the others cannot."""
    from missions.catalog import describe
    from missions.errors import MissionError

    found, broken = [], []
    for mission_id in catalog.ids():
        try:
            found.append(describe(catalog, mission_id))
        except MissionError as error:
            broken.append(str(error))
    return found, broken


def _tests(mission: Mission) -> str:
    number, name = (len(mission.suites), "suite") if mission.suites else (len(mission.testcodes), "testcode")
    return f"{number:>3} {name + ('' if number == 1 else 's'):<9}"


def _summary(mission: Mission, labels: Labels) -> dict[str, object]:
    return {
        "title": mission.title,
        "stack": mission.stack.value,
        "testcodes": len(mission.testcodes),
        "suites": [suite.name for suite in mission.suites],
        "unusable": mission.unusable,
        "labels": asdict(labels),
    }


@app.command("show", cls=VerbCommand, help="Show prompt, checklist, testcodes and parameters.")
def show(
    mission_id: Annotated[str, typer.Argument(metavar="ID")],
    missions: Missions = "catalog",
    as_json: AsJson = False,
) -> None:
    from evaluator.reports.missions import mission_as_json, mission_as_text
    from missions.catalog import describe, open_catalog

    mission = describe(open_catalog(missions), mission_id)
    if as_json:
        print(json.dumps(mission_as_json(mission)))
    else:
        say(mission_as_text(mission))


@app.command("parameters", cls=VerbCommand, help="Print a parameters.toml to fill in.")
def parameters(
    mission_id: Annotated[str, typer.Argument(help="Id of the mission.", metavar="ID")],
    missions: Missions = "catalog",
) -> None:
    from missions.catalog import describe, open_catalog
    from missions.parameter_values import template

    print(printable(template(describe(open_catalog(missions), mission_id))), end="")


@app.command("new", cls=VerbCommand, help="Write the files of a new mission.")
def new(
    mission_id: Annotated[
        str, typer.Argument(help="Id of the mission: lower-case letters, digits and hyphens.", metavar="ID")
    ],
    stack: Annotated[
        Literal["django", "web", "static", "console", "desktop", "batch", "library"],
        typer.Option(help="Kind of project."),
    ] = "django",
    out: Annotated[
        Path, typer.Option(help="Folder of the catalog.  [default: current folder]", metavar="FOLDER")
    ] = Path(),
    from_project: Annotated[
        str,
        typer.Option(
            help="Python project with tests: FOLDER, NAME==VERSION (its source distribution), REPOSITORY@COMMIT.",
            metavar="PROJECT",
        ),
    ] = "",
    package: Annotated[str, typer.Option(help="Package of the project.  [default: the only one]", metavar="NAME")] = "",
    require: Annotated[
        list[str] | None,
        typer.Option(help="Package that the project's tests need besides the declared ones.", metavar="PACKAGE"),
    ] = None,
    sandbox: SandboxName = "auto",
    as_json: AsJson = False,
) -> None:
    if from_project:
        importing.new_from_project(mission_id, out, from_project, package, tuple(require or ()), sandbox, as_json)
        return
    from evaluator.io.files import new_folder
    from missions.mission import Stack
    from missions.scaffolding import begin_mission, check_id, next_steps
    from missions.trust import user_store

    check_id(mission_id)
    with new_folder(out / mission_id) as folder:
        begin_mission(mission_id, Stack(stack), folder)
    user_store().add_own(out / mission_id)
    say(next_steps(mission_id, Stack(stack), out))


@app.command("import", cls=VerbCommand, help="Write public missions as mission folders.")
def import_(
    source: Annotated[str, typer.Argument(help="projecteval:FOLDER", metavar="SOURCE")],
    out: Annotated[Path, typer.Option(help="Folder that receives the mission folders.", metavar="FOLDER")],
    ids: Ids = None,
) -> None:
    from evaluator.benchmarks.projecteval_2025.mission_import import import_missions
    from missions.catalog import open_catalog
    from missions.catalog import select as selected

    catalog = open_catalog(source)
    failed = 0
    for mission_id, problem in import_missions(catalog, selected(catalog, ids or []), out):
        failed += bool(problem)
        if problem:
            tell(problem)
        else:
            pass_trust_on(catalog, (mission_id,), str(out / mission_id))
            say(f"{out / mission_id}")
    sys.exit(1 if failed else 0)


@app.command("fetch-tests", cls=VerbCommand, help="Download the upstream projects whose tests judge the missions.")
@app.command("fetch-references", cls=VerbCommand, help="Download the reference projects of a public benchmark.")
def fetch_references(
    missions: Annotated[str, typer.Argument(help="Catalog: ralbench:FOLDER, nl2repo:FOLDER.", metavar="FORMAT:FOLDER")],
    select: Select = None,
) -> None:
    from evaluator.model.errors import UsageError
    from missions.catalog import open_catalog
    from missions.sources import PublishedReferences, fetch

    catalog = open_catalog(missions)
    if not isinstance(catalog, PublishedReferences):
        raise UsageError(f"{missions}: its references are part of the catalog; there is nothing to fetch")
    _do_each(catalog, select, lambda mission_id: fetch(catalog.release(mission_id)))


@app.command("lock-packages", cls=VerbCommand, help="Let npm choose and lock the packages of a public benchmark.")
def lock_packages(
    missions: Annotated[
        str, typer.Argument(help="Catalog: webbench:FOLDER or devbench:FOLDER.", metavar="FORMAT:FOLDER")
    ],
    select: Select = None,
) -> None:
    from evaluator.model.errors import UsageError
    from missions.catalog import open_catalog
    from simulators.runtime.environments.npm_locks import AsksForPackages

    catalog = open_catalog(missions)
    if not isinstance(catalog, AsksForPackages):
        raise UsageError(f"{missions}: its packages are pinned; there is nothing to lock")
    _do_each(catalog, select, lambda mission_id: catalog.packages(mission_id).lock())


@app.command("lock", cls=VerbCommand, help="Make the lock files of missions' environments (needs uv).")
def lock(
    missions: Annotated[str, typer.Argument(help="Catalog: nl2repo:FOLDER.", metavar="FORMAT:FOLDER")],
    select: Select = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder that receives ID.lock.  [default: the user's own locks]", metavar="FOLDER"),
    ] = None,
) -> None:
    from evaluator.model.errors import UsageError
    from missions.catalog import open_catalog
    from missions.sources import LockedMissions

    catalog = open_catalog(missions)
    if not isinstance(catalog, LockedMissions):
        raise UsageError(f"{missions}: its environments are part of the catalog; there is nothing to lock")
    _do_each(catalog, select, lambda mission_id: catalog.write_lock(mission_id, out))


def _do_each(catalog: Catalog, select: list[str] | None, work: Callable[[str], object]) -> NoReturn:
    """Print what `work` returns for each selected mission, and end with status 1 where one failed."""
    from missions.catalog import select as selected
    from missions.errors import MissionError
    from simulators.runtime.environments.host import EnvironmentNotReady

    failed = 0
    for mission_id in selected(catalog, split_list(select)):
        try:
            say(f"{mission_id:<18} {work(mission_id)}")
        except (MissionError, EnvironmentNotReady) as error:
            failed += 1
            tell(f"{mission_id}: {error}")
    sys.exit(1 if failed else 0)
