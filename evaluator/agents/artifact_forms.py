"""Forms of artifacts: the place of each kind in a workspace, its instruction, and the reader of an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from evaluator.agents.answers.parsing import checklist_in, files_in, parameters_in, start_in
from evaluator.model.generation import (
    CHECKLIST,
    PARAMETERS,
    START,
    checklist_as_files,
    parameters_as_files,
    start_as_files,
)
from missions.project_files import ArtifactKind, Artifacts, Files

PROJECT = "project"


@dataclass(frozen=True)
class ArtifactForm:
    """Form of one kind. `place` is its folder (with a slash at the end) or file in a workspace, `instruction` says
    what the agent has to leave there; `read` reads a model's answer, or that file. It raises `UnreadableAnswer`."""

    place: str
    instruction: str
    read: Callable[[str], Files] = files_in

    @property
    def is_folder(self) -> bool:
        return self.place.endswith("/")


FORMS: Mapping[ArtifactKind, ArtifactForm] = {
    ArtifactKind.CHECKLIST: ArtifactForm(
        CHECKLIST,
        'first: the checklist of the project, [{"page": "…", "function": [{"function": "…", "description": "…"}]}]',
        lambda answer: checklist_as_files(checklist_in(answer)),
    ),
    ArtifactKind.SKELETON: ArtifactForm(
        "skeleton/",
        "before the project: its skeleton, every file with imports, classes, signatures and a description "
        "of what each body will do, without the bodies",
    ),
    ArtifactKind.DESIGN: ArtifactForm("design/", "the design, every file of it"),
    ArtifactKind.ENVIRONMENT: ArtifactForm("environment/", "files that declare the packages which the project needs"),
    ArtifactKind.CODE: ArtifactForm(f"{PROJECT}/", "the project, every file of it"),
    ArtifactKind.ACCEPTANCE_TESTS: ArtifactForm("acceptance-tests/", "acceptance tests, every file of them"),
    ArtifactKind.UNIT_TESTS: ArtifactForm("unit-tests/", "unit tests, every file of them"),
    ArtifactKind.PARAMETERS: ArtifactForm(
        PARAMETERS,
        'the answers to PARAMETERS.json, one JSON object: {"name": "value"}',
        lambda answer: parameters_as_files(parameters_in(answer)),
    ),
    ArtifactKind.START: ArtifactForm(
        START,
        'only when it is started otherwise than said above: {"prepare": [["…"]], "program": ["python", "main.py"]}, '
        "commands as lists of words, run in the project's folder without a shell",
        lambda answer: start_as_files(start_in(answer)),
    ),
}
"""Every kind that an agent produces, in the order in which it is asked for them."""


def with_start(kinds: frozenset[ArtifactKind]) -> frozenset[ArtifactKind]:
    """Return the kinds that an agent may leave when it has to leave `kinds`: what is started may say how."""
    return kinds | {ArtifactKind.START} if ArtifactKind.PARAMETERS in kinds else kinds


def instructions(kinds: frozenset[ArtifactKind]) -> dict[str, str]:
    """Return what an agent has to leave in its workspace, by place with a description."""
    return {form.place: form.instruction for kind, form in FORMS.items() if kind in with_start(kinds)}


def read_answer(answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
    """Read a model's answer that is one artifact. Raises `UnreadableAnswer`."""
    (kind,) = kinds
    return {kind: FORMS[kind].read(answer)}
