"""Write the site: one page of rankings, and the report of every run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import jinja2

from evaluator.io.atomic import write_whole
from evaluator.io.atomic_folders import new_folder
from evaluator.model.errors import UsageError
from evaluator.reports.costs import usage_of
from evaluator.reports.formats.cells import in_words
from evaluator.reports.html import write_report
from evaluator.reports.html.embedding import shown
from evaluator.reports.leaderboard.ranking import RankedGroup, boards_of
from evaluator.runs.folder.times import seconds_of
from evaluator.runs.results.results import Results, with_common_defects
from evaluator.runs.results.samples import in_percent

FOLDER = Path(__file__).parent
STYLE = FOLDER.parent / "html" / "assets" / "report.css"


def write_leaderboard(runs: Sequence[Results], out: Path) -> Path:
    """Write ``index.html`` and the reports of `runs` into the new folder `out`; return the page's path.

    Raises `UsageError` when no run has results, `FolderTaken` when `out` exists.
    """
    runs = with_common_defects(runs)
    boards = boards_of(runs)
    if not boards:
        raise UsageError("leaderboard: none of these runs has an evaluated attempt")
    places = {id(results): f"runs/{number}" for number, results in enumerate(runs, 1)}

    def evidence(entry: RankedGroup, mission: str = "") -> str:
        group = entry.group
        wanted = {"mission": mission, "agent": group.agent, "input": group.input_set, "strategy": group.strategy}
        given = {name: value for name, value in wanted.items() if value}
        return f"{places[id(entry.results)]}/report.html#?{urlencode(given)}"

    with new_folder(out) as folder:
        for results in runs:
            write_report(results, seconds_of(results.run.paths.times), folder / places[id(results)])
        page = _template().render(
            boards=boards,
            evidence=evidence,
            in_percent=in_percent,
            cost=_cost,
            in_words=in_words,
            style=STYLE.read_text(encoding="utf-8"),
        )
        write_whole(folder / "index.html", page)
    return out / "index.html"


def _cost(entry: RankedGroup) -> float | None:
    records = [result.generation for result in entry.group.attempts if result.generation is not None]
    return usage_of(records).cost


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: shown(value) if type(value) is str else value,
    )
    return environment.get_template("leaderboard.html.j2")
