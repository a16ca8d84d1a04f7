"""Charts of a run: the numbers behind each, drawn by matplotlib (extra ``charts``) without its global state."""

from __future__ import annotations

import importlib.util
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from pathlib import Path
from typing import Any

from evaluator.model.errors import UsageError
from evaluator.model.evaluation import Measure
from evaluator.model.growth import growth_of
from evaluator.model.result import AttemptResult
from evaluator.reports.formats import as_csv
from evaluator.reports.tables import DataTable, ReportDocument, in_words
from evaluator.reports.terminal import usage_of
from evaluator.runs.results.results import Results, groups_of


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
    compared = (_pass_rates(results), _strategies(results), *_by_size(results), _curve(results))
    charts = (*compared, _failures(results), *_scatter(results))
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


def _by_size(results: Results) -> Iterator[Chart]:
    """Yield each file by file strategy against ``direct``, missions by the size of their references."""
    sizes = _sizes(results)
    groups = {(group.agent, group.input_set, group.strategy): group.by_mission() for group in groups_of(results)}
    for strategy in dict.fromkeys(key[2] for key in groups if key[2] != "direct"):
        rows, points = [], []
        for agent, input_set in dict.fromkeys(key[:2] for key in groups if key[2] == strategy):
            direct, own = groups.get((agent, input_set, "direct"), {}), groups[agent, input_set, strategy]
            for mission in sorted(direct.keys() & own.keys() & sizes.keys(), key=lambda each: (sizes[each], each)):
                one, other = (passed / total for passed, total in (direct[mission], own[mission]))
                rows.append((f"{mission} ({sizes[mission]} lines), {input_set}", one, other))
                points.append((sizes[mission], other - one))
        title = f"{strategy.capitalize()} against direct by size: {better_from(points)}"
        table = DataTable(title, ("mission", "direct", strategy), tuple(rows))
        yield Chart(f"{strategy}-direct-size", title, Drawing.PAIRS, ("pass rate", "direct", strategy), table)


def _sizes(results: Results) -> dict[str, int]:
    """Return the lines of the references, for missions whose evaluations state them."""
    found = {
        result.attempt.mission: evaluation.labels["lines"]
        for result in results.attempts
        for evaluation in result.evaluations.values()
        if "lines" in evaluation.labels
    }
    return {mission: int(lines) for mission, lines in found.items() if lines.isdecimal()}


def better_from(points: Sequence[tuple[int, float]]) -> str:
    """Return in words from which size on the second strategy gains most in sum; `points` are sizes and differences."""
    sizes = sorted({size for size, _ in points})
    gains = {size: fsum(difference for each, difference in points if each >= size) for size in sizes}
    best = max(sizes, key=lambda size: gains[size], default=0)
    if not gains or gains[best] <= 0:
        return "better from no size"
    return "better at every size" if best == sizes[0] else f"better from {best} lines"


def _curve(results: Results) -> Chart:
    """Return the mean share of cases that pass after each stage, for attempts with several evaluated stages."""
    shares: dict[tuple[str, str, int], list[float]] = {}
    for result in results.evaluated:
        grown = [each for each in growth_of(result.stages) if each.total]
        for number, each in enumerate(grown if len(grown) > 1 else (), start=1):
            key = (result.attempt.input_set, result.attempt.strategy, number)
            shares.setdefault(key, []).append(each.passed / each.total)
    rows = tuple(
        (f"{input_set}, {strategy}, stage {number}", number, fsum(values) / len(values))
        for (input_set, strategy, number), values in sorted(shares.items())
    )
    table = DataTable("Pass rate after each stage", ("group", "stage", "pass rate"), rows)
    return Chart("stages", "Pass rate after each stage", Drawing.POINTS, ("stage", "pass rate"), table)


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
    yield _plotted("cost-score", "Pass rate against cost", "dollars", cost)
    yield _plotted("turns-score", "Pass rate against turns", "turns", turns)
    for name in dict.fromkeys(each.name for result in scored for each in _similarities(result)):
        values = [(_similarity(result, name), result) for result in scored]
        yield _plotted(f"similarity-{name}", f"Pass rate against similarity of {name}", f"similarity of {name}", values)


def _plotted(name: str, title: str, axis: str, values: list[tuple[float | None, AttemptResult]]) -> Chart:
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


WIDTH = 7.0
"""Inches: the width of a page's text."""

ROW = 0.28
"""Inches of a named row."""

MAX_ROWS = 60
"""Named rows in a chart; the chart says how many more the CSV has."""

MAX_NAME_CHARS = 44
DIRECT, CASCADE, PLAIN = "#0550ae", "#bc4c00", "#0550ae"
SETTINGS: Any = {"svg.hashsalt": "projecteval", "text.parse_math": False, "font.family": "DejaVu Sans", "font.size": 9}
"""The same chart is the same file; texts are no formulas."""


def can_draw() -> bool:
    return importlib.util.find_spec("matplotlib") is not None


def require_matplotlib() -> None:
    """Raise `UsageError` where matplotlib is missing."""
    if not can_draw():
        raise UsageError("charts need matplotlib: pip install 'projecteval[charts]'")


def drawn(chart: Chart, suffix: str) -> bytes:
    """Return a chart as ``svg``, ``pdf`` or ``png``."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS):
        named = chart.drawing is not Drawing.POINTS
        height = 1.2 + ROW * min(len(chart.table.rows), MAX_ROWS) if named else 4.2
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        DRAW[chart.drawing](axes, chart)
        axes.set_title(in_words(chart.title) + _more(chart, named))
        axes.grid(axis="x" if named else "both", color="#d0d7de", linewidth=0.6)
        axes.set_axisbelow(True)
        file = io.BytesIO()
        figure.savefig(file, format=suffix, dpi=150, metadata=WITHOUT_TIMES[suffix])
    return file.getvalue()


def _more(chart: Chart, named: bool) -> str:
    more = len(chart.table.rows) - MAX_ROWS if named else 0
    return f" (first {MAX_ROWS}; {more} more in {chart.name}.csv)" if more > 0 else ""


def _named_rows(axes: Any, chart: Chart) -> list[tuple[Any, ...]]:
    rows = list(chart.table.rows[:MAX_ROWS])
    names = [in_words(row[0]) for row in rows]
    axes.set_yticks(range(len(rows)), [n if len(n) <= MAX_NAME_CHARS else f"{n[: MAX_NAME_CHARS - 1]}…" for n in names])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(chart.axes[0])
    return rows


def _intervals(axes: Any, chart: Chart) -> None:
    for position, (_, value, low, high) in enumerate(_named_rows(axes, chart)):
        if low is not None and high is not None:
            axes.plot([low, high], [position, position], color=PLAIN, linewidth=2)
        axes.plot(value, position, "o", color=PLAIN)
    axes.set_xlim(-0.02, 1.02)


def _pairs(axes: Any, chart: Chart) -> None:
    for position, (_, one, other) in enumerate(_named_rows(axes, chart)):
        axes.plot([one, other], [position, position], color="#8c959f", linewidth=1)
        axes.plot(one, position, "o", color=DIRECT, label=chart.axes[1] if not position else None)
        axes.plot(other, position, "D", color=CASCADE, label=chart.axes[2] if not position else None)
    axes.set_xlim(-0.02, 1.02)
    axes.legend(loc="best")


def _bars(axes: Any, chart: Chart) -> None:
    rows = _named_rows(axes, chart)
    axes.barh(range(len(rows)), [row[1] for row in rows], color=PLAIN)


def _points(axes: Any, chart: Chart) -> None:
    axes.plot([row[1] for row in chart.table.rows], [row[2] for row in chart.table.rows], "o", color=PLAIN, alpha=0.6)
    axes.set_xlabel(chart.axes[0])
    axes.set_ylabel(chart.axes[1])
    axes.set_ylim(-0.02, 1.02)


WITHOUT_TIMES: Any = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}

DRAW = {Drawing.INTERVALS: _intervals, Drawing.PAIRS: _pairs, Drawing.BARS: _bars, Drawing.POINTS: _points}


SUFFIXES = ("svg", "pdf", "png")


def write_charts(results: Results, folder: Path) -> list[Path]:
    """Write every chart as SVG, PDF and PNG with its CSV; return the paths. Raises `UsageError` without matplotlib."""
    require_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for chart in charts_of(results):
        contents = {suffix: drawn(chart, suffix) for suffix in SUFFIXES}
        contents["csv"] = numbers_of(chart)
        for suffix, content in contents.items():
            path = folder / f"{chart.name}.{suffix}"
            path.write_bytes(content)
            written.append(path)
    return written


def numbers_of(chart: Chart) -> bytes:
    """Return the CSV behind a chart."""
    return as_csv(ReportDocument(chart.title, (), (), chart.table)).encode()
