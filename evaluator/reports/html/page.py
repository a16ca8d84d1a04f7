"""The page itself: template, styles and script in one file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import jinja2

from evaluator.model.evaluation import Outcome
from evaluator.model.failure import FailureKind
from evaluator.reports.charts.data import Chart
from evaluator.reports.html.embedding import shown
from evaluator.reports.html.matrix import matrix_of
from evaluator.reports.reasons import Cause, causes_of
from evaluator.reports.terminal import failure_classes_line, summary_line
from evaluator.runs.results.groups import groups_of
from evaluator.runs.results.results import Results
from evaluator.runs.results.samples import in_percent
from evaluator.runs.results.warnings import warnings_of

ASSETS = Path(__file__).parent / "assets"
SCRIPTS = ("dom", "index", "filters", "loading", "evidence", "case", "diffs", "attempt", "overview", "main", "live")
"""Parts of the script, in the order in which they need each other."""

MAX_CAUSES = 10
SEARCHED = 80
"""Characters of a cause's reason that its link searches for."""


def page_of(
    results: Results, seconds: float, index: str, further_parts: Sequence[str], charts: Sequence[Chart] = ()
) -> str:
    """Return the page with the first part of the index; `further_parts` are addresses of the others."""
    script, style = _script(), _asset("report.css")
    causes = causes_of(results)
    return _template().render(
        run=results.run,
        summary=summary_line(results, seconds),
        failures=failure_classes_line(results),
        warnings=warnings_of(results),
        charts=charts,
        only_attempt=len(results.attempts) == 1,
        matrix=matrix_of(results),
        causes=causes[:MAX_CAUSES],
        further_causes=max(0, len(causes) - MAX_CAUSES),
        search=_search,
        groups=[group for group in groups_of(results) if group.total],
        in_percent=in_percent,
        outcomes=list(Outcome),
        kinds=list(FailureKind),
        index=index,
        parts=further_parts,
        style=style,
        script=script,
        style_digest=_digest(style),
        script_digest=_digest(script),
    )


def _search(cause: Cause) -> str:
    """Return the address of the attempts whose cases failed by a cause."""
    return f"#?{urlencode({'q': shown(cause.reason)[:SEARCHED].strip(), 'outcome': cause.outcome.value})}"


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ASSETS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: shown(value) if type(value) is str else value,
    )
    return environment.get_template("report.html.j2")


def _script() -> str:
    parts = "\n".join(_asset(f"{name}.js") for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}\n}})();\n'


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Return the digest by which the page's security policy allows exactly this script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
