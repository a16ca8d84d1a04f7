"""Comparison of measured recorded runs with published figures, its table, and possible reasons for differences."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from rich.box import SIMPLE
from rich.table import Table

from evaluator.benchmarks.interface import Summary
from evaluator.io.terminal import console_on
from evaluator.model.errors import UsageError
from evaluator.model.evaluation import RUNNABLE, Case
from evaluator.model.result import AttemptResult
from simulators.data_files import read_json_value

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
class MeasuredRun:
    """One recorded run as it was measured: its name, its figures, its evaluated attempts."""

    name: str
    summary: Summary
    evaluated: Sequence[AttemptResult]


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
        found = read_json_value(path)
        entries = found.values() if isinstance(found, dict) else found
        return TypeAdapter(tuple[PublishedFigures, ...]).validate_python(
            tuple(entry for entry in entries if not isinstance(entry, str))
        )
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; --published takes a JSON file of published figures") from None
    except (OSError, ValueError, TypeError) as error:
        problem = error.errors()[0] if isinstance(error, ValidationError) else error
        raise UsageError(f"{path}: not a file of published figures: {problem}") from None


def compare_with_published(runs: Sequence[MeasuredRun], figures: Sequence[PublishedFigures]) -> PublishedComparison:
    """Compare every recorded run with its published figures. Raises `UsageError` when none has any."""
    matched = [(run, _figures_of(run.name, figures)) for run in runs]
    rows = tuple(_row(run, found) for run, found in matched if found is not None)
    if not rows:
        names = ", ".join(run.name for run in runs[:5]) or "none"
        raise UsageError(f"no measured recorded run has published figures; measured: {names}")
    missing = {id(found) for _, found in matched}
    return PublishedComparison(
        rows,
        tuple(run.name for run, found in matched if found is None),
        tuple(each.run for each in figures if id(each) not in missing),
    )


def _figures_of(name: str, figures: Sequence[PublishedFigures]) -> PublishedFigures | None:
    """Return the entry of a recorded run by the end of its name; runs with equal names are prefixed with their path."""
    exact = [each for each in figures if each.run == name]
    ending = [each for each in figures if name.endswith(f"-{each.run}")]
    found = exact or ending
    return found[0] if len(found) == 1 else None


def _row(run: MeasuredRun, published: PublishedFigures) -> PublishedRow:
    summary = run.summary
    similarity = {
        measured: (getattr(published, key), summary.similarity.get(measured)) for measured, key in SIMILARITIES.items()
    }
    missions = tuple(_mission(result, published.missions) for result in run.evaluated)
    return PublishedRow(run.name, published.passed, summary.passed, summary.total, similarity, missions)


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


def print_published_comparison(comparison: PublishedComparison) -> None:
    """Print the table, then the missions with reasons of every run with a different count."""
    console = console_on(sys.stdout, width=220)
    console.print(_table(comparison))
    for words in _remarks(comparison):
        console.print(words, soft_wrap=True)
    for row in comparison.rows:
        for line in _lines(row) if row.difference else ():
            console.print(line, soft_wrap=True)


def _table(comparison: PublishedComparison) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1))
    table.add_column("recorded run", overflow="fold")
    for name in ("published", "measured", "difference", *(f"{name} (published)" for name in SIMILARITIES)):
        table.add_column(name, justify="right")
    for row in comparison.rows:
        similar = [_similarity(*row.similarity[name]) for name in SIMILARITIES]
        table.add_row(row.run, str(row.published), str(row.passed), f"{row.difference:+d}", *similar)
    published, passed = (
        sum(values) for values in zip(*((r.published, r.passed) for r in comparison.rows), strict=True)
    )
    table.add_row("all", str(published), str(passed), f"{passed - published:+d}")
    return table


def _similarity(published: float | None, measured: float | None) -> str:
    if published is None and measured is None:
        return "–"
    return " ".join(
        "–" if value is None else form.format(value) for form, value in (("{:.2f}", measured), ("({:.2f})", published))
    )


def _remarks(comparison: PublishedComparison) -> Iterator[str]:
    counts = [abs(row.difference) for row in comparison.rows]
    for most in (0, 1, 2):
        yield f"within {most}: {sum(count <= most for count in counts)} of {len(counts)}"
    if comparison.unmatched:
        yield f"without published figures: {', '.join(comparison.unmatched)}"
    if comparison.not_measured:
        yield f"published, not measured: {', '.join(comparison.not_measured)}"


def _lines(row: PublishedRow) -> Iterator[str]:
    yield ""
    yield f"{row.run}: {row.passed} measured, {row.published} published ({row.difference:+d})"
    for figures in row.missions:
        if figures.published is None or figures.published != figures.passed:
            yield f"  mission {figures.mission}: {_figures(figures)}"


def _figures(figures: MissionFigures) -> str:
    published = "" if figures.published is None else f" ({figures.published} published)"
    parts = [f"{figures.passed}/{figures.total}{published}", *_counted(figures.reasons)]
    return "; ".join([*parts, *(f"passed leniently: {words}" for words in _counted(figures.lenient))])


def _counted(reasons: Mapping[str, int]) -> Iterator[str]:
    for reason, times in reasons.items():
        yield f"{times} × {reason[:160]}" if times > 1 else reason[:160]
