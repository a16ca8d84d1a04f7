"""A comparison for people: output of the terminal, and a page."""

from __future__ import annotations

import math
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE
from rich.table import Table

from evaluator.io.terminal import console_on
from evaluator.model.evaluation import FailureClass
from evaluator.model.generation import Usage
from evaluator.model.statistics import CONFIDENCE, MIN_MISSIONS
from evaluator.reports.charts import growth_charts
from evaluator.reports.comparison import AgentPair, Comparison, Pair, Row
from evaluator.reports.drawing import Chart, can_draw, drawn
from evaluator.reports.growth import GrownAttempt
from evaluator.reports.tables import in_words
from evaluator.reports.templates import asset, digest, template
from evaluator.runs.results.samples import in_percent

FAILURES = {
    FailureClass.EXECUTABILITY: "not executable",
    FailureClass.REQUIREMENT_MISMATCH: "mismatch",
    FailureClass.NON_FUNCTIONAL: "non-functional",
    FailureClass.TESTCODE_ERROR: "raised",
}
"""Heading of the number of failed cases of each class."""

MAX_DIFFERENCES = 40
"""Maximum testcases listed for one pair; --json has all of them."""


def print_comparison(comparison: Comparison, with_cases: bool) -> None:
    """Print a line per pair of agents, the table, and the differences of each pair; the cases on demand."""
    console = console_on(sys.stdout, width=220)
    for agents in comparison.agents:
        console.print(agents.in_words(), soft_wrap=True)
    numbers = {of: number for number, of in enumerate(dict.fromkeys(map(_of, comparison.rows)), 1)}
    for (agent, run), number in numbers.items():
        console.print(f"{number}  {agent} ({run})", soft_wrap=True)
    console.print(_table(comparison, numbers))
    for line in _metrics(comparison):
        console.print(line, soft_wrap=True)
    for words in comparison.left_out:
        console.print(f"left out: {words}", soft_wrap=True)
    for words in comparison.warnings:
        console.print(words, soft_wrap=True)
    for pair in comparison.pairs:
        for line in _lines(pair, with_cases):
            console.print(line, soft_wrap=True)


def _of(row: Row) -> tuple[str, str]:
    return row.agent, row.run


def _metrics(comparison: Comparison) -> Iterator[str]:
    """Yield the benchmark's metrics of each row, and its figures over all rows."""
    for row in comparison.rows:
        if row.metrics:
            yield f"{row.name}: {_values(row.metrics)}"
    if comparison.across:
        yield f"over all rows: {_values(comparison.across)}"


def _values(figures: Mapping[str, float | None]) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in figures.items() if value is not None)


def _table(comparison: Comparison, numbers: Mapping[tuple[str, str], int]) -> Table:
    """Return the table; numbers replace long names, which are printed before it."""
    table = Table(box=SIMPLE, padding=0)
    for name in ("", "input", "strategy"):
        table.add_column(name, overflow="fold")
    for name in (
        "missions",
        "samples",
        "passed",
        "micro [95 %]",
        "macro [95 %]",
        *comparison.similarities,
        *FAILURES.values(),
        "tokens",
        "cost",
        "time",
    ):
        table.add_column(name, justify="right", overflow="fold")
    for row in comparison.rows:
        table.add_row(str(numbers[_of(row)]), *_cells(row, comparison.similarities))
    return table


def _cells(row: Row, similarities: Sequence[str]) -> list[str]:
    where = [row.input_set, row.strategy]
    figures = [str(row.missions), str(row.samples), f"{row.passed}/{row.total}"]
    figures += [in_percent(row.rate), in_percent(row.macro)]
    similar = ["–" if (value := row.similarity.get(name)) is None else f"{value:.2f}" for name in similarities]
    failures = [str(row.failures[name]) for name in FAILURES]
    return [*where, *figures, *similar, *failures, *_costs(row.usage)]


def _costs(usage: Usage) -> list[str]:
    if not usage.calls:
        return ["–", "–", "–"]
    cost = "unknown" if usage.cost is None else f"${usage.cost:.4f}"
    return [f"{usage.input_tokens + usage.output_tokens:,}", cost, f"{usage.seconds:.0f} s"]


def _lines(pair: Pair, with_cases: bool) -> Iterator[str]:
    yield ""
    yield f"{pair.what}: {pair.one}  against  {pair.other}"
    yield f"  {pair.difference.in_words()}"
    if not with_cases:
        yield f"  {len(pair.apart)} cases differ (--cases lists them)" if pair.apart else "  no case differs"
        return
    for mission, testcode, one, other in pair.apart[:MAX_DIFFERENCES]:
        yield f"  {mission} {testcode}: {_passed_share(one)} against {_passed_share(other)}"
    if len(pair.apart) > MAX_DIFFERENCES:
        yield f"  … and {len(pair.apart) - MAX_DIFFERENCES} more (--json has them)"


def _passed_share(share: float) -> str:
    return {0.0: "not passed", 1.0: "passed"}.get(share, f"passed in {100 * share:.0f} % of the samples")


MAX_CASES = 200
"""Cases listed of one pair; CSV and JSON have all."""


@dataclass(frozen=True)
class ReadPair:
    """Two agents in the order of their pass rates, with the figures of their difference in words."""

    better: str
    worse: str
    points: str
    p: str
    differing: int
    missions: int
    is_significant: bool

    @classmethod
    def of(cls, pair: AgentPair) -> ReadPair:
        found, names = pair.difference, (pair.one, pair.other)
        if found.mean < 0:
            found, names = found.turned(), (pair.other, pair.one)
        p = "–" if math.isnan(found.p) else "< 0.001" if found.p < 0.001 else f"{found.p:.3f}"
        return cls(*names, found.points(), p, found.differing, found.pairs, found.p < 1 - CONFIDENCE)


def comparison_page(comparison: Comparison) -> str:
    """Return the page, which needs neither scripts nor other files."""
    style = asset("report.css")
    macros = [row.macro.value for row in comparison.rows if not math.isnan(row.macro.value)]
    return template("comparison.html.j2").render(
        agents=[ReadPair.of(pair) for pair in comparison.agents],
        rows=comparison.rows,
        pairs=comparison.pairs,
        left_out=comparison.left_out,
        warnings=comparison.warnings,
        similarities=[
            name
            for name in comparison.similarities
            if any(row.similarity.get(name) is not None for row in comparison.rows)
        ],
        ks=comparison.ks,
        best=max(macros, default=math.nan),
        min_missions=MIN_MISSIONS,
        max_cases=MAX_CASES,
        grown=grown_missions(comparison.grown),
        pictures=[_picture(chart) for chart in growth_charts(comparison.grown)] if can_draw() else [],
        in_percent=in_percent,
        in_words=in_words,
        share=_share,
        style=style,
        style_digest=digest(style),
    )


@dataclass(frozen=True)
class GrownMission:
    """The attempts at one mission, and the names of its stages."""

    name: str
    stages: tuple[str, ...]
    attempts: tuple[GrownAttempt, ...]


def grown_missions(attempts: Sequence[GrownAttempt]) -> list[GrownMission]:
    """Return the attempts by mission, with all stages that one of them reached."""
    found: dict[str, list[GrownAttempt]] = {}
    for each in attempts:
        found.setdefault(each.mission, []).append(each)
    return [
        GrownMission(name, max((tuple(each.name for each in one.versions) for one in own), key=len), tuple(own))
        for name, own in found.items()
    ]


def _picture(chart: Chart) -> tuple[str, str]:
    """Return a chart in words, and as an address of a picture inside of the page."""
    return chart.in_words, f"data:image/svg+xml;base64,{b64encode(drawn(chart, 'svg')).decode()}"


def _share(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
