"""Artifacts: the kinds of products of an attempt, each a mapping of files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from missions.project_files import Files


class ArtifactKind(StrEnum):
    """Kinds of products that a stage produces and an evaluator needs. The value names its folder in a run."""

    CODE = "code"
    PARAMETERS = "parameters"
    START = "start"
    CHECKLIST = "checklist"
    SKELETON = "skeleton"
    DESIGN = "design"
    ENVIRONMENT = "environment"
    ACCEPTANCE_TESTS = "acceptance-tests"
    UNIT_TESTS = "unit-tests"
    WORKSPACE = "workspace"
    """Other files that an autonomous agent left in its workspace, for its next stage; removed when the attempt ends."""


Artifacts = Mapping[ArtifactKind, Files]
"""Products by kind. A kind whose product is one value has one file, in the form that agents write."""
