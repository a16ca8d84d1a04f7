"""Comparison as a page that people read: pairs of agents first, then rows, and cases where they are asked for."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.model.statistics import CONFIDENCE, MIN_MISSIONS
from evaluator.reports.comparison import AgentPair, Comparison
from evaluator.reports.drawing import Chart, can_draw, drawn
from evaluator.reports.growth import GrownAttempt
from evaluator.reports.growth_charts import growth_charts
from evaluator.reports.tables import in_words
from evaluator.reports.templates import asset, digest, template
from evaluator.runs.results.samples import in_percent

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
