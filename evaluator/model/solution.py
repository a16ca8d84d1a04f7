"""Artifacts that an agent produced for a mission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from missions.mission import Checklist
from missions.project_files import Files
from missions.reference import Reference
from simulators.runtime.start import Start


class ArtifactKind(StrEnum):
    """Kinds of artifacts that a strategy asks for and an evaluator needs."""

    CODE = "code"
    PARAMETERS = "parameters"
    CHECKLIST = "checklist"
    SKELETON = "skeleton"
    DESIGN = "design"
    TESTS = "tests"


@dataclass(frozen=True)
class Solution:
    """What an agent built. `parameters` are answers by parameter key, as given, not yet checked."""

    files: Files
    parameters: Mapping[str, str] = field(default_factory=dict)
    start: Start | None = None
    checklist: Checklist | None = None
    skeleton: Files | None = None
    design: Files | None = None
    tests: Files | None = None

    @classmethod
    def of_reference(cls, reference: Reference) -> Solution:
        return cls(reference.files, reference.parameters, reference.start, skeleton=reference.skeleton)

    def as_reference(self) -> Reference:
        return Reference(self.files, self.parameters, self.start, self.skeleton)


RECORDED = "recorded.json"
"""File in an attempt's transcript: recorded answers as they were, which similarity is measured on."""
