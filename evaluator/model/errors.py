"""What can go wrong in the evaluator, apart from verdicts.

EvaluatorError         could not be completed                            → exit status 1
├── SolutionError      files or answers of a solution cannot be read
├── RunFolderError     a run folder is damaged, in use, or belongs to another request
├── EngineGone         no attempt can be done any more (`evaluator.engines`)
└── UsageError       asked wrongly; the message says how to ask        → exit status 2
"""

from __future__ import annotations


class EvaluatorError(Exception):
    """Base: the message says what was wrong, where, and what to do next."""


class SolutionError(EvaluatorError):
    """Files or answers of a solution cannot be used."""


class RunFolderError(EvaluatorError):
    """A run folder cannot be used."""


class UsageError(EvaluatorError):
    """The command line or a request is wrong."""
