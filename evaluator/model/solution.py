"""Solution: the artifacts that an agent produced for a mission, and the values of those that are no projects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property

from pydantic import TypeAdapter

from missions.artifacts import ArtifactKind, Artifacts
from missions.checklist_json import ListedPage, checklist_of
from missions.mission import Checklist
from missions.project_files import Files
from missions.reference import Reference
from simulators.data_files import parse_json
from simulators.runtime.start import Start

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
