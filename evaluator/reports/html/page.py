"""HTML report of a run: details first, then the page with template, styles and script in one file."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlencode

from evaluator.io.files import write_whole
from evaluator.reports.charts import charts_of, numbers_of
from evaluator.reports.drawing import Chart, can_draw, drawn
from evaluator.reports.html.details import details_of, dialogue_of, diffs_of_attempt
from evaluator.reports.html.script_data import address, agent_title, index_parts, matrix_of, received
from evaluator.reports.reasons import Cause, causes_of
from evaluator.reports.templates import asset, digest, joined_script, shown, template
from evaluator.reports.terminal import failure_classes_line, further_figures
from evaluator.runs.results.results import AttemptGroup, Results, groups_of
from evaluator.runs.results.samples import in_percent, ks_for, pass_at_means, warnings_of

SCRIPTS = (
    *("dom", "index", "filters", "loading", "evidence", "lightbox", "case", "diffs", "attempt", "overview", "keys"),
    *("main", "live"),
)
"""Parts of the script, in the order in which they need each other."""

MAX_CAUSES = 5
MAX_CHARTS = 2
"""Charts of the page; `report --charts` writes all."""
SEARCHED = 80
"""Characters of a cause's reason that its link searches for."""


def page_of(
    results: Results,
    seconds: float,
    index: str,
    further_parts: Sequence[str],
    charts: Sequence[Chart] = (),
    listed: bool = False,
) -> str:
    """Return the page with the first part of the index; `further_parts` are addresses of the others. `listed`: a list
    of runs is above it."""
    script, style = joined_script(SCRIPTS), asset("report.css")
    causes, matrix = causes_of(results), matrix_of(results)
    groups = [group for group in groups_of(results) if group.total]
    samples = max((group.samples for group in groups), default=1)
    ks = [k for k in ks_for(samples) if 1 < samples >= k]
    return template("report.html.j2").render(
        run=results.run,
        title=agent_title(results.run.request.agent),
        listed=listed,
        figure=figure_of(results),
        summary=further_figures(results, seconds),
        failures=failure_classes_line(results),
        warnings=warnings_of(results),
        charts=charts,
        only_attempt=len(results.attempts) == 1,
        matrix=matrix,
        several_ways=len({(column.input_set, column.strategy) for column in matrix.columns}) > 1,
        remarks=results.benchmark.remarks(results.attempts),
        causes=causes[:MAX_CAUSES],
        further_causes=max(0, len(causes) - MAX_CAUSES),
        search=_search,
        first=_first,
        groups=groups,
        ks=ks,
        pass_at=partial(_pass_at, ks=ks),
        in_percent=in_percent,
        index=index,
        parts=further_parts,
        style=style,
        script=script,
        style_digest=digest(style),
        script_digest=digest(script),
    )


def _pass_at(group: AttemptGroup, ks: Sequence[int]) -> list[str]:
    return [in_percent(mean) for mean in pass_at_means(group.attempts, ks).values()]


def _search(cause: Cause) -> str:
    """Return the address of the attempts whose cases failed by a cause."""
    return f"#?{urlencode({'q': shown(cause.wanted)[:SEARCHED].strip()})}"


def _first(cause: Cause) -> str:
    """Return the address of the first case of a cause."""
    return f"#attempt-{cause.attempt + 1}/{quote(cause.case)}"


@dataclass(frozen=True)
class Figure:
    """The one figure of the first screen: share of the cases that passed, with numbers and interval in words."""

    rate: str
    cases: str
    interval: str = ""


def figure_of(results: Results) -> Figure | None:
    """Return the figure of a run; None where nothing was evaluated."""
    summary = results.summary()
    if summary.pass_rate is None:
        return None
    rates = [group.micro() for group in groups_of(results) if group.total]
    interval = f"95 % interval {in_percent(rates[0])}" if len(rates) == 1 and rates[0].has_limits else ""
    return Figure(f"{100 * summary.pass_rate:.1f} %", f"{summary.passed} of {summary.total} cases passed", interval)


FOLDER = "report"
"""Folder of the details, beside the page."""


def write_report(results: Results, seconds: float, folder: Path | None = None) -> Path:
    """Write ``report.html`` and ``report/`` into `folder` (default: that of the run); return the page's path.

    In another folder the pictures are copied, so that the report can be moved.
    """
    target = folder or results.run.folder
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target, prefix=".report-") as temporary:
        beside = Path(temporary) / FOLDER
        beside.mkdir()
        copied = beside if target.resolve() != results.run.folder.resolve() else None
        for number in range(len(results.attempts)):
            for name, script in attempt_files(results, number, copied).items():
                (beside / name).write_text(script, encoding="ascii")
        first, *others = index_parts(results)
        parts = [f"index-{number}.js" for number in range(2, len(others) + 2)]
        for name, part in zip(parts, others, strict=True):
            (beside / name).write_text(index_script(name, part), encoding="ascii")
        charts = charts_for(results)
        for name, content in chart_files(charts):
            (beside / name).parent.mkdir(exist_ok=True)
            (beside / name).write_bytes(content)
        page = page_of(results, seconds, first, [f"{FOLDER}/{name}" for name in parts], charts)
        shutil.rmtree(target / FOLDER, ignore_errors=True)
        beside.rename(target / FOLDER)
    write_whole(target / "report.html", page)
    return target / "report.html"


def attempt_files(results: Results, number: int, copied: Path | None = None) -> dict[str, str]:
    """Return the scripts of one attempt by file name; pictures are copied below `copied`, else linked in the run."""
    result = results.attempts[number]
    paths, name = results.run.paths.of(result.attempt), f"attempt-{number + 1}"

    def picture(attachment: str) -> str:
        source = paths.attachments / attachment
        if copied is None:
            return address(source.relative_to(results.run.folder).as_posix())
        if source.is_file():
            (copied / name).mkdir(exist_ok=True)
            shutil.copyfile(source, copied / name / attachment)
        return address(FOLDER, name, attachment)

    details = details_of(result, paths, picture)
    files = {f"{name}.js": received(name, details)}
    if details["dialogue"]:
        files[f"{name}-dialogue.js"] = received(f"{name}-dialogue", dialogue_of(paths))
    if details["diffs"]:
        files[f"{name}-diffs.js"] = received(f"{name}-diffs", diffs_of_attempt(paths))
    return files


def charts_for(results: Results) -> tuple[Chart, ...]:
    """Return the charts of the page: none of a single attempt, and none where matplotlib is missing."""
    return charts_of(results)[:MAX_CHARTS] if can_draw() and len(results.evaluated) > 1 else ()


def chart_files(charts: Iterable[Chart]) -> Iterator[tuple[str, bytes]]:
    """Yield each chart as SVG, and its numbers as CSV, by file name."""
    for chart in charts:
        yield f"charts/{chart.name}.svg", drawn(chart, "svg")
        yield f"charts/{chart.name}.csv", numbers_of(chart)


def index_script(name: str, part: str) -> str:
    """Return the script of a further part of the index, which is JSON already."""
    return f'projectevalReport.receive("{name.removesuffix(".js")}",{part});\n'
