"""Progress of a run on standard error: live bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from evaluator.io.terminal import console_on, printable, tell
from evaluator.model.evaluation import Outcome
from evaluator.model.generation import Usage, add_usage
from evaluator.model.result import Attempt, GenerationRecord
from evaluator.reports.terminal import building_in_words, styled, symbol, usage_in_words, usage_of
from evaluator.runs.execution.attempt import JobResult, Listener
from evaluator.runs.execution.events import Event
from evaluator.runs.folder.run import Run
from simulators.runtime.sandbox.choice import sandbox_named


@contextmanager
def listener_for(every_case: bool = False) -> Iterator[Listener]:
    """Return the listener for standard error; `every_case` prints a line per case."""
    console = console_on(sys.stderr)
    if not console.is_terminal:
        yield _Lines(every_case)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[last]}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        yield _Live(console, progress, every_case)


class _Lines:
    """Print one line per attempt that ended, and per case where wanted."""

    def __init__(self, every_case: bool) -> None:
        self._every_case = every_case
        self._done = self._all = 0

    def prepares(self, what: str) -> None:
        self._say(what)

    def begins(self, run: Run, to_do: int) -> None:
        self._all = to_do
        there = len(run.attempts()) - to_do
        attempts = "1 attempt" if to_do == 1 else f"{to_do} attempts"
        self._say(f"run {run.folder}: {attempts} to do" + (f", {there} are done" if there else ""))
        if run.lock.running:
            self._say(f"at {run.lock.running}, where the project is running already: nothing is started, no sandbox")
            return
        sandbox = sandbox_named(run.lock.sandbox)
        open_ends = "; ".join(sandbox.coverage.leaves_open)
        self._say(f"sandbox {sandbox.name}" + (f"; it does not cover: {open_ends}" if open_ends else ""))

    def notes(self, what: str) -> None:
        self._say(what)

    def happens(self, event: Event) -> None:
        """Report a phase or case of an attempt; called from a thread of its own."""
        if self._every_case and event.case:
            reason = f": {event.reason.splitlines()[0]}" if event.reason else ""
            outcome = Outcome(event.outcome)
            self._say(f"{symbol(outcome)} {event.number}/{event.total} {event.case} {outcome.value}{reason}", outcome)

    def built(self, attempt: Attempt, record: GenerationRecord) -> None:
        """Report an attempt that was built and will now be evaluated."""
        self._say(f"{attempt.label} built: {building_in_words(record)}")

    def ended(self, done: JobResult) -> None:
        self._done += 1
        score = f"{done.passed}/{done.total}" if done.total else ""
        words = " ".join(word for word in (done.attempt.label, score, done.note) if word)
        self._say(f"[{self._done}/{self._all}] {words}")

    def broke(self, attempt: Attempt, error: Exception) -> None:
        self._done += 1
        what = f"{attempt.label} could not be completed: {type(error).__name__}: {error}"
        self._say(f"[{self._done}/{self._all}] {what}")

    def _say(self, words: str, outcome: Outcome | None = None) -> None:
        tell(words)


class _Live(_Lines):
    """Print the same lines above bars: one for the run, one per attempt in work."""

    def __init__(self, console: Console, progress: Progress, every_case: bool) -> None:
        super().__init__(every_case)
        self._console = console
        self._progress = progress
        self._lock = threading.Lock()
        self._task = progress.add_task("attempts", total=None, last="")
        self._attempts: dict[str, TaskID] = {}
        self._passed = self._tried = 0
        self._usage = Usage()

    def begins(self, run: Run, to_do: int) -> None:
        super().begins(run, to_do)
        self._progress.update(self._task, total=to_do)

    def happens(self, event: Event) -> None:
        super().happens(event)
        with self._lock:
            if event.case:
                self._tried += 1
                self._passed += event.outcome == Outcome.PASSED
            task = self._task_of(event.attempt)
            described = printable(f"  {event.attempt} {event.phase}")
            self._progress.update(
                task,
                description=described,
                completed=event.number,
                total=event.total or None,
                last=printable(event.case),
            )
        self._show_figures()

    def built(self, attempt: Attempt, record: GenerationRecord) -> None:
        super().built(attempt, record)
        self._usage = add_usage(self._usage, usage_of([record]))
        self._remove(attempt)
        self._show_figures()

    def ended(self, done: JobResult) -> None:
        super().ended(done)
        self._remove(done.attempt)
        self._progress.advance(self._task)

    def broke(self, attempt: Attempt, error: Exception) -> None:
        super().broke(attempt, error)
        self._remove(attempt)
        self._progress.advance(self._task)

    def _task_of(self, label: str) -> TaskID:
        if label not in self._attempts:
            self._attempts[label] = self._progress.add_task(printable(label), total=None, last="")
        return self._attempts[label]

    def _remove(self, attempt: Attempt) -> None:
        with self._lock:
            task = self._attempts.pop(attempt.label, None)
        if task is not None:
            self._progress.remove_task(task)

    def _show_figures(self) -> None:
        parts = [f"{self._passed} passed, {self._tried - self._passed} not"] if self._tried else []
        parts += [usage_in_words(self._usage)] if self._usage.calls else []
        self._progress.update(self._task, last="; ".join(parts))

    def _say(self, words: str, outcome: Outcome | None = None) -> None:
        self._console.print(words if outcome is None else styled(words, outcome))
