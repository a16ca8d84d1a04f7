"""Evaluation of a project folder by simulated use, for tests of hostile solutions and broken variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from evaluator.model.evaluation import Evaluation
from evaluator.model.generation import ArtifactKind, Solution
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from missions.catalog import Catalog
from missions.mission import Mission
from missions.project_files import read_files
from simulators.runtime.entry_points import environment_of
from simulators.runtime.environments import host as environments
from simulators.setting import Start


def evaluate_folder(
    catalog: Catalog,
    mission: Mission,
    project: Path,
    parameters: Mapping[str, str],
    folder: Path,
    start: Start | None = None,
) -> Evaluation:
    """Return the evaluation of the project in `project` by the mission's first evaluator, with `folder` to write to."""
    environments.build(environment_of(mission.stack.value, project, start, mission.environment))
    asked = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
    subject = replace(Subject.in_folder(folder, asked), project=project)
    run = ResolvedRun.of_references(catalog, mission.benchmark)
    workbench = AttemptWorkbench(run, mission, subject)
    (evaluator, *_) = run.benchmark.evaluators(mission)
    return evaluator.evaluate(Solution.of(read_files(project), parameters, start), mission, workbench)
