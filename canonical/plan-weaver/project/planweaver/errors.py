"""Exceptions of the library.

PlanError (ValueError)
├── CalendarError      calendar without working days, or a wrong range of dates
├── ModelError         task, resource or plan that contradicts itself; has `subject` (its id)
│   └── CycleError     tasks that wait for one another; has `tasks`
├── PlanSyntaxError    text that is no plan; has `line`
└── DocumentError      JSON document that is no plan; has `place`
"""

from __future__ import annotations

from collections.abc import Sequence


class PlanError(ValueError):
    """Base of every exception that the library raises on purpose."""


class CalendarError(PlanError):
    """Calendar that makes no sense."""


class ModelError(PlanError):
    """Part of a plan that contradicts itself; `subject` is the id of the task or resource, or the name of the plan."""

    def __init__(self, subject: str, message: str) -> None:
        super().__init__(f"{subject}: {message}")
        self.subject = subject


class CycleError(ModelError):
    """Tasks that wait for one another: each for the one before it, the first for the last."""

    def __init__(self, tasks: Sequence[str]) -> None:
        super().__init__(tasks[0], f"tasks wait for one another: {' -> '.join([*tasks, tasks[0]])}")
        self.tasks = tuple(tasks)


class PlanSyntaxError(PlanError):
    """Text that is no plan; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class DocumentError(PlanError):
    """JSON document that is no plan; `place` is like ``tasks[2].links[0].kind``, empty for the document itself."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place or 'document'}: {message}")
        self.place = place
