"""Terminal output of a comparison with published figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from rich.box import SIMPLE
from rich.table import Table

from evaluator.io.terminal import console_on
from evaluator.reports.published_comparison import (
    SIMILARITIES,
    MissionFigures,
    PublishedComparison,
    PublishedRow,
)


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
