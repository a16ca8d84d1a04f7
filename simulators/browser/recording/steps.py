"""Steps that the page script reports; they come from a page and are checked here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StepKind(StrEnum):
    """What a person did."""

    OPENS = "opens"
    RELOADS = "reloads"
    GOES_BACK = "goes_back"
    CLICKS = "clicks"
    TYPES = "types"
    ENTERS_DATE = "enters_date"
    CHOOSES = "chooses"
    TICKS = "ticks"
    UNTICKS = "unticks"
    UPLOADS = "uploads"
    SEES = "sees"


@dataclass(frozen=True)
class RecordedStep:
    """One step: `element` is a selector (empty for pages), `value` a path, text, label, date or file name, `name` what
    the element is called on the page."""

    kind: StepKind
    element: str = ""
    value: str = ""
    name: str = ""


MAX_TEXT_CHARS = 2_000


def step_of(report: object) -> RecordedStep | None:
    """Return the step that a page reported; None for anything else."""
    if not isinstance(report, dict) or report.get("kind") not in set(StepKind):
        return None
    texts = (str(report.get(key) or "")[:MAX_TEXT_CHARS] for key in ("element", "value", "name"))
    return RecordedStep(StepKind(report["kind"]), *texts)


def without_repetitions(steps: list[RecordedStep]) -> list[RecordedStep]:
    """Leave out what a later step replaces: a text typed into the same box at once, the click that only focused it."""
    kept: list[RecordedStep] = []
    for step in steps:
        last = kept[-1] if kept else None
        if last and step.kind is StepKind.TYPES and (last.kind, last.element) == (step.kind, step.element):
            kept.pop()
        kept.append(step)
    return kept
