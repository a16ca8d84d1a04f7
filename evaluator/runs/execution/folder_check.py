"""Run of one attempt that evaluates an existing project folder; its website can be started again afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from evaluator.agents.folders import FolderAgent
from evaluator.benchmarks.interface import benchmark_named
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.pytest_suite import PytestSuite
from evaluator.evaluators.simulated_use.evaluator import spec_of
from evaluator.model.errors import UsageError
from evaluator.model.evaluation import RUNNABLE
from evaluator.runs.execution.attempt import Listener
from evaluator.runs.execution.resolved_run import ResolvedRun, requested_part
from evaluator.runs.execution.start import PreparedRun, begin, folder_for
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.records import opened_project, read_generation, read_solution, write_generation
from evaluator.runs.folder.request import request_of
from evaluator.runs.folder.run import FoundRun, open_run, runs_in
from evaluator.runs.results.results import results_of
from missions.catalog import full_name, open_catalog
from missions.mission import Mission
from missions.names import hint, unknown_names
from missions.testcodes.testcode import SimulatorName
from simulators.runtime.layers import with_requirements
from simulators.runtime.port_forward import PortForward, listening_on
from simulators.runtime.sandbox import PORT
from simulators.runtime.start_project import open_site

CHECK = "check-"
"""Part of the names of the folders that checks make."""


def opened_check(
    project: Path,
    mission_id: str,
    parameters: Path | None,
    out: Path | None,
    values: Mapping[str, Any],
    listener: Listener,
    keep_open: bool = False,
) -> PreparedRun:
    """Start a run on `project`; every problem of its parameter values is reported before anything is evaluated.

    Raises `MissionError`, `SolutionError`, `UsageError`.
    """
    catalog = open_catalog(values.get("missions", "catalog"))
    mission = catalog.mission(mission_id)
    if keep_open:
        require_website(mission)
    if values.get("window") == "shown":
        require_display(mission)
    agent = FolderAgent(f"{project},{parameters}" if parameters else str(project))
    request = request_of(
        **{
            **values,
            "missions": full_name(values.get("missions", "catalog")),
            "agent": agent.name,
            "select": (mission_id,),
            "evaluators": _first_or_suites(benchmark_named(catalog.benchmark).evaluators(mission)),
            "steps": (Step.GENERATE, Step.EVALUATE, Step.REPORT),
        }
    )
    _check_testcodes(mission, request.only)
    generation = agent.submission(mission, requested_part(mission, request, request.inputs_seed or 0))
    prepared = begin(ResolvedRun.open(request), (out or _folder_for(project)).resolve(), listener)
    for attempt in prepared.run.attempts():
        write_generation(prepared.run.paths.of(attempt), generation)
    return prepared


def require_display(mission: Mission) -> None:
    """Raise `UsageError` for a mission without a browser that can be shown, `NoBrowser` without browser or display."""
    from simulators.browser.chromium.launch import find_browser

    simulators = {testcode.simulator for testcode in mission.testcodes}
    if mission.setting.browser != "playwright" or not simulators & {SimulatorName.BROWSER, SimulatorName.PAGE}:
        raise UsageError(f"--headed: mission {mission.id} has no window to show; leave out")
    find_browser(windowed=True)


def _first_or_suites(evaluators: Sequence[Evaluator]) -> tuple[str, ...]:
    """Return the names of the evaluators that are suites of a library, else that of the first."""
    suites = tuple(evaluator.name for evaluator in evaluators if isinstance(evaluator, PytestSuite))
    return suites or (evaluators[0].name,)


def _check_testcodes(mission: Mission, names: tuple[str, ...]) -> None:
    known = [testcode.id for testcode in mission.testcodes]
    for name in unknown_names(names, known):
        raise UsageError(f"--only {name}: mission {mission.id} has no such testcode; {hint(name, known)}")


def _folder_for(project: Path) -> Path:
    """A new folder below ``runs/``, outside of the project."""
    folder = folder_for(time.time(), f"{CHECK}{project.resolve().name}")
    inside = folder.resolve().is_relative_to(project.resolve())
    return project.resolve().parent / folder if inside else folder


def require_website(mission: Mission) -> None:
    """Raise `UsageError` for a mission whose project has no pages."""
    if not mission.stack.is_website:
        raise UsageError(f"--keep-open: mission {mission.id} has no website; leave out")


KEPT_CHECKS = 5
"""Runs of checks that are kept of one project: those before are removed."""


def checks_of(project: Path, parameters: Path | None) -> list[FoundRun]:
    """Return the runs that earlier checks of a project made without ``--out``, the latest first."""
    agent = FolderAgent(f"{project},{parameters}" if parameters else str(project)).name
    found = runs_in(_folder_for(project).parent)
    return [run for run in found if run.agent == agent and CHECK in run.folder.name]


def last_failed(project: Path, parameters: Path | None, mission: str) -> tuple[str, ...]:
    """Return the testcodes of a mission that did not pass in the last check of a project."""
    for found in checks_of(project, parameters):
        results = results_of(open_run(found.folder))
        cases = [case for result in results.attempts if result.attempt.mission == mission for case in result.cases]
        if cases:
            return tuple(case.id for case in cases if not case.passed and case.id != RUNNABLE)
    return ()


@contextmanager
def kept_open(prepared: PreparedRun) -> Iterator[str]:
    """Start the site of the run's attempt in its sandbox; return its address on this machine.

    Raises `StartError` when it does not start.
    """
    run, resolved = prepared.run, prepared.resolved
    (attempt,) = run.attempts()
    paths = run.paths.of(attempt)
    mission, record = resolved.catalog.mission(attempt.mission), read_generation(paths)
    assert record is not None  # `check` has written it
    with opened_project(paths.solution) as project:
        subject = replace(Subject.of_attempt(paths, record), project=project)
        workbench = AttemptWorkbench(resolved, mission, subject)
        spec = with_requirements(spec_of(read_solution(paths, record), mission, workbench))
        with open_site(spec) as site, PortForward(lambda: site.connect(PORT), listening_on(PORT)) as forward:
            yield f"http://localhost:{forward.port}/"
