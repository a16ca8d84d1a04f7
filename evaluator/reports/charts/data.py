"""Numbers behind the charts; what a run has no numbers for is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from evaluator.model.evaluation import Measure
from evaluator.model.result import AttemptResult
from evaluator.reports.costs import usage_of
from evaluator.reports.tables import DataTable
from evaluator.runs.results.groups import groups_of
from evaluator.runs.results.results import Results


class Drawing(StrEnum):
    """Ways to draw a chart: intervals, pairs of points, bars, points."""

    INTERVALS = "intervals"
    PAIRS = "pairs"
    BARS = "bars"
    POINTS = "points"


@dataclass(frozen=True)
class Chart:
    """A chart with its numbers: in `table`, the first column names what is drawn and the others are values.

    ``intervals`` has value, low and high; ``pairs`` two values; ``bars`` one; ``points`` x and y.
    """

    name: str
    title: str
    drawing: Drawing
    axes: tuple[str, ...]
    table: DataTable

    @property
    def in_words(self) -> str:
        """What the chart shows, for people who do not see it."""
        return f"{self.title}: {len(self.table.rows)} values; the numbers are in {self.name}.csv"


def charts_of(results: Results) -> tuple[Chart, ...]:
    """Return the charts of a run that have at least one value."""
    charts = (_pass_rates(results), _strategies(results), _failures(results), *_scatter(results))
    return tuple(chart for chart in charts if chart.table.rows)


def _pass_rates(results: Results) -> Chart:
    rows = []
    for group in groups_of(results):
        if group.total:
            rate = group.micro()
            low, high = (rate.low, rate.high) if rate.has_limits else (None, None)
            rows.append((f"{group.agent}, {group.input_set}, {group.strategy}", rate.value, low, high))
    table = DataTable("Pass rate", ("group", "micro", "low", "high"), tuple(rows))
    return Chart("pass-rate", "Pass rate with 95 % interval", Drawing.INTERVALS, ("pass rate",), table)


def _strategies(results: Results) -> Chart:
    """Every mission that was built in both ``direct`` and ``cascade`` from one input set by one agent."""
    rates = {
        (group.agent, group.input_set, group.strategy): group.by_mission()
        for group in groups_of(results)
        if group.strategy in ("direct", "cascade")
    }
    rows = []
    for agent, input_set in dict.fromkeys(key[:2] for key in rates):
        direct, cascade = (rates.get((agent, input_set, each), {}) for each in ("direct", "cascade"))
        for mission in sorted(direct.keys() & cascade.keys()):
            one, other = (passed / total for passed, total in (direct[mission], cascade[mission]))
            rows.append((f"{mission}, {input_set}", one, other))
    table = DataTable("Strategies", ("mission", "direct", "cascade"), tuple(rows))
    return Chart("cascade-direct", "Cascade against direct", Drawing.PAIRS, ("pass rate", "direct", "cascade"), table)


def _failures(results: Results) -> Chart:
    cases = [case for result in results.attempts for case in result.cases if not case.is_mission_defect]
    kinds = Counter(case.failure.kind.value for case in cases if case.failure)
    rows = tuple((kind.replace("_", " "), number) for kind, number in kinds.most_common())
    table = DataTable("Failures", ("failure kind", "cases"), rows)
    return Chart("failure-kinds", "Failures by kind", Drawing.BARS, ("cases",), table)


def _scatter(results: Results) -> Iterator[Chart]:
    """Yield pass rate against cost, turns and each similarity, a point for every attempt."""
    scored = [result for result in results.evaluated if result.total]
    cost, turns = [(_cost(result), result) for result in scored], [(_turns(result), result) for result in scored]
    yield _points("cost-score", "Pass rate against cost", "dollars", cost)
    yield _points("turns-score", "Pass rate against turns", "turns", turns)
    for name in dict.fromkeys(each.name for result in scored for each in _similarities(result)):
        values = [(_similarity(result, name), result) for result in scored]
        yield _points(f"similarity-{name}", f"Pass rate against similarity of {name}", f"similarity of {name}", values)


def _points(name: str, title: str, axis: str, values: list[tuple[float | None, AttemptResult]]) -> Chart:
    rows = tuple((r.attempt.label, value, r.passed / r.total) for value, r in values if value is not None)
    table = DataTable(title, ("attempt", axis, "pass rate"), rows)
    return Chart(name, title, Drawing.POINTS, (axis, "pass rate"), table)


def _cost(result: AttemptResult) -> float | None:
    return usage_of([result.generation]).cost if result.generation else None


def _turns(result: AttemptResult) -> float | None:
    return (usage_of([result.generation]).turns or None) if result.generation else None


def _similarities(result: AttemptResult) -> Iterator[Measure]:
    found = result.evaluations.get("similarity")
    yield from (each for each in found.measures if each.value is not None) if found else ()


def _similarity(result: AttemptResult, name: str) -> float | None:
    return next((each.value for each in _similarities(result) if each.name == name), None)
