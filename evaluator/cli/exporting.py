"""``--format`` and ``--output`` of ``report`` and ``compare``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.io.files import write_whole
from evaluator.io.terminal import say
from evaluator.model.errors import UsageError
from evaluator.reports.formats import ReportFormat, render_comparison, render_run
from evaluator.runs.folder.paths import seconds_of

if TYPE_CHECKING:
    from evaluator.reports.comparison import Comparison
    from evaluator.runs.results.results import Results


def format_named(name: str) -> ReportFormat:
    """Return the format. Raises `UsageError` that lists the formats."""
    try:
        return ReportFormat(name)
    except ValueError:
        raise UsageError(f"--format {name}: choose from {', '.join(ReportFormat)}") from None


def export_run(results: Results, name: str, output: Path | None) -> None:
    """Write a run in a format to a file or standard output; ``html`` to a folder, by default that of the run."""
    wanted, seconds = format_named(name), seconds_of(results.run.paths.times)
    if wanted is ReportFormat.HTML:
        from evaluator.reports.html import write_report

        say(f"report: {write_report(results, seconds, output)}")
        return
    _put(render_run(results, seconds, wanted), wanted, output)


def export_comparison(comparison: Comparison, name: str, output: Path | None) -> None:
    """Write a comparison in a format to a file or standard output."""
    wanted = format_named(name)
    _put(render_comparison(comparison, wanted), wanted, output)


def _put(content: bytes, report_format: ReportFormat, output: Path | None) -> None:
    if output is not None:
        write_whole(output, content)
        say(f"{report_format}: {output}")
    elif report_format is ReportFormat.PARQUET and sys.stdout.isatty():
        raise UsageError("--format parquet: name a file with --output")
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
