"""HTML report in one file: reason, trace and screenshot of every testcode that did not pass."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from evaluator.evaluators.similarity.evaluator import DETAILS
from evaluator.io.atomic import read_json, write_whole
from evaluator.model.evaluation import Case, Outcome
from evaluator.model.result import AttemptResult
from evaluator.reports.terminal import failure_classes_line, summary_line
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import read_traces
from evaluator.runs.results.results import Results
from simulators.trace import TraceEntry

if TYPE_CHECKING:
    from evaluator.evaluators.similarity import Score

MOST_ATTEMPTS_IN_FULL = 200
"""Attempts whose traces and screenshots are in the page; a browser cannot open larger ones."""


def write_report(results: Results, seconds: float) -> Path:
    """Write ``report.html`` of a run and return its path."""
    page = _template().render(
        run=results.run,
        summary=summary_line(results, seconds),
        failures=failure_classes_line(results),
        outcomes=list(Outcome),
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
        self._paths = results.run.paths.of(result.attempt)
        self._in_full = number < MOST_ATTEMPTS_IN_FULL
        names = result.evaluations if self._in_full else ()
        self._traces = {case: trace for name in names for case, trace in read_traces(self._paths, name).items()}

    def log(self) -> str:
        return "\n".join(evaluation.log for evaluation in self.result.evaluations.values() if evaluation.log)

    def similarities(self) -> list[tuple[str, Score]]:
        """Return each artifact with its score and what explains it; none where nothing was compared."""
        path = self._paths.attachments / DETAILS
        if not self._in_full or not path.exists():
            return []
        from evaluator.evaluators.similarity import Product, Scores

        scores = read_json(path, Scores)
        return [(product.value, getattr(scores, product.value)) for product in Product]

    def rule(self) -> str:
        rules = [e.settings.get("rule", "") for e in self.result.evaluations.values()]
        return next((rule for rule in rules if rule), "")

    def count(self, outcome: Outcome) -> int:
        return self.result.counts().get(outcome, 0)

    def trace(self, case: Case) -> tuple[TraceEntry, ...]:
        return self._traces.get(case.id, ())

    def picture(self, case: Case) -> str:
        """Return the case's picture as a data URL; empty where there is none."""
        pictures = [name for name in case.attachments if name.endswith(".png")]
        return _data_url(self._paths, pictures[0]) if self._in_full and pictures else ""


def _data_url(paths: AttemptPaths, name: str) -> str:
    path = paths.attachments / name
    if not path.is_file():
        return ""
    return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()
