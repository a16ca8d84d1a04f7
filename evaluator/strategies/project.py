"""Strategies of the ProjectEval paper: `Direct` asks for code at once, `Cascade` for checklist and skeleton first."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from evaluator.agents.artifact_forms import FORMS, instructions
from evaluator.model.generation import Solution
from evaluator.strategies.interface import (
    BuildTask,
    Stage,
    StageResult,
    Stages,
    Strategy,
    document_text,
    files_text,
    parameters_text,
)
from evaluator.strategies.prompts import Templates
from missions.mission import Document, Mission, checklist_as_json
from missions.project_files import ArtifactKind, Files, write_files
from simulators.runtime.entry_points import find_start
from simulators.setting import StartError

CODE = frozenset({ArtifactKind.CODE})
CODE_AND_PARAMETERS = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
LEVELS = (ArtifactKind.CHECKLIST, ArtifactKind.SKELETON)
"""Artifacts between prompt and code, from coarse to fine; each replaces the need for those before it."""

FILE_NAMES: Mapping[str, str] = {"checklist": "CHECKLIST.json", "skeleton": "SKELETON"}
"""Workspace names of documents; a text is ``NAME.md`` else. The prompt is part of the instruction."""

PARAMETERS_FILE = "PARAMETERS.json"
"""Document with the parameters that an autonomous agent has to answer."""


@dataclass(frozen=True)
class Direct(Strategy):
    """From the given documents to code at once, then to parameter values and start commands."""

    name: str = "direct"
    templates: ClassVar[Templates] = Templates(
        ("code", "parameters", "start", "request"), ("command", "request_command")
    )

    def stages(self, task: BuildTask) -> Stages:
        yield from project_stages(task, CODE_AND_PARAMETERS)


@dataclass(frozen=True)
class DirectCode(Strategy):
    """From the given documents to code at once, of a project that has no parameters and is not started (a library)."""

    name: str = "direct"
    templates: ClassVar[Templates] = Templates(("code",), ("command",))

    def stages(self, task: BuildTask) -> Stages:
        yield from project_stages(task, CODE)


@dataclass(frozen=True)
class Cascade(Strategy):
    """Level by level: the missing levels are requested, in order, before the code."""

    name: str = "cascade"
    templates: ClassVar[Templates] = Templates(
        ("checklist", "skeleton", "code", "parameters", "start", "request"), ("command", "request_command")
    )

    def stages(self, task: BuildTask) -> Stages:
        given = [number for number, level in enumerate(LEVELS) if level.value in task.documents]
        yield from project_stages(task, CODE_AND_PARAMETERS.union(LEVELS[max(given, default=-1) + 1 :]))


def project_stages(task: BuildTask, produces: frozenset[ArtifactKind]) -> Stages:
    """Yield a stage for each artifact of `produces`; one stage for all where the agent is not led by prompts."""
    if not task.conversational:
        yield workspace_stage(task, produces)
        return
    checklist, skeleton = shown_level(task, "checklist"), shown_level(task, "skeleton")
    if ArtifactKind.CHECKLIST in produces:
        result = yield Stage("checklist", task.prompt("checklist"), frozenset({ArtifactKind.CHECKLIST}))
        found = Solution(result.artifacts).checklist
        checklist = checklist_as_json(found) if found else ""
    if ArtifactKind.SKELETON in produces:
        prompt = task.prompt("skeleton", checklist=checklist)
        result = yield Stage("skeleton", prompt, frozenset({ArtifactKind.SKELETON}))
        skeleton = files_text(result.artifacts[ArtifactKind.SKELETON])
    result = yield _code_stage(task, {"checklist": checklist if not skeleton else "", "skeleton": skeleton})
    if ArtifactKind.PARAMETERS in produces:
        yield from answer_stages(task, result)


def _code_stage(task: BuildTask, levels: Mapping[str, str]) -> Stage:
    """Return the stage that asks a model for the code: all files, or those of an existing project that are changed."""
    values, existing = {**levels, "further": further(task)}, task.mission.existing
    if existing is None:
        return Stage("code", task.prompt("code", **values), CODE)
    prompt = task.prompt("request", code=files_text(existing), built_for="", request=task.mission.prompt, **values)
    return Stage("code", prompt, CODE, inputs={ArtifactKind.CODE: existing}, extends=True)


def answer_stages(task: BuildTask, result: StageResult) -> Generator[Stage, StageResult, None]:
    """Ask for parameter values and the start, showing the agent its own code; what cannot be read is left out."""
    files = result.artifacts[ArtifactKind.CODE]
    code = files_text(files)
    if task.mission.parameters():
        prompt = task.prompt("parameters", code=code, parameters=parameters_text(task.mission))
        yield Stage("parameters", prompt, frozenset({ArtifactKind.PARAMETERS}), optional=True)
    if problem := _start_problem(task.mission.stack.value, files):
        prompt = task.prompt("start", code=code, problem=problem)
        yield Stage("start", prompt, frozenset({ArtifactKind.START}), optional=True)


def shown_level(task: BuildTask, name: str) -> str:
    """Return the document `name` as a prompt shows it; empty where it is not given."""
    return document_text(task.documents[name]) if name in task.documents else ""


def further(task: BuildTask) -> dict[str, str]:
    """Return the texts of the documents of other kinds, by name."""
    known = ("prompt", "checklist", "skeleton")
    return {name: document_text(each) for name, each in task.documents.items() if name not in known}


def workspace_stage(task: BuildTask, produces: frozenset[ArtifactKind]) -> Stage:
    """Return the one stage of an agent that builds a project in its workspace, or changes the existing one there."""
    documents = {file_name(each): each for each in task.documents.values() if each.name != "prompt"}
    values = {
        **{name: name in task.documents for name in FILE_NAMES},
        "further": [name for name in documents if name not in FILE_NAMES.values()],
        "leave": instructions(produces),
    }
    if ArtifactKind.PARAMETERS in produces:
        documents[PARAMETERS_FILE] = parameters_document(task.mission)
    existing = task.mission.existing
    if existing is None:
        return Stage("code", task.prompt("command", **values), produces, documents, keep_workspace=False)
    prompt = task.prompt("request_command", built_for="", request=task.mission.prompt, **values)
    return Stage("code", prompt, produces, documents, {ArtifactKind.CODE: existing}, keep_workspace=False)


def file_name(document: Document) -> str:
    """Return the file or folder of a document in a workspace."""
    return FILE_NAMES.get(document.name, f"{document.name}.md" if document.files is None else document.name)


def parameters_document(mission: Mission) -> Document:
    """Return the parameters of a mission as an autonomous agent is asked for them."""
    listed = {
        "mission": mission.id,
        "answer_in": FORMS[ArtifactKind.PARAMETERS].place,
        "parameters": [
            {"name": parameter.key, "description": parameter.description, "form": parameter.kind.asks_for}
            for parameter in mission.parameters()
        ],
    }
    return Document(PARAMETERS_FILE, json.dumps(listed, indent=1, ensure_ascii=False))


def _start_problem(stack: str, files: Files) -> str:
    """Return why the stack does not know how to start the project; empty when it does."""
    with tempfile.TemporaryDirectory(prefix="projecteval-start-") as folder:
        write_files(files, Path(folder))
        try:
            find_start(stack, Path(folder), None)
        except StartError as error:
            return error.reason
    return ""
