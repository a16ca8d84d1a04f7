"""Evaluation of a folder by simulated use, without an agent and without a run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluator.benchmarks import benchmark_named
from evaluator.evaluators.interface import EvaluationOptions
from evaluator.model.attempt import Attempt
from evaluator.model.result import AttemptResult
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.runs.execution.workbench import AttemptWorkbench
from evaluator.runs.results.results import attempt_as_json
from missions.catalog import Catalog, open_catalog
from missions.errors import SolutionError
from missions.mission import Mission
from missions.project_files import read_files, write_files
from missions.reference import parameters_file_of, read_parameters
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Sandbox
from simulators.runtime.sandbox.choice import sandbox_named

FOLDER_STRATEGY = "folder"
"""Strategy in the attempt's name: the folder was not built here."""


@dataclass(frozen=True)
class Checked:
    """Result of evaluating a folder."""

    folder: Path
    result: AttemptResult

    def as_json(self) -> dict[str, Any]:
        """Return the object of ``--json``, like that of a run with one attempt."""
        result = self.result
        shown = attempt_as_json(result)
        return {
            "passed": result.passed,
            "total": result.total,
            "pass_rate": result.passed / result.total,
            "runnable": int(shown["runnable"] == "passed"),
            "missions": {result.attempt.mission: shown},
            "similarity": dict.fromkeys(("checklist", "skeleton", "code", "parameters")),
            "seconds": result.seconds,
            "run": None,
        }


def check_folder(
    folder: Path,
    mission_id: str,
    parameters: Path | None,
    missions: str,
    sandbox: str,
    pictures: Path | None,
    start_limit: float | None,
    say: Callable[[str], None],
) -> Checked:
    """Evaluate `folder` against a mission. `parameters` defaults to ``parameters.toml`` beside or in it.

    Raises `MissionError`, `SolutionError`, `SandboxError`, `EnvironmentNotReady`.
    """
    catalog = open_catalog(missions)
    mission = catalog.mission(mission_id)
    if start_limit:
        mission = replace(mission, limits=replace(mission.limits, start=start_limit))
    if not folder.is_dir():
        raise SolutionError(f"{folder}: there is no such folder; name the folder of the project to check")
    answers, start = read_parameters(parameters or parameters_file_of(folder))
    if not environments.is_built(mission.environment):
        say(f"building environment {mission.environment} (once)")
        environments.build(mission.environment)
    files = read_files(folder)
    (evaluator, *_) = benchmark_named(mission.benchmark).evaluators(mission)
    attempt = Attempt(mission.id, mission.benchmark, FOLDER_STRATEGY)
    if not files:
        evaluation = evaluator.not_built(mission, f"{folder} holds no file: nothing to start")
        return Checked(folder, AttemptResult(attempt, None, {evaluator.name: evaluation}))
    with ExitStack() as stack:
        workbench = _workbench(catalog, mission, sandbox_named(sandbox), pictures, stack)
        write_files(files, workbench.project)
        evaluation = evaluator.evaluate(Solution(files, answers, start), mission, workbench)
    return Checked(folder, AttemptResult(attempt, None, {evaluator.name: evaluation}))


def _workbench(
    catalog: Catalog, mission: Mission, sandbox: Sandbox, pictures: Path | None, stack: ExitStack
) -> AttemptWorkbench:
    temporary = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="projecteval-check-")))
    project, attachments = temporary / "project", pictures or temporary / "attachments"
    project.mkdir()
    attachments.mkdir(parents=True, exist_ok=True)
    asked = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
    recorded = temporary / "recorded.json"
    return AttemptWorkbench(catalog, mission, sandbox, EvaluationOptions(), project, attachments, recorded, asked)
