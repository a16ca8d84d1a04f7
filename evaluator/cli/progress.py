"""Progress of a run on standard error: a live bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from evaluator.io.terminal import console_on, printable, tell
from evaluator.model.attempt import Attempt
from evaluator.model.result import GenerationRecord
from evaluator.reports.costs import building_in_words
from evaluator.runs.execution.attempt import Done
from evaluator.runs.execution.progress import Listener
from evaluator.runs.folder.run import Run
from simulators.runtime.sandbox.choice import sandbox_named


@contextmanager
def listener_for() -> Iterator[Listener]:
    """Return the listener for standard error."""
    console = console_on(sys.stderr)
    if not console.is_terminal:
        yield _Lines(console)
        return
    columns = (
        TextColumn("attempts"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        yield _Live(console, progress)


class _Lines:
    """Print one line per attempt that ended."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._done = self._all = 0
        self._begun = time.monotonic()

    def prepares(self, what: str) -> None:
        self._say(what)

    def begins(self, run: Run, to_do: int) -> None:
        self._all = to_do
        there = len(run.attempts()) - to_do
        self._say(f"run {run.folder}: {to_do} attempts to do" + (f", {there} are done" if there else ""))
        sandbox = sandbox_named(run.lock.sandbox)
        open_ends = "; ".join(sandbox.coverage.leaves_open)
        self._say(f"sandbox {sandbox.name}" + (f"; it does not cover: {open_ends}" if open_ends else ""))

    def notes(self, what: str) -> None:
        self._say(what)

    def built(self, attempt: Attempt, record: GenerationRecord) -> None:
        """Report an attempt that was built and will now be judged."""
        self._say(f"{attempt.label} built: {building_in_words(record)}")

    def ended(self, done: Done) -> None:
        self._done += 1
        score = f"{done.passed}/{done.total}" if done.total else ""
        words = " ".join(word for word in (done.attempt.label, score, done.note) if word)
        self._say(f"[{self._done}/{self._all}] {words}")

    def broke(self, attempt: Attempt, error: Exception) -> None:
        self._done += 1
        what = f"{attempt.label} could not be completed: {type(error).__name__}: {error}"
        self._say(f"[{self._done}/{self._all}] {what}")

    def _say(self, words: str) -> None:
        tell(words)


class _Live(_Lines):
    """Print the same lines above a bar."""

    def __init__(self, console: Console, progress: Progress) -> None:
        super().__init__(console)
        self._progress = progress
        self._task = progress.add_task("attempts", total=None, last="")

    def begins(self, run: Run, to_do: int) -> None:
        super().begins(run, to_do)
        self._progress.update(self._task, total=to_do)

    def built(self, attempt: Attempt, record: GenerationRecord) -> None:
        super().built(attempt, record)
        self._progress.update(self._task, last=printable(f"{attempt.label} built"))

    def ended(self, done: Done) -> None:
        super().ended(done)
        self._progress.update(self._task, advance=1, last=printable(done.attempt.label))

    def broke(self, attempt: Attempt, error: Exception) -> None:
        super().broke(attempt, error)
        self._progress.update(self._task, advance=1)

    def _say(self, words: str) -> None:
        self._console.print(words)
