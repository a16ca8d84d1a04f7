"""``projecteval missions validate``, ``verbs``, ``schema`` and ``record``: help for authors of missions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.options import Missions, SandboxName, Select, split_list
from evaluator.cli.trust import Trust, settle_trust
from evaluator.io.terminal import counted, say, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from missions.catalog import Catalog

VALIDATE_EXAMPLES = """
projecteval missions validate --missions ./my-missions
projecteval missions validate --missions ./my-missions --select greeter --no-types
projecteval missions validate --missions ./my-missions --testcodes
projecteval missions validate --missions libraries --suites
"""
SCHEMA_EXAMPLES = """
projecteval missions schema mission > mission.schema.json
"""
RECORD_EXAMPLES = """
python manage.py runserver &
projecteval missions record http://localhost:8000/ --out recorded
"""


def add_to(app: typer.Typer) -> None:
    checks = "Check missions and their testcodes; exit status 1 after problems."
    app.command("validate", cls=VerbCommand, epilog=VALIDATE_EXAMPLES, help=checks)(validate)
    app.command("verbs", cls=VerbCommand, help="Print the reference of all verbs of testcodes (Markdown).")(verbs)
    described = "Print the JSON Schema of mission.toml, checklist.toml or parameters.toml."
    app.command("schema", cls=VerbCommand, epilog=SCHEMA_EXAMPLES, help=described)(schema)
    recording = "Open a browser and write a testcode from what is done in it."
    app.command("record", cls=VerbCommand, epilog=RECORD_EXAMPLES, help=recording)(record)


def validate(
    missions: Missions = "catalog",
    select: Select = None,
    types: Annotated[
        bool, typer.Option("--types/--no-types", help="Check types with mypy.  [default: where it is installed]")
    ] = True,
    suites: Annotated[
        bool,
        typer.Option(
            "--suites", help="Execute the suites of libraries: the reference passes all cases, no files pass none."
        ),
    ] = False,
    testcodes: Annotated[
        bool,
        typer.Option(
            "--testcodes", help="Execute the testcodes on the reference, which passes all; runs use the stored result."
        ),
    ] = False,
    only_testcodes: Annotated[
        bool, typer.Option("--testcodes-only", help="Check testcodes and their types only, without a reference.")
    ] = False,
    sandbox: SandboxName = "auto",
    trust: Trust = False,
) -> None:
    """Print every problem of every mission; a broken mission does not hide those of others."""
    from evaluator.diagrams.agreement import diagram_problems
    from evaluator.evaluators.pytest_suite.evaluator import suite_problems
    from evaluator.runs.execution.workbench import reference_problems
    from missions.authoring.checks import has_mypy, mission_problems, testcode_problems
    from missions.catalog import open_catalog
    from missions.catalog import select as selected

    catalog = open_catalog(missions)
    ids = selected(catalog, split_list(select))
    settle_trust(missions, trust, ids)
    if only_testcodes:
        found = [problem for mission_id in ids for problem in testcode_problems(catalog, mission_id)]
    else:
        found = [problem for mission_id in ids for problem in mission_problems(catalog, mission_id)]
        found += [problem for mission_id in ids for problem in diagram_problems(catalog, mission_id)]
    for problem in found:
        tell(problem)
    for mission_id in ids if suites else ():
        for problem in suite_problems(catalog, mission_id, sandbox):
            found.append(problem)
            tell(problem)
    with cleaned_up():
        for mission_id in ids if testcodes else ():
            for problem in reference_problems(catalog, mission_id, sandbox):
                found.append(problem)
                tell(problem)
    if types and has_mypy():
        for problem in _type_problems(catalog, ids, found):
            found.append(problem)
            tell(problem)
    say(f"{counted(len(ids), 'mission')}, {counted(len(found), 'problem')}")
    sys.exit(1 if found else 0)


def _type_problems(catalog: Catalog, ids: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return what mypy finds beyond the `known` problems: one problem per line of a file is enough."""
    from missions.authoring.checks import file_of, type_problems
    from missions.errors import MissionError
    from simulators.runtime.environments.host import home

    files = {}
    for mission_id in ids:
        try:
            path = file_of(catalog.mission(mission_id))
        except MissionError:
            continue  # reported already
        if path is not None:
            files[mission_id] = path
    if not files:
        return []
    found = type_problems(files, home() / "mypy")
    new = [f"{files[mission_id].parent}: {problem}" for mission_id, all_ in found.items() for problem in all_]
    places = {_place(problem) for problem in known}
    return [problem for problem in new if _place(problem) not in places]


def _place(problem: str) -> tuple[str, ...]:
    """Return folder and line of a problem."""
    return tuple(problem.split(": ")[:2])


def verbs(
    name: Annotated[str, typer.Argument(help="Only the verbs whose name contains this.", metavar="[NAME]")] = "",
    user: Annotated[
        Literal["BrowserUser", "ConsoleUser", "DesktopUser", "FilesUser", "ServiceUser"] | None,
        typer.Option("--user", help="Only the verbs of this user.  [default: all users]"),
    ] = None,
) -> None:
    """The same text is docs/verbs.md."""
    from missions.authoring.verbs import USERS, reference

    print(reference({user: USERS[user]} if user else USERS, name), end="")


def schema(
    name: Annotated[str, typer.Argument(help="mission, checklist or parameters.", metavar="NAME")],
) -> None:
    from missions.authoring.checks import schema_text

    print(schema_text(name), end="")


def record(
    url: Annotated[
        str, typer.Argument(help="Page of a running project, for example http://localhost:8000/.", metavar="URL")
    ],
    out: Annotated[
        Path, typer.Option(help="New folder for testcodes.py and parameters.toml.", metavar="FOLDER")
    ] = Path("recorded"),
    page: Annotated[str, typer.Option(help="Page of the checklist.", metavar="NAME")] = "Page",
    function: Annotated[str, typer.Option(help="Function of the checklist.", metavar="NAME")] = "Function",
) -> None:
    """Clicks and entries become steps, Alt+click on an element an expectation; closing the browser ends it."""
    from evaluator.io.files import new_folder
    from evaluator.model.errors import UsageError
    from missions.authoring.recorded_testcode import recorded_parameters, recorded_testcode
    from simulators.browser.recording.recorder import record as recorded

    if not url.startswith(("http://", "https://")):
        raise UsageError(f"{url}: not an http address; start the project and name its page")
    with new_folder(out) as folder:
        tell("recording; Alt+click on an element records what it shows; close the browser to end")
        steps = recorded(url)
        (folder / "testcodes.py").write_text(recorded_testcode(steps, page, function), encoding="utf-8")
        (folder / "parameters.toml").write_text(recorded_parameters(steps), encoding="utf-8")
    say(f"{out}: {counted(len(steps), 'step')} in testcodes.py, values in parameters.toml")
