"""Runs read from their folders, as typed objects."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluator.model.evaluation import Case, Outcome
from evaluator.model.result import Attempt, AttemptResult
from evaluator.reports.comparison import Comparison, comparison_of
from evaluator.reports.formats import ReportFormat, render_run
from evaluator.reports.tables import attempt_table, average_table, case_table
from evaluator.runs.folder.paths import seconds_of
from evaluator.runs.folder.records import read_traces
from evaluator.runs.folder.run import open_run, run_folder_named
from evaluator.runs.results.results import AttemptGroup, Results, as_json, groups_of, results_of
from simulators.evidence import TraceEntry

if TYPE_CHECKING:
    import pandas

NO_FAILURE = frozenset({Outcome.SKIPPED, Outcome.MISSION_DEFECT})


@dataclass(frozen=True)
class EvaluatedRun:
    """A run with the results that its folder has."""

    results: Results

    @property
    def folder(self) -> Path:
        return self.results.run.folder

    @property
    def agent(self) -> str:
        return self.results.run.request.agent

    @property
    def attempts(self) -> tuple[AttemptResult, ...]:
        return self.results.attempts

    @property
    def groups(self) -> tuple[AttemptGroup, ...]:
        """Attempts that may be averaged, each with ``micro()`` and ``macro()``."""
        return groups_of(self.results)

    @property
    def passed(self) -> int:
        return self.results.passed

    @property
    def total(self) -> int:
        return self.results.total

    @property
    def all_passed(self) -> bool:
        """True when there are cases, all of them passed, and nothing is left to do."""
        return self.is_complete and 0 < self.total == self.passed

    @property
    def is_complete(self) -> bool:
        """True when every attempt was evaluated and no case failed by the infrastructure."""
        return not self.results.unfinished and not self.results.infrastructure

    @property
    def cases(self) -> tuple[Case, ...]:
        """Cases of all attempts and evaluators."""
        return tuple(case for attempt in self.attempts for case in attempt.cases)

    @property
    def failures(self) -> tuple[Case, ...]:
        """Cases that did not pass; skipped ones and defects of missions are left out."""
        return tuple(case for case in self.cases if not case.passed and case.outcome not in NO_FAILURE)

    @property
    def reasons(self) -> tuple[str, ...]:
        """A line for every attempt that was not done, and for every case that did not pass, with its reason."""
        unfinished = (
            f"{attempt.label}: not done; continue with: projecteval resume {self.folder}"
            for attempt in self.results.unfinished
        )
        return (*unfinished, *self._case_reasons())

    def _case_reasons(self) -> Iterator[str]:
        return (
            f"{result.attempt.label} {case.id}: {case.outcome.value}: {case.reason}"
            for result in self.attempts
            for case in result.cases
            if not case.passed and case.outcome not in NO_FAILURE
        )

    def traces(self, attempt: Attempt, evaluator: str) -> Mapping[str, tuple[TraceEntry, ...]]:
        """Return the steps of every case of an attempt, by the case's id."""
        return read_traces(self.results.run.paths.of(attempt), evaluator)

    def attachments(self, attempt: Attempt) -> Path:
        """Return the folder of the attempt's attachments, which cases name."""
        return self.results.run.paths.of(attempt).attachments

    def case_frame(self) -> pandas.DataFrame:
        """Return a row for every case; frames of several runs can be concatenated."""
        return _frame(case_table(self.results))

    def attempt_frame(self) -> pandas.DataFrame:
        """Return a row for every attempt that was evaluated, with its measures."""
        return _frame(attempt_table(self.results))

    def average_frame(self) -> pandas.DataFrame:
        """Return micro and macro averages with their intervals for every agent, input set and strategy."""
        return _frame(average_table(self.results))

    def as_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints; `json_schema` describes it."""
        return as_json(self.results, self._seconds())

    def report(self, format: str = "html", output: str | os.PathLike[str] | None = None) -> Path | bytes:  # noqa: A002
        """Write the report in a format and return its path; without `output`, return the content (``html``: write it
        into the run folder)."""
        wanted = ReportFormat(format)
        if wanted is ReportFormat.HTML:
            from evaluator.reports.html import write_report

            return write_report(self.results, self._seconds(), None if output is None else Path(output))
        content = render_run(self.results, self._seconds(), wanted)
        if output is None:
            return content
        Path(output).write_bytes(content)
        return Path(output)

    def _seconds(self) -> float:
        return seconds_of(self.results.run.paths.times)


def load(folder: str | os.PathLike[str]) -> EvaluatedRun:
    """Read a run; ``latest`` is the last one below ``runs/``. Raises `UsageError`."""
    return EvaluatedRun(results_of(open_run(run_folder_named(Path(folder)))))


def compare(*runs: EvaluatedRun | str | os.PathLike[str]) -> Comparison:
    """Compare runs, or the input sets and strategies of one. Raises `UsageError` without a common mission."""
    loaded = [run if isinstance(run, EvaluatedRun) else load(run) for run in runs]
    return comparison_of([run.results for run in loaded])


def _frame(table: Any) -> pandas.DataFrame:
    """Return a table as a pandas frame. Raises `ImportError` that says how to install pandas."""
    try:
        import pandas
    except ImportError:
        raise ImportError("frames need pandas: pip install 'projecteval[pandas]'") from None
    return pandas.DataFrame(table.rows, columns=list(table.columns))
