"""Assignment of an autonomous agent: the documents of a task as files, and what the agent has to leave."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from evaluator.agents.interface import Assignment
from evaluator.agents.workspace_layout import PROJECT_FOLDER
from evaluator.agents.workspace_results import CHECKLIST, PARAMETERS, SKELETON, START
from evaluator.model.solution import ArtifactKind
from evaluator.strategies.inputs import about
from evaluator.strategies.interface import BuildTask
from missions.mission import Document, Mission

PROJECT = PROJECT_FOLDER.project
CODE = f"{PROJECT}/"
RESULTS: Mapping[str, str] = {
    CODE: "the project, every file of it",
    PARAMETERS: 'the answers to PARAMETERS.json, one JSON object: {"name": "value"}',
    START: 'only when it is started otherwise than said above: {"prepare": [["…"]], "program": ["python", "main.py"]}, '
    "commands as lists of words, run in the project's folder without a shell",
}
"""What a program leaves; without parameters, the code alone."""

INTERMEDIATE_RESULTS: Mapping[ArtifactKind, tuple[str, str]] = {
    ArtifactKind.CHECKLIST: (
        CHECKLIST,
        'first: the checklist of the project, [{"page": "…", "function": [{"function": "…", "description": "…"}]}]',
    ),
    ArtifactKind.SKELETON: (
        f"{SKELETON}/",
        "before the project: its skeleton, every file with imports, classes, signatures and a description "
        "of what each body will do, without the bodies",
    ),
}
FILE_NAMES: Mapping[str, str] = {"checklist": "CHECKLIST.json", "skeleton": "SKELETON"}
"""Workspace names of documents; other documents are ``NAME.md``. The prompt is part of ``PROMPT.md``."""


def assignment_of(task: BuildTask, expected: frozenset[ArtifactKind]) -> Assignment:
    """Return the task as files: PROMPT.md, PARAMETERS.json and the other documents, and an empty project folder."""
    files = {name: content for document in task.documents.values() for name, content in _files_of(document)}
    if ArtifactKind.PARAMETERS in expected:
        files["PARAMETERS.json"] = _json(_parameters(task.mission))
    given = {name: name in task.documents for name in FILE_NAMES}
    further = [f"{name}.md" for name in task.documents if name not in FILE_NAMES and name != "prompt"]
    values = {**about(task.mission), **given, "further": further, "leave": results_of(expected)}
    files["PROMPT.md"] = (task.prompts.text("command", **values) + "\n").encode()
    files[f"{PROJECT}/"] = b""
    return Assignment(task.attempt, task.mission, files, expected, task.reference, task.workplace)


def results_of(expected: frozenset[ArtifactKind]) -> dict[str, str]:
    """Return what a program has to leave, by file name with a description, intermediate results first."""
    first = dict(what for kind, what in INTERMEDIATE_RESULTS.items() if kind in expected)
    return first | {name: what for name, what in RESULTS.items() if ArtifactKind.PARAMETERS in expected or name == CODE}


def _files_of(document: Document) -> Iterator[tuple[str, bytes]]:
    if document.files is not None:
        folder = FILE_NAMES.get(document.name, document.name)
        yield from ((f"{folder}/{name}", content) for name, content in document.files.items())
    elif document.name != "prompt":
        yield FILE_NAMES.get(document.name, f"{document.name}.md"), (document.text.rstrip("\n") + "\n").encode()


def _parameters(mission: Mission) -> dict[str, object]:
    return {
        "mission": mission.id,
        "answer_in": PARAMETERS,
        "parameters": [
            {"name": parameter.key, "description": parameter.description, "form": parameter.kind.asks_for}
            for parameter in mission.parameters()
        ],
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
