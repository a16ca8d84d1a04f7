"""Strategies of projects that grow: the mission first, then every later request on the code that is there."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from evaluator.agents.artifact_forms import instructions
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.stage_checks import CHANGE, ChangeSize
from evaluator.model.errors import EvaluatorError
from evaluator.model.generation import Solution
from evaluator.strategies.interface import BuildTask, Stage, StageResult, Stages, Strategy, files_text
from evaluator.strategies.project import (
    CODE,
    CODE_AND_PARAMETERS,
    FILE_NAMES,
    PARAMETERS_FILE,
    answer_stages,
    parameters_document,
    project_stages,
    shown_level,
)
from evaluator.strategies.prompts import Templates
from missions.mission import Document, Mission
from missions.project_files import ArtifactKind, Artifacts

MEASURED = frozenset({"simulated-use", CHANGE})
"""Evaluators of every version."""

LAST_ASKED = frozenset({ArtifactKind.PARAMETERS, ArtifactKind.START})
"""Artifacts after which a version is complete, where a model is asked for them."""


@dataclass(frozen=True)
class Growing(Strategy):
    """Builds the mission, then answers each later request by changing the agent's own code; measures every version.

    A request that fails leaves the version before, and the next request follows.
    """

    name: str = "growing"
    evaluates_stages: ClassVar[bool] = True
    templates: ClassVar[Templates] = Templates(
        ("code", "parameters", "start", "request"), ("command", "request_command")
    )

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (ChangeSize(),)

    def mission_at(self, mission: Mission, stage: str) -> Mission:
        """Return the mission after a request: its stages have its name, with further words where more is asked for."""
        if not stage:
            return (mission, *mission.later)[-1]
        name = stage.partition(" ")[0]
        return next((each for each in mission.later if each.stage == name), mission)

    def stages(self, task: BuildTask) -> Stages:
        last = yield from _measured(task, project_stages(task, CODE_AND_PARAMETERS), not self.begins_with_reference)
        for mission in task.mission.later:
            grown = replace(task, mission=mission, documents=_documents(task, mission))
            requested = _request_stages(grown, last.artifacts, self.inputs(grown))
            last = yield from _measured(grown, requested, not self.begins_with_reference)

    def inputs(self, task: BuildTask) -> Artifacts | None:
        """Return what a request begins with; None for everything that was produced until now."""
        return None


@dataclass(frozen=True)
class GrowingFromReference(Growing):
    """Answers each later request by changing the reference solution of the stage before."""

    name: str = "growing-from-reference"
    begins_with_reference: ClassVar[bool] = True

    def inputs(self, task: BuildTask) -> Artifacts | None:
        if task.reference is None or task.mission.before is None:
            raise EvaluatorError(f"mission {task.mission.id} has no reference solution to begin with")
        return Solution.of_reference(task.reference.at(task.mission.before.stage)).artifacts


def _documents(task: BuildTask, mission: Mission) -> dict[str, Document]:
    """Return the documents of the input set as they are after a request; a skeleton is that of the first version."""
    return {name: each for name, each in mission.documents.items() if name in task.documents}


def _measured(task: BuildTask, stages: Stages, keep_workspace: bool) -> Generator[Stage, StageResult, StageResult]:
    """Yield the stages of one version, named after its request, the last of them with evaluators; return its result."""
    stage, name = next(stages), task.mission.stage
    while True:
        last = not task.mission.parameters() or not LAST_ASKED.isdisjoint(stage.produces)
        result = yield replace(
            stage,
            name=f"{name} {stage.name}" if name not in ("", stage.name) else stage.name,
            evaluate=MEASURED if last else frozenset(),
            optional=stage.optional or bool(name),
            keep_workspace=keep_workspace,
        )
        try:
            stage = stages.send(result)
        except StopIteration:
            return result


def _request_stages(task: BuildTask, own: Artifacts, inputs: Artifacts | None) -> Stages:
    """Yield the stages that answer one request; `task` has the mission as it is to become, `own` is the version now."""
    if not task.conversational:
        yield _workspace_stage(task, inputs)
        return
    code = files_text((own if inputs is None else inputs)[ArtifactKind.CODE])
    prompt = task.prompt(
        "request", code=code, skeleton="", further={}, **_request(task, shown_level(task, "checklist"))
    )
    result = yield Stage(task.mission.stage, prompt, CODE, inputs=inputs, extends=True)
    yield from answer_stages(task, result)


def _request(task: BuildTask, checklist: object) -> dict[str, object]:
    """Return what the prompts of both kinds of agents say about a request."""
    before = task.mission.before
    return {"built_for": before.prompt if before else "", "request": task.mission.request, "checklist": checklist}


def _workspace_stage(task: BuildTask, inputs: Artifacts | None) -> Stage:
    documents = {FILE_NAMES[name]: each for name, each in task.documents.items() if name in FILE_NAMES}
    values = {"skeleton": False, "further": [], "leave": instructions(CODE_AND_PARAMETERS)}
    prompt = task.prompt("request_command", **values, **_request(task, "checklist" in task.documents))
    return Stage(
        task.mission.stage,
        prompt,
        CODE_AND_PARAMETERS,
        {**documents, PARAMETERS_FILE: parameters_document(task.mission)},
        inputs,
    )
