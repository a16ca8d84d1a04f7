"""Comparison of measured recorded runs with published figures, and possible reasons for the differences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from evaluator.model.errors import UsageError
from evaluator.model.evaluation import RUNNABLE, Case
from evaluator.model.result import AttemptResult
from evaluator.runs.results.results import Results, by_recording

SIMILARITIES = {"checklist": "checklist", "skeleton": "skeleton", "code": "code", "parameters": "parameter"}
"""Measured similarity → its name in the file of published figures."""


class PublishedFigures(BaseModel):
    """One entry of the file: counts of all missions together, similarities in percent; `missions` are optional."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    run: str
    passed: int
    of: int
    checklist: float | None = None
    skeleton: float | None = None
    code: float | None = None
    parameter: float | None = None
    missions: Annotated[Mapping[str, int], Field(description="passed cases by mission")] = {}


@dataclass(frozen=True)
class MissionFigures:
    """Passes of one mission and the reasons of its other cases, each with its number of cases."""

    mission: str
    passed: int
    total: int
    published: int | None
    reasons: Mapping[str, int] = field(default_factory=dict)
    lenient: Mapping[str, int] = field(default_factory=dict)
    """Passes that the stricter rule would refuse, by reason."""


@dataclass(frozen=True)
class PublishedRow:
    """Published and measured figures of one recorded run; `difference` is measured − published."""

    run: str
    published: int
    passed: int
    total: int
    similarity: Mapping[str, tuple[float | None, float | None]]
    """Name → published and measured value in percent."""
    missions: tuple[MissionFigures, ...]

    @property
    def difference(self) -> int:
        return self.passed - self.published


@dataclass(frozen=True)
class PublishedComparison:
    """Rows by run; `unmatched` are measured runs without published figures, `not_measured` the reverse."""

    rows: tuple[PublishedRow, ...]
    unmatched: tuple[str, ...]
    not_measured: tuple[str, ...]


def read_published(path: Path) -> tuple[PublishedFigures, ...]:
    """Read a JSON object of entries, each an object or a remark (a text). Raises `UsageError`."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        entries = found.values() if isinstance(found, dict) else found
        return TypeAdapter(tuple[PublishedFigures, ...]).validate_python(
            tuple(entry for entry in entries if not isinstance(entry, str))
        )
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; --published takes a JSON file of published figures") from None
    except (OSError, ValueError, TypeError) as error:
        problem = error.errors()[0] if isinstance(error, ValidationError) else error
        raise UsageError(f"{path}: not a file of published figures: {problem}") from None


def compare_with_published(runs: Sequence[Results], figures: Sequence[PublishedFigures]) -> PublishedComparison:
    """Compare every recorded run of `runs` with its published figures. Raises `UsageError` when none has any."""
    measured = [(name, results) for run in runs for name, results in by_recording(run).items()]
    matched = [(name, results, _figures_of(name, figures)) for name, results in measured]
    rows = tuple(_row(name, results, found) for name, results, found in matched if found is not None)
    if not rows:
        names = ", ".join(name for name, _ in measured[:5]) or "none"
        raise UsageError(f"no measured recorded run has published figures; measured: {names}")
    missing = {id(found) for _, _, found in matched}
    return PublishedComparison(
        rows,
        tuple(name for name, _, found in matched if found is None),
        tuple(each.run for each in figures if id(each) not in missing),
    )


def _figures_of(name: str, figures: Sequence[PublishedFigures]) -> PublishedFigures | None:
    """Return the entry of a recorded run by the end of its name; runs with equal names are prefixed with their path."""
    exact = [each for each in figures if each.run == name]
    ending = [each for each in figures if name.endswith(f"-{each.run}")]
    found = exact or ending
    return found[0] if len(found) == 1 else None


def _row(name: str, results: Results, published: PublishedFigures) -> PublishedRow:
    summary = results.summary()
    similarity = {
        measured: (getattr(published, key), summary.similarity.get(measured)) for measured, key in SIMILARITIES.items()
    }
    missions = tuple(_mission(result, published.missions) for result in results.evaluated)
    return PublishedRow(name, published.passed, summary.passed, summary.total, similarity, missions)


def _mission(result: AttemptResult, published: Mapping[str, int]) -> MissionFigures:
    return MissionFigures(
        result.attempt.mission,
        result.passed,
        result.total,
        published.get(result.attempt.mission),
        dict(Counter(_reasons(result))),
        dict(Counter(case.note for case in result.cases if case.passed and case.note)),
    )


def _reasons(result: AttemptResult) -> Iterator[str]:
    """Yield the start failure of a project, otherwise the failure kind of every case that did not pass."""
    runnable = result.case(RUNNABLE)
    if runnable is not None and not runnable.passed:
        yield runnable.reason
        return
    yield from (_kind(case) for case in result.cases if not case.passed)


def _kind(case: Case) -> str:
    return case.failure.kind.value if case.failure else case.outcome.value
