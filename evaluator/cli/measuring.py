"""``projecteval missions measure``: how well missions distinguish solutions, as runs of changed references."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.execution import Execution
from evaluator.cli.options import Missions, SandboxName, Select, given, split_list, with_options
from evaluator.cli.trust import Trust, settle_trust
from evaluator.io.terminal import counted, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evaluator.reports.measurement import MissionMeasurement
    from evaluator.runs.execution.measurement import MeasurementPlan

EXAMPLES = """
projecteval missions measure --select trip-splitter --mutants 20
projecteval missions measure --tables docs/missions --jobs 2
"""
OTHER_ENGINE = "canonical, other engine"


def add_to(app: typer.Typer) -> None:
    described = (
        "Try the reference, controls, mutants and violations of missions; write tables of what their testcodes notice."
    )
    app.command("measure", cls=VerbCommand, epilog=EXAMPLES, help=described)(measure)


@with_options((Execution, ("engine", "jobs")))
def measure(
    missions: Missions = "catalog",
    select: Select = None,
    benchmark: Annotated[
        str, typer.Option(help="Benchmark whose rules apply.  [default: the catalog's own]", metavar="NAME")
    ] = "",
    mutants: Annotated[
        int, typer.Option("--mutants", help="Mutants of each mission.", metavar="N", min=0, max=1000)
    ] = 18,
    seed: Annotated[int, typer.Option("--seed", help="Seed that chooses the mutants.", metavar="N", min=0)] = 0,
    out: Annotated[
        Path, typer.Option("--out", help="Folder of the runs; the same folder continues them.", metavar="FOLDER")
    ] = Path("runs/measure"),
    tables: Annotated[
        Path | None,
        typer.Option("--tables", help="Folder for the tables.  [default: tables in --out]", metavar="FOLDER"),
    ] = None,
    parts: Annotated[
        list[str] | None,
        typer.Option(
            "--parts",
            help="Runs to do: canonical, engine, controls, mutants, violations.  [default: all]",
            metavar="NAME,NAME",
        ),
    ] = None,
    sandbox: SandboxName = "auto",
    trust: Trust = False,
    **options: Any,
) -> None:
    """Finished attempts are kept; a mission that changed is measured again."""
    execution = Execution(**given(Execution, options))
    with cleaned_up(execution.engine):
        from evaluator.runs.execution.measurement import MeasurementPlan
        from missions.catalog import full_name, open_catalog
        from missions.catalog import select as selected

        chosen, catalog = _known_parts(split_list(parts)), open_catalog(missions)
        wanted = selected(catalog, split_list(select))
        settle_trust(missions, trust, wanted)
        plan = MeasurementPlan(full_name(missions), catalog, out.resolve(), mutants, seed, sandbox, chosen, benchmark)
        ids = [mission.id for mission in map(catalog.mission, wanted) if mission.testcodes or mission.suites]
        complete = True
        for mission_id in ids:
            complete &= _measured(plan, mission_id, execution)
            _write_tables(plan, [mission_id], tables or out / "tables")
        sys.exit(0 if complete else 1)


def _known_parts(names: tuple[str, ...]) -> frozenset[str]:
    from evaluator.model.errors import UsageError
    from evaluator.runs.execution.measurement import PARTS

    if unknown := [name for name in names if name not in PARTS]:
        raise UsageError(f"--parts {','.join(unknown)}: choose from {', '.join(PARTS)}")
    return frozenset(names or PARTS)


def _measured(plan: MeasurementPlan, mission_id: str, execution: Execution) -> bool:
    """Do what is missing of a mission's runs and store the results; return True when all could be completed."""
    from evaluator.cli.progress import listener_for
    from evaluator.engines import engine_named
    from evaluator.io.files import write_json
    from evaluator.runs.execution.resolved_run import ResolvedRun
    from evaluator.runs.execution.schedule import work
    from evaluator.runs.execution.start import begin

    complete = True
    for folder, request in plan.requests(mission_id, plan.parts).items():
        with listener_for() as listener:
            prepared = begin(ResolvedRun.open(request), folder, listener)
            where = engine_named(execution.engine, execution.jobs)
            complete &= work(prepared, request.steps, where, listener, execution.calls)
    measured = measurement_of(plan, mission_id)
    write_json(measurement_file(plan.out, mission_id), measured)
    return complete


def _write_tables(plan: MeasurementPlan, ids: Sequence[str], tables: Path) -> None:
    """Write the pages of `ids`, and the overview of all missions measured in the folder of `plan`."""
    from evaluator.io.files import read_json, write_whole
    from evaluator.quality.mutation import reviews_of
    from evaluator.reports.measurement import MissionMeasurement
    from evaluator.reports.measurement_pages import overview, page_of
    from missions.violations import requirements_of

    tables.mkdir(parents=True, exist_ok=True)
    found, changed, catalog = [], [], plan.catalog
    for mission_id in _measured_ids(plan):
        measured = read_json(measurement_file(plan.out, mission_id), MissionMeasurement)
        source, subject = _source_and_subject(plan, mission_id)
        found.append((measured, reviews := reviews_of(source)))
        if measured.subject != subject:
            changed.append(mission_id)
        if mission_id in ids:
            write_whole(tables / f"{mission_id}.md", page_of(measured, reviews, requirements_of(source)))
    there = [measured.mission for measured, _ in found]
    write_whole(tables / "overview.md", overview(found, [each for each in catalog.ids() if each not in there], changed))
    say(f"{tables}: {', '.join(ids)}, overview of {counted(len(found), 'mission')}")


def _source_and_subject(plan: MeasurementPlan, mission_id: str) -> tuple[Path | None, str]:
    """Return the folder of a mission and the digest of what is measured; nothing of a mission that is broken now."""
    from evaluator.model.errors import EvaluatorError
    from missions.errors import MissionError

    try:
        return plan.catalog.mission(mission_id).source, plan.subject(mission_id)
    except (MissionError, EvaluatorError):
        return None, ""


def _measured_ids(plan: MeasurementPlan) -> list[str]:
    """Return the missions measured in the folder of `plan`, each followed by what it is after its later requests."""
    from missions.mission import STAGE_MARK
    from missions.project_files import natural

    there = {
        path.parent.name: path.parent.name.partition(STAGE_MARK)[0] for path in plan.out.glob("*/measurement.json")
    }
    order = {mission_id: number for number, mission_id in enumerate(plan.catalog.ids())}
    return sorted(
        (each for each in there if there[each] in order), key=lambda each: (order[there[each]], natural(each))
    )


def measurement_file(out: Path, mission_id: str) -> Path:
    return out / mission_id / "measurement.json"


def measurement_of(plan: MeasurementPlan, mission_id: str) -> MissionMeasurement:
    """Return the results of all runs of one mission that there are."""
    from evaluator.agents.controls import CONTROLS
    from evaluator.agents.references import MutantsAgent, ViolatedSentence, ViolationsAgent
    from evaluator.quality import Mutation, mutations_of
    from evaluator.reports.measurement import MissionMeasurement, change_results, control_results
    from evaluator.runs.execution.measurement import PARTS
    from evaluator.runs.folder.run import open_run

    folders = (folder for folder in plan.requests(mission_id, frozenset(PARTS)) if folder.is_dir())
    runs = {folder.name.partition("-")[0]: open_run(folder) for folder in folders}
    names = {"canonical": {"": "canonical"}, "engine": {"": OTHER_ENGINE}, "controls": {n: n for n in CONTROLS}}
    controls = [each for part in names if part in runs for each in control_results(runs[part], names[part])]
    mutants = change_results(runs["mutants"], MutantsAgent, Mutation) if "mutants" in runs else ()
    violations = change_results(runs["violations"], ViolationsAgent, ViolatedSentence) if "violations" in runs else ()
    possible = len(mutations_of(plan.reference(mission_id).files))
    mission = plan.catalog.mission(mission_id)
    return MissionMeasurement(
        mission_id,
        f"{mission.title} after {mission.stage}" if mission.stage else mission.title,
        possible,
        tuple(controls),
        tuple(mutants),
        len(mission.testcodes) or max((len(each.tried) for each in controls), default=0),
        plan.subject(mission_id),
        "testcodes" if mission.testcodes else "tests",
        tuple(violations),
        mission.works_already,
    )
