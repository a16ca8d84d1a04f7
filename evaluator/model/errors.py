"""Errors of the evaluator, apart from outcomes, each with its exit status.

    EvaluatorError         the command could not be completed                            → 1
    ├── RunFolderError     a run folder is damaged, in use, or belongs to another request → 1
    ├── EngineGone         no attempt can be done any more (`evaluator.engines`)          → 1
    └── UsageError         the command or request is wrong; the message says how to ask   → 2

`missions.errors.MissionError` has exit status 2, `missions.errors.SolutionError` exit status 1.
"""

from __future__ import annotations


class EvaluatorError(Exception):
    """Base class: the message says what was wrong, where, and what to do next."""


class RunFolderError(EvaluatorError):
    """A run folder cannot be used."""


class UsageError(EvaluatorError):
    """The command line or a request is wrong."""
