"""Stages of several agents: curves of tasks done and pass rates, and the table of a comparison."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.model.result import StageGrowth
from evaluator.reports.charts import growth_charts
from evaluator.reports.comparison import comparison_of
from evaluator.reports.formats import ReportFormat, render_comparison
from evaluator.reports.growth import GrownAttempt
from evaluator.reports.schemas import json_schema
from tests.support.synthetic_runs import evaluated, in_memory, passed, run_of


def _stage(name: str, counts: tuple[int, int], done: int, *broken: str) -> StageGrowth:
    return StageGrowth(f"01-{name}", name, *counts, 1, 1, broken, (), done)


GOOD = GrownAttempt("good", "shop", 1, (_stage("1", (2, 2), 1), _stage("2", (4, 4), 2), _stage("3", (5, 5), 3)))
WEAK = GrownAttempt(
    "weak", "shop", 1, (_stage("1", (2, 2), 1), _stage("2", (1, 4), 0), _stage("2", (3, 4), 1, "<b>sells</b>"))
)
"""It tries stage 2 twice and ends there."""


def test_tasks_stay_as_they_are_after_the_end_of_an_attempt() -> None:
    charts = {chart.name: chart.table.rows for chart in growth_charts([GOOD, WEAK])}
    assert charts["tasks-done"] == (
        *(("good", 1, 1.0), ("good", 2, 2.0), ("good", 3, 3.0)),
        *(("weak", 1, 1.0), ("weak", 2, 1.0), ("weak", 3, 1.0)),
    )
    assert charts["stages"][3:] == (("weak", 1, 1.0), ("weak", 2, 0.75))


def test_a_comparison_has_the_stages_of_every_attempt(tmp_path: Path) -> None:
    one = in_memory(run_of(tmp_path / "one", ["shop"]), evaluated(passed("sells")))
    comparison = replace(comparison_of([one]), grown=(GOOD, WEAK))
    page = render_comparison(comparison, ReportFormat.HTML).decode()
    assert '<th scope="col"><bdi>1</bdi></th><th scope="col"><bdi>2</bdi></th><th scope="col"><bdi>3</bdi></th>' in page
    assert "broken: <bdi>&lt;b&gt;sells&lt;/b&gt;</bdi>" in page
    assert "1 of 3</td></tr>" in page
    assert "## Stages" in render_comparison(comparison, ReportFormat.MARKDOWN).decode()
    validate = pytest.importorskip("jsonschema", reason="jsonschema is not installed").validate
    validate(json.loads(render_comparison(comparison, ReportFormat.JSON)), json_schema("comparison-1"))
