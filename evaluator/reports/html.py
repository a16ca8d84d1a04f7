"""HTML report in one file: reason, trace and screenshot of every testcode that did not pass."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from evaluator.io.atomic import write_whole
from evaluator.model.verdicts import TestcodeResult, Verdict
from evaluator.reports.terminal import summary_line
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import read_traces
from evaluator.runs.results.results import SIMILARITIES, AttemptResult, Results
from simulators.trace import Step

if TYPE_CHECKING:
    from evaluator.evaluators.similarity import Score

MOST_ATTEMPTS_IN_FULL = 200
"""Attempts whose traces and screenshots are in the page; a browser cannot open larger ones."""


def write_report(results: Results, seconds: float) -> Path:
    """Write ``report.html`` of a run and return its path."""
    page = _template().render(
        run=results.run,
        summary=summary_line(results, seconds),
        verdicts=list(Verdict),
        attempts=[_Shown(results, result, number) for number, result in enumerate(results.attempts)],
    )
    write_whole(results.run.paths.report, page)
    return results.run.paths.report


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html.j2")


class _Shown:
    """One attempt as the template sees it."""

    def __init__(self, results: Results, result: AttemptResult, number: int) -> None:
        self.result = result
        self.label = result.attempt.label
        self.judgement = result.judgement
        self._paths = results.run.paths.of(result.attempt)
        self._in_full = number < MOST_ATTEMPTS_IN_FULL
        self._traces = read_traces(self._paths) if self._in_full and result.judgement else {}

    def similarities(self) -> list[tuple[str, Score]]:
        """Return each product with its score; empty where nothing was scored."""
        scored = self.result.scored
        if scored is None or not self._in_full:
            return []
        return [(name, getattr(scored.scores, name)) for name in SIMILARITIES]

    def rule(self) -> str:
        return "" if self.result.scored is None else self.result.scored.rule.value

    def count(self, verdict: Verdict) -> int:
        return 0 if self.judgement is None else self.judgement.counts().get(verdict, 0)

    def trace(self, testcode: TestcodeResult) -> tuple[Step, ...]:
        return self._traces.get(testcode.id, ())

    def picture(self, testcode: TestcodeResult) -> str:
        """Return the screenshot as a data URL; empty where there is none."""
        if not self._in_full or not testcode.picture:
            return ""
        return _data_url(self._paths, testcode.picture)


def _data_url(paths: AttemptPaths, name: str) -> str:
    path = paths.pictures / name
    if not path.is_file():
        return ""
    return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()
