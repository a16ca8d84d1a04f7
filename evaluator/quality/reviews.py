"""Reviewed list of a mission: what its author decided about mutants that survive and controls that pass."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from evaluator.quality.mutation import Mutation
from missions.formats.folder import REVIEWED_MUTANTS, read_optional


class Verdict(StrEnum):
    """`EQUIVALENT`: no user can notice the change. `SILENT`: one can, but prompt and checklist do not decide it.
    `GAP`: the mission should notice it, and does not yet."""

    EQUIVALENT = "equivalent"
    SILENT = "silent"
    GAP = "gap"


class MutantReview(BaseModel):
    """Decision about the mutant that makes `after` of `line` of `file`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str
    line: int
    after: str
    verdict: Verdict
    reason: str


class ControlReview(BaseModel):
    """Reason why a control passes a testcode."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    control: str
    testcode: str
    reason: str


class Reviews(BaseModel):
    """Content of ``reviewed_mutants.toml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    mutant: tuple[MutantReview, ...] = ()
    control: tuple[ControlReview, ...] = ()

    def of(self, mutation: Mutation) -> MutantReview | None:
        key = mutation.file, mutation.line, mutation.after
        return next((each for each in self.mutant if (each.file, each.line, each.after) == key), None)

    def reason(self, control: str, testcode: str) -> str:
        """Return why `control` passes `testcode`; empty without a review."""
        found = (each.reason for each in self.control if (each.control, each.testcode) == (control, testcode))
        return next(found, "")


def reviews_of(folder: Path | None) -> Reviews:
    """Read the reviewed list of a mission's folder; empty without one. Raises `MissionError` naming the mistake."""
    return read_optional(folder, REVIEWED_MUTANTS, Reviews)
