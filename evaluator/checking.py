"""Judging a folder that somebody has, without an agent and without a run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.evaluators.simulated_use.judge import judge, not_runnable
from evaluator.model.errors import SolutionError
from evaluator.model.solution import answers_beside, read_answers, read_files, write_files
from evaluator.model.verdicts import Judgement, Verdict
from evaluator.runs.results.results import SIMILARITIES, mission_as_json
from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.stage import RuntimeSpec


@dataclass(frozen=True)
class Checked:
    """What became of a folder."""

    folder: Path
    judgement: Judgement

    def as_json(self) -> dict[str, Any]:
        """The object of ``--json``, like that of a run with one attempt."""
        judgement = self.judgement
        return {
            "passed": judgement.passed,
            "total": judgement.total,
            "pass_rate": judgement.passed / judgement.total,
            "runnable": int(judgement.runnable.verdict is Verdict.PASSED),
            "missions": {judgement.mission: mission_as_json(judgement)},
            "similarity": dict.fromkeys(SIMILARITIES),
            "seconds": judgement.seconds,
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
    """Judge `folder` against a mission. `parameters` defaults to ``parameters.toml`` beside or in it.

    Raises `MissionError`, `SolutionError`, `SandboxError`, `EnvironmentNotReady`.
    """
    mission = open_catalog(missions).mission(mission_id)
    if not folder.is_dir():
        raise SolutionError(f"{folder}: there is no such folder; name the folder of the project to check")
    answers, start = read_answers(parameters or answers_beside(folder))
    if not environments.is_built(mission.environment):
        say(f"building environment {mission.environment} (once)")
        environments.build(mission.environment)
    with ExitStack() as stack:
        copy = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="projecteval-check-")))
        files = read_files(folder)
        if not files:
            return Checked(folder, not_runnable(mission, f"{folder} holds no file: nothing to start"))
        write_files(files, copy)
        if pictures is None:
            pictures = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="projecteval-pictures-")))
        pictures.mkdir(parents=True, exist_ok=True)
        production = RuntimeSpec(
            project=copy,
            stack=mission.stack.value,
            environment=environments.find(mission.environment),
            sandbox=sandbox_named(sandbox),
            setting=mission.setting,
            start=start,
            start_limit=start_limit or mission.limits.start,
            superuser=mission.superuser,
            settings=mission.variables,
            extra_packages=mission.extra_packages,
        )
        return Checked(folder, judge(mission, production, answers, pictures))
