"""Shared by ``run`` and its steps: work on a run with a progress display, then show the results."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.cli.execution import Execution
from evaluator.cli.progress import listener_for
from evaluator.engines import EngineGone, engine_named
from evaluator.io.files import write_json, write_whole
from evaluator.io.terminal import tell
from evaluator.model.errors import ExitStatus
from evaluator.reports.formats import ReportFormat, render_run
from evaluator.reports.html import write_report
from evaluator.reports.junit import write_junit
from evaluator.reports.terminal import print_results
from evaluator.runs.execution.attempt import Listener
from evaluator.runs.execution.consent import resume_command
from evaluator.runs.execution.events import followed
from evaluator.runs.execution.schedule import work
from evaluator.runs.execution.start import PreparedRun
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.paths import recorded_span, seconds_of
from evaluator.runs.results.results import Results, as_json, results_of

UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT)
"""Errors of a folder that cannot be written."""


@dataclass(frozen=True)
class FinishedWork:
    """A run after some steps, its results, and the exit status of the command."""

    prepared: PreparedRun
    results: Results
    status: int

    def status_under(self, fail_under: float | None) -> int:
        """Return the exit status, `ExitStatus.UNDER_LIMIT` when fewer than `fail_under` percent of the cases passed."""
        if self.status or fail_under is None:
            return self.status
        rate = 100 * self.results.passed / self.results.total if self.results.total else 0.0
        return ExitStatus.UNDER_LIMIT if rate < fail_under else self.status


def work_and_show(
    opened: Callable[[Listener], PreparedRun],
    steps: tuple[Step, ...] | None,
    execution: Execution,
    json_wanted: bool,
    every_case: bool = False,
) -> FinishedWork:
    """Do `steps` (None: those of the request) of the run that `opened` gives, and show the results."""
    where = engine_named(execution.engine, execution.jobs)
    with listener_for(every_case) as listener:
        prepared = opened(listener)
        run = prepared.run
        steps = run.request.steps if steps is None else steps
        try:
            with recorded_span(run.paths.times, " ".join(steps)), followed(run.paths.events, listener.happens):
                complete = work(prepared, steps, where, listener, execution.calls)
        except (KeyboardInterrupt, EngineGone):
            listener.notes(f"stopped; continue with: {resume_command(run)}")
            raise
    results = results_of(run)
    status = show(results, json_wanted, with_report=Step.REPORT in steps)
    return FinishedWork(prepared, results, status if complete else ExitStatus.INCOMPLETE)


def show(results: Results, json_wanted: bool, with_report: bool = True, require_written: bool = True) -> int:
    """Write the summary and print it; return 0, or 1 when something could not be completed.

    The summary is printed also when it cannot be written; `require_written` makes that incomplete.
    """
    seconds = seconds_of(results.run.paths.times)
    summary = as_json(results, seconds)
    written = _write(results, summary, seconds, with_report)
    if json_wanted:
        print(json.dumps(summary))
    else:
        print_results(results, seconds, with_report and written)
    return ExitStatus.INCOMPLETE if _is_incomplete(results) or (require_written and not written) else ExitStatus.DONE


def export(results: Results, csv: Path | None, junit: Path | None) -> None:
    """Write the outcomes as CSV and JUnit XML, if requested."""
    if csv:
        write_whole(csv, render_run(results, seconds_of(results.run.paths.times), ReportFormat.CSV))
    if junit:
        write_junit(results, junit)


def _write(results: Results, summary: dict[str, Any], seconds: float, with_report: bool) -> bool:
    try:
        write_json(results.run.paths.results, summary)
        if with_report:
            write_report(results, seconds)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        names = "results.json and report.html were" if with_report else "results.json was"
        tell(f"projecteval: {names} not written: {error.filename}: {error.strerror}")
        return False
    return True


def _is_incomplete(results: Results) -> bool:
    return bool(results.infrastructure)
