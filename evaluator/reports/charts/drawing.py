"""Draw charts with matplotlib, without a window and without its global state."""

from __future__ import annotations

import importlib.util
import io
from typing import Any

from evaluator.model.errors import UsageError
from evaluator.reports.charts.data import Chart, Drawing
from evaluator.reports.formats.cells import in_words

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
