"""Charts of a run and of its comparison with others: the numbers behind each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from pathlib import Path

from evaluator.model.evaluation import Measure
from evaluator.model.result import AttemptResult
from evaluator.reports.drawing import Chart, Drawing, drawn, require_matplotlib
from evaluator.reports.growth import GrownAttempt, grown_attempts
from evaluator.reports.tables import DataTable, ReportDocument, as_csv
from evaluator.reports.terminal import usage_of
from evaluator.runs.results.results import Results, groups_of


def charts_of(results: Results) -> tuple[Chart, ...]:
    """Return the charts of a run that have at least one value."""
    compared = (_pass_rates(results), _strategies(results), *_by_size(results))
    charts = (*compared, *growth_charts(grown_attempts([results])), _failures(results), *_scatter(results))
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


SUFFIXES = ("svg", "pdf", "png")


def write_charts(charts: Iterable[Chart], folder: Path) -> list[Path]:
    """Write charts as SVG, PDF and PNG with their CSV; return the paths. Raises `UsageError` without matplotlib."""
    require_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for chart in charts:
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


def growth_charts(attempts: Sequence[GrownAttempt]) -> Iterator[Chart]:
    """Yield the tasks done and the pass rate after each stage, a line for every agent, input set and strategy."""
    if attempts:
        yield _lined("tasks-done", "Tasks done after each stage", "tasks done", tasks_done(attempts))
        yield _lined("stages", "Pass rate after each stage", "pass rate", pass_rates(attempts))


def _lined(name: str, title: str, axis: str, curves: Mapping[str, Curve]) -> Chart:
    rows = tuple((whose, number, value) for whose, curve in curves.items() for number, value in curve.items())
    return Chart(name, title, Drawing.LINES, ("stage", axis), DataTable(title, ("group", "stage", axis), rows))


Curve = Mapping[int, float]
"""Values by the number of a stage."""


def pass_rates(attempts: Sequence[GrownAttempt]) -> dict[str, Curve]:
    """Return the mean share of cases that pass after each stage, by agent; an attempt counts in stages it reached."""
    found: dict[str, dict[int, list[float]]] = {}
    for attempt in attempts:
        for number, each in enumerate(attempt.versions, start=1):
            found.setdefault(attempt.whose, {}).setdefault(number, []).append(each.passed / each.total)
    return _means(found)


def tasks_done(attempts: Sequence[GrownAttempt]) -> dict[str, Curve]:
    """Return the mean number of tasks that are done after each stage, by agent.

    An attempt that ends early keeps its number for the stages that another attempt at the mission reached.
    """
    last: dict[str, int] = {}
    for attempt in attempts:
        last[attempt.mission] = max(last.get(attempt.mission, 0), len(attempt.versions))
    found: dict[str, dict[int, list[float]]] = {}
    for attempt in attempts:
        done = [each.done for each in attempt.versions]
        for number in range(1, last[attempt.mission] + 1):
            found.setdefault(attempt.whose, {}).setdefault(number, []).append(done[min(number, len(done)) - 1])
    return _means(found)


def _means(found: Mapping[str, Mapping[int, Sequence[float]]]) -> dict[str, Curve]:
    return {
        whose: {number: fsum(values) / len(values) for number, values in sorted(curve.items())}
        for whose, curve in found.items()
    }
