"""Receiver of the progress of a run."""

from __future__ import annotations

from typing import Protocol

from evaluator.model.result import Attempt, GenerationRecord
from evaluator.runs.execution.attempt import JobResult
from evaluator.runs.execution.events import Event
from evaluator.runs.folder.run import Run


class Listener(Protocol):
    """Called from one thread, apart from `notes`, `built` and `happens`."""

    def prepares(self, what: str) -> None: ...

    def notes(self, what: str) -> None: ...

    def begins(self, run: Run, to_do: int) -> None: ...

    def built(self, attempt: Attempt, record: GenerationRecord) -> None: ...

    def happens(self, event: Event) -> None: ...

    def ended(self, done: JobResult) -> None: ...

    def broke(self, attempt: Attempt, error: Exception) -> None: ...
