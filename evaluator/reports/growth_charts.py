"""Curves of attempts with several stages, a line for every agent, input set and strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from evaluator.reports.drawing import Chart, Drawing
from evaluator.reports.growth import GrownAttempt
from evaluator.reports.tables import DataTable


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
