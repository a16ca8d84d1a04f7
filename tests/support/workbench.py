"""Evaluation of a project folder by simulated use, for tests of hostile solutions and broken variants."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evaluator.benchmarks.registry import benchmark_named
from evaluator.evaluators.interface import EvaluationOptions
from evaluator.model.evaluation import Evaluation
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.runs.execution.workbench import AttemptWorkbench
from missions.catalog import Catalog
from missions.mission import Mission
from missions.project_files import read_files
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.start import Start


def evaluate_folder(
    catalog: Catalog,
    mission: Mission,
    project: Path,
    parameters: Mapping[str, str],
    attachments: Path,
    start: Start | None = None,
) -> Evaluation:
    """Return the evaluation of the project in `project` by the mission's first evaluator."""
    environments.build(mission.environment)
    attachments.mkdir(parents=True, exist_ok=True)
    asked = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
    workbench = AttemptWorkbench(
        catalog,
        mission,
        sandbox_named(),
        EvaluationOptions(),
        project,
        attachments,
        attachments / "recorded.json",
        asked,
    )
    (evaluator, *_) = benchmark_named(mission.benchmark).evaluators(mission)
    return evaluator.evaluate(Solution.of(read_files(project), parameters, start), mission, workbench)
