"""``projecteval missions new ID --from-project`` and ``map-tests``: library missions from existing Python projects."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.options import Missions, SandboxName, Select, split_list
from evaluator.cli.trust import Trust, settle_trust
from evaluator.io.terminal import counted, say, tell

if TYPE_CHECKING:
    from evaluator.project_import import ImportedProject

NEXT = """\
{folder} measures {cases} and {components} of {package} ({lines} lines of Python).
prompt.md and specification.md are drafts, derived from README and docstrings: edit them. Then:
  projecteval run --agent canonical --missions {catalog} --select {id}
  projecteval run --agent canonical --missions realbench:{catalog} --select {id}"""


def new_from_project(
    mission_id: str, out: Path, source: str, package: str, requirements: tuple[str, ...], sandbox: str, as_json: bool
) -> None:
    """Write the mission, and print what it measures and what is excluded."""
    with cleaned_up():
        from evaluator.io.files import new_folder
        from evaluator.project_import import ProjectImport, import_project
        from missions.scaffolding import check_id
        from missions.trust import user_store
        from simulators.runtime.sandbox.choice import sandbox_named

        check_id(mission_id)
        with new_folder(out / mission_id) as folder:
            found = import_project(ProjectImport(source, package, requirements), folder, sandbox_named(sandbox))
        user_store().add_own(out / mission_id)
    if as_json:
        print(json.dumps({"folder": str(out / mission_id), **asdict(found)}))
        return
    for reason, number in Counter(found.excluded.values()).most_common():
        tell(f"excluded: {counted(number, 'case')} or component: {reason}")
    say(_next_steps(mission_id, out, found))


def add_to(app: typer.Typer) -> None:
    described = "Write which tests of a suite belong to which component of the design (component_tests.json)."
    app.command("map-tests", cls=VerbCommand, help=described)(map_tests)


def map_tests(
    missions: Missions,
    select: Select = None,
    suite: Annotated[str, typer.Option(help="Suite whose tests are mapped.", metavar="NAME")] = "unit",
    sandbox: SandboxName = "auto",
    trust: Trust = False,
) -> None:
    with cleaned_up():
        from evaluator.evaluators.components.mapping import map_suite
        from evaluator.model.errors import UsageError
        from missions.catalog import open_catalog
        from missions.catalog import select as selected
        from missions.formats.library import write_component_tests
        from simulators.runtime.environments import host as environments
        from simulators.runtime.sandbox.choice import sandbox_named

        catalog = open_catalog(missions)
        ids = selected(catalog, split_list(select))
        settle_trust(missions, trust, ids)
        for mission_id in ids:
            mission, reference = catalog.mission(mission_id), catalog.reference(mission_id)
            found = mission.suite(suite)
            if found is None or reference is None or mission.source is None:
                raise UsageError(f"{mission_id}: it has no suite {suite!r}, or no reference to execute it against")
            environments.build(mission.environment)
            tests = map_suite(mission, found, reference, sandbox_named(sandbox))
            say(f"{write_component_tests(mission.source, tests)}: {counted(len(tests), 'component')} with tests")


def _next_steps(mission_id: str, out: Path, project: ImportedProject) -> str:
    return NEXT.format(
        folder=out / mission_id,
        cases=counted(project.cases, "case"),
        components=counted(project.components, "component"),
        package=project.package,
        lines=project.lines,
        catalog=shlex.quote(str(out)),
        id=mission_id,
    )
