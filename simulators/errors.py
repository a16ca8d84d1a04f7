"""Exceptions of simulators and the runtime; each carries the `FailureKind` that decides what follows.

SimulatorError
├── ExpectationFailed   an expectation was not met; the message says what was seen (also ``AssertionError``)
│   └── NotFound        an element or file that the user needs is missing or not usable
├── TestcodeTimeout     the testcode's time limit was used up
├── InvalidAnswer       a parameter's value is invalid (also ``ValueError``)
├── StartError          the project did not start (`simulators.setting`)
└── InfrastructureError the simulator itself failed: the browser crashed, the disk is full
    ├── SandboxError           a sandbox cannot be used, or failed (`simulators.runtime.sandbox`)
    │   └── UnknownSandbox     no provider has this name (`simulators.runtime.sandbox.choice`)
    └── EnvironmentNotReady    an environment is not built or damaged (`simulators.runtime.environments`)
        └── UnknownEnvironment no environment has this name
"""

from __future__ import annotations

from simulators.failures import FailureKind


class SimulatorError(Exception):
    """Base of everything that a simulator raises on purpose.

    `kind` is the class's usual kind unless one is given: a page that crashed is an `ExpectationFailed` of kind
    `FailureKind.PAGE_LOST`.
    """

    usual_kind = FailureKind.INTERNAL

    def __init__(self, message: str, kind: FailureKind | None = None) -> None:
        super().__init__(message)
        self.kind = kind or self.usual_kind


class ExpectationFailed(SimulatorError, AssertionError):
    """An expectation was not met; the message says what was expected and what was seen."""

    usual_kind = FailureKind.EXPECTATION


class NotFound(ExpectationFailed):
    """The target of a verb is missing, hidden, or ambiguous."""

    usual_kind = FailureKind.NOT_FOUND


class TestcodeTimeout(SimulatorError):
    """The testcode as a whole exceeded its time limit (the end of one verb's patience is `ExpectationFailed`)."""

    __test__ = False  # not a pytest class
    usual_kind = FailureKind.TIMEOUT


class InvalidAnswer(SimulatorError, ValueError):
    """A parameter's value is empty, does not belong to the project, or matches everything."""

    usual_kind = FailureKind.INVALID_ANSWER


class InfrastructureError(SimulatorError):
    """The simulator itself failed; never the fault of the evaluated project."""

    usual_kind = FailureKind.INTERNAL
