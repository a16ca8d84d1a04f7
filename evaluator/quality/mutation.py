"""One change of one file: whether a testcode notices it, and what the mission's author decided where none does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from missions.formats.folder import REVIEWED_MUTANTS, read_optional
from missions.project_files import Files

AROUND = 70
"""Characters shown before and after the place where two lines differ."""


@dataclass(frozen=True, order=True)
class Mutation:
    """Replacement of the bytes `start` to `end` of `file`. `line` is the first changed line; `operator` names the rule.

    `before` and `after` show the changed lines on one line each.
    """

    file: str
    line: int
    operator: str
    start: int
    end: int
    replacement: str
    before: str
    after: str

    def applied(self, files: Files) -> dict[str, bytes]:
        """Return the files of the project with this change."""
        content = files[self.file]
        return {**files, self.file: content[: self.start] + self.replacement.encode() + content[self.end :]}


def mutation(file: str, operator: str, content: bytes, start: int, end: int, replacement: str) -> Mutation:
    """Return the mutation, with the lines that show it."""
    first = content.rfind(b"\n", 0, start) + 1
    last = content.find(b"\n", max(end - 1, start))
    last = len(content) if last < 0 else last
    old = content[first:last].decode()
    new = (content[first:start] + replacement.encode() + content[end:last]).decode()
    before, after = _around_difference(" ".join(old.split()), " ".join(new.split()))
    return Mutation(file, content.count(b"\n", 0, start) + 1, operator, start, end, replacement, before, after)


def _around_difference(before: str, after: str) -> tuple[str, str]:
    """Return the surroundings of the first characters in which two lines differ."""
    pairs = enumerate(zip(before, after, strict=False))
    place = next((number for number, (one, other) in pairs if one != other), min(len(before), len(after)))
    first = max(place - AROUND, 0)
    return before[first : place + AROUND], after[first : place + AROUND]


@dataclass(frozen=True)
class Replacement:
    """Text for the range of a file from `start` to `end` in bytes, by the rule `operator`."""

    operator: str
    start: int
    end: int
    text: str


Replacements = Iterator[Replacement]


class ChangeState(StrEnum):
    """`STILLBORN`: it does not start, so no testcode was tried. `UNKNOWN`: the infrastructure failed."""

    DETECTED = "detected"
    SURVIVED = "survived"
    STILLBORN = "stillborn"
    UNKNOWN = "unknown"


NOT_DETECTING = frozenset({Outcome.SKIPPED, Outcome.MISSION_DEFECT})


def state_of(cases: tuple[Case, ...]) -> tuple[ChangeState, str]:
    """Return the state of a changed reference, and the first testcode that notices the change."""
    runnable = next((case for case in cases if case.id == RUNNABLE), None)
    if any(case.outcome is Outcome.INFRASTRUCTURE for case in cases):
        return ChangeState.UNKNOWN, ""
    if runnable is not None and not runnable.passed:
        return ChangeState.STILLBORN, ""
    wrong = (case.id for case in cases if not case.passed and case.outcome not in NOT_DETECTING)
    first = next(wrong, "")
    return (ChangeState.DETECTED, first) if first else (ChangeState.SURVIVED, "")


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
