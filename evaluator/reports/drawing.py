"""Charts as pictures, drawn by matplotlib (extra ``charts``) without its global state."""

from __future__ import annotations

import importlib.util
import io
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from evaluator.model.errors import UsageError
from evaluator.reports.tables import Cell, DataTable, in_words


class Drawing(StrEnum):
    """Ways to draw a chart: intervals, pairs of points, bars, points, lines."""

    INTERVALS = "intervals"
    PAIRS = "pairs"
    BARS = "bars"
    POINTS = "points"
    LINES = "lines"


@dataclass(frozen=True)
class Chart:
    """A chart with its numbers: in `table`, the first column names what is drawn and the others are values.

    ``intervals`` has value, low and high; ``pairs`` two values; ``bars`` one; ``points`` x and y; ``lines``, too, where
    the rows of one name are a line.
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


WIDTH = 7.0
"""Inches: the width of a page's text."""

ROW = 0.28
"""Inches of a named row."""

MAX_ROWS = 60
"""Named rows in a chart; the chart says how many more the CSV has."""

MAX_NAME_CHARS = 44
MARKS = "osD^v"
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
        named = chart.drawing not in (Drawing.POINTS, Drawing.LINES)
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
    axes.set_yticks(range(len(rows)), [_short(name) for name in names])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(chart.axes[0])
    return rows


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1]}…"


def _ends(name: str) -> str:
    """Return a name without the middle of a long one: runs are named at the end."""
    end = MAX_NAME_CHARS * 3 // 4
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - end]}…{name[-end:]}"


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


def _lines(axes: Any, chart: Chart) -> None:
    """Draw a line for the rows of each name; equal lines differ in their marks."""
    lines: dict[Cell, list[tuple[Any, ...]]] = {}
    for name, *point in chart.table.rows:
        lines.setdefault(name, []).append(tuple(point))
    for number, (name, points) in enumerate(lines.items()):
        mark, size = MARKS[number % len(MARKS)], 9 - number % len(MARKS)
        axes.plot(*zip(*points, strict=True), f"{mark}-", markersize=size, label=_ends(in_words(name)))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(chart.axes[0])
    axes.set_ylabel(chart.axes[1])
    axes.set_ylim(bottom=0)
    axes.legend(loc="best")


WITHOUT_TIMES: Any = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}

DRAW = {
    Drawing.INTERVALS: _intervals,
    Drawing.PAIRS: _pairs,
    Drawing.BARS: _bars,
    Drawing.POINTS: _points,
    Drawing.LINES: _lines,
}
