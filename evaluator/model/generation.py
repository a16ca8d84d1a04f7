"""Building: documents and messages that an agent receives; the solution, steps and costs that it returns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Protocol

from pydantic import TypeAdapter

from evaluator.diagrams.agreement import diagram_files
from evaluator.diagrams.reading import read_files
from evaluator.model.errors import EvaluatorError
from evaluator.model.trajectory import Trajectory
from missions.formats.library import DOCUMENTS
from missions.mission import Checklist, Document, ListedPage, Mission, checklist_of
from missions.project_files import ArtifactKind, Artifacts, Files
from missions.reference import Reference
from simulators.data_files import parse_json
from simulators.setting import Start

SKELETON = "skeleton"
"""Document that is derived from the reference solution unless the mission brings its own."""


def documents_of(mission: Mission, names: Sequence[str], reference: Reference | None) -> Mapping[str, Document]:
    """Return the documents `names` of `mission`. Raises `EvaluatorError` naming one that the mission lacks."""
    there = mission.documents
    found: dict[str, Document] = {}
    for name in names:
        if name in there:
            found[name] = there[name]
        elif name == SKELETON:
            found[name] = Document(SKELETON, files=skeleton_of(reference, mission))
        elif reference is not None and name in (derived := design_documents(reference)):
            found[name] = derived[name]
        else:
            raise EvaluatorError(
                f"mission {mission.id} has no document {name}; it has {', '.join(there)}: choose another --input"
            )
    return found


def design_documents(reference: Reference) -> Mapping[str, Document]:
    """Return the design documents that can be derived from a reference in Python, by name; none from another one."""
    model, _ = read_files(reference.files)
    texts = diagram_files(model) if model.modules else {}
    return {name: Document(name, texts[path]) for name, path in DOCUMENTS.items() if path in texts}


def skeleton_of(reference: Reference | None, mission: Mission) -> Files:
    """Return the reference's published skeleton, or derive it with the masker. Raises `EvaluatorError` without one."""
    if reference is None:
        raise EvaluatorError(f"mission {mission.id} has no reference solution to derive a skeleton from")
    if reference.skeleton is not None:
        return reference.skeleton
    from masker import mask

    contents = mask(reference.files).contents()
    return {path: text.encode() if isinstance(text, str) else text for path, text in contents.items()}


@dataclass(frozen=True)
class Usage:
    """Cost of one step of building: tokens, US dollars (None: price unknown), seconds, calls.

    `turns` and `tools` are counted by coding agents that report them.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0
    calls: int = 0
    repairs: int = 0
    turns: int = 0
    tools: int = 0


@dataclass(frozen=True)
class StepRecord:
    """One step of building: a stage (``checklist``, ``code`` …), or what was wrong with one of its artifacts."""

    name: str
    usage: Usage = Usage()
    failure: str = ""


@dataclass(frozen=True)
class Generation:
    """Result of an agent for one stage: artifacts, or why there are none.

    With a failure, `solution` is what was produced until then. `asked` are the artifacts of a recording (None: those
    that the stage asks for), `trajectory` is what the agent's trace says, if it wrote one. With `over_limit` the
    attempt used up its limits: no further stage begins.
    """

    solution: Solution | None
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    asked: frozenset[ArtifactKind] | None = None
    trajectory: Trajectory | None = None
    over_limit: bool = False


def total_usage(usages: Iterable[Usage]) -> Usage:
    """Return the sum of all usages."""
    total = Usage()
    for usage in usages:
        total = add_usage(total, usage)
    return total


def add_usage(one: Usage, other: Usage) -> Usage:
    """Return the sum of two usages; the cost is unknown as soon as that of a call is."""
    known = one.cost is not None or not one.calls
    cost = None if other.cost is None or not known else (one.cost or 0.0) + other.cost
    return Usage(
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        cost if other.calls else one.cost,
        round(one.seconds + other.seconds, 3),
        one.calls + other.calls,
        one.repairs + other.repairs,
        one.turns + other.turns,
        one.tools + other.tools,
    )


@dataclass(frozen=True)
class ChatMessage:
    """One message of a conversation: `role` is ``user`` or ``assistant``."""

    role: str
    text: str


@dataclass(frozen=True)
class Reply:
    """An answer and its cost. `not_whole` says why it is incomplete (cut off, filtered; else empty), `model` is the
    service's own name of the model that answered."""

    text: str
    usage: Usage = Usage()
    not_whole: str = ""
    model: str = ""


class Conversation(Protocol):
    """A model that answers. Raises `ModelError` when no answer can be had now, `Withheld` when none ever will."""

    def ask(self, messages: Sequence[ChatMessage]) -> Reply: ...


__all__ = ["CHECKLIST", "PARAMETERS", "RECORDED", "START", "ArtifactKind", "Artifacts", "Solution"]

PARAMETERS, START, CHECKLIST = "parameters.json", "start.json", "checklist.json"
"""Files of artifacts that are one value."""

RECORDED = "recorded.json"
"""File in an attempt's transcript: recorded answers as they were, which similarity is measured on."""


@dataclass(frozen=True)
class Solution:
    """What an agent built: its artifacts by kind. Values are as given, not yet checked against the mission."""

    artifacts: Artifacts = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        files: Files,
        parameters: Mapping[str, str] | None = None,
        start: Start | None = None,
        checklist: Checklist | None = None,
        skeleton: Files | None = None,
    ) -> Solution:
        """Return the solution of a project with these artifacts; None is an artifact that was not produced."""
        found: dict[ArtifactKind, Files] = {ArtifactKind.CODE: files}
        if parameters is not None:
            found[ArtifactKind.PARAMETERS] = parameters_as_files(parameters)
        if start is not None:
            found[ArtifactKind.START] = start_as_files(start)
        if checklist is not None:
            found[ArtifactKind.CHECKLIST] = checklist_as_files(checklist)
        if skeleton is not None:
            found[ArtifactKind.SKELETON] = skeleton
        return cls(found)

    @classmethod
    def of_reference(cls, reference: Reference) -> Solution:
        own = cls.of(reference.files, reference.parameters, reference.start, skeleton=reference.skeleton)
        return cls({**own.artifacts, **reference.artifacts})

    def as_reference(self) -> Reference:
        return Reference(self.files, self.parameters, self.start, self.skeleton)

    @property
    def files(self) -> Files:
        """Files of the project; empty without one."""
        return self.artifacts.get(ArtifactKind.CODE, {})

    @cached_property
    def parameters(self) -> Mapping[str, str]:
        """Answers by parameter key."""
        text = self.artifacts.get(ArtifactKind.PARAMETERS, {}).get(PARAMETERS, b"{}")
        return TypeAdapter(dict[str, str]).validate_python(parse_json(text, PARAMETERS))

    @cached_property
    def start(self) -> Start | None:
        text = self.artifacts.get(ArtifactKind.START, {}).get(START)
        return None if text is None else TypeAdapter(Start).validate_json(text)

    @cached_property
    def checklist(self) -> Checklist | None:
        text = self.artifacts.get(ArtifactKind.CHECKLIST, {}).get(CHECKLIST)
        return None if text is None else checklist_of(TypeAdapter(list[ListedPage]).validate_json(text))

    @property
    def skeleton(self) -> Files | None:
        return self.artifacts.get(ArtifactKind.SKELETON)


def parameters_as_files(parameters: Mapping[str, str]) -> Files:
    return {PARAMETERS: _json(dict(parameters))}


def start_as_files(start: Start) -> Files:
    return {START: _json(asdict(start))}


def checklist_as_files(checklist: Checklist) -> Files:
    """Return a checklist in the form that agents write."""
    pages = [
        {"page": page.name, "function": [{"function": f.name, "description": f.description} for f in page.functions]}
        for page in checklist.pages
    ]
    return {CHECKLIST: _json(pages)}


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()  # ASCII: values of a model may hold lone surrogates
