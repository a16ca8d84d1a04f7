"""Exceptions of the evaluator, and the exit status of each.

EvaluatorError              1  something could not be completed
├── UsageError              2  wrong command line, request or input; the message says how to write it
│   └── RunFolderError      2  a folder is not a run, is in use, or belongs to another request
├── RunNotWritable          1  the folder of a run cannot be written any more
├── SimilarityError         1  similarities cannot be computed (`evaluator.evaluators.similarity`)
├── EngineGone              1  no attempt can be executed any more (`evaluator.engines`)
├── ModelError              1  a model gave no answer (`evaluator.agents.models.services`; never the agent's failure)
├── OverBudget              -  an attempt used up its limits: the agent's failure
└── AnswerError             -  an answer is of the wrong form: the agent's failure (`evaluator.strategies`)

WorkerTerminated (a SystemExit): the worker of an engine is ending; its order is done again.

Exceptions of other packages:

UnreadableFile, FolderTaken 2  a file or folder named by the user (`evaluator.io`)
MissionError                2  a mission or catalog is malformed (`missions`)
SolutionError               2  files or parameter values of a solution cannot be used (`missions`)
UnknownSandbox              2  no provider has this name (`simulators.runtime.sandbox`)
UnknownEnvironment          2  no environment has this name (`simulators.runtime.environments`)
InfrastructureError         1  sandbox, environment or browser cannot be used (`simulators`)
OSError                     1  the operating system refuses a file or process

Exit statuses: 0 done (whatever the score), 1 could not be completed, 2 wrong usage, 3 below --fail-under.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar


class ExitStatus(IntEnum):
    """Exit status of every verb."""

    DONE = 0
    INCOMPLETE = 1
    WRONG_USAGE = 2
    UNDER_LIMIT = 3


class EvaluatorError(Exception):
    """Base; the message says what is wrong, where, and what to do."""

    exit_status: ClassVar[ExitStatus] = ExitStatus.INCOMPLETE


class UsageError(EvaluatorError):
    """The command line, a request or another input is wrong."""

    exit_status = ExitStatus.WRONG_USAGE


class RunFolderError(UsageError):
    """A folder is not a run, is damaged, in use, or belongs to another request."""


class WorkerTerminated(SystemExit):
    """The worker received SIGTERM. Code that survives the exits of testcodes lets it pass."""


class RunNotWritable(EvaluatorError):
    """The folder of a run cannot be written any more; completed results remain."""
