"""Whatever a testcode raises is its own error: it ends neither the worker nor the evaluation."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import NoReturn

import pytest

from evaluator.evaluators.simulated_use.outcomes import failure_of
from evaluator.evaluators.simulated_use.sessions import StillCamera, error_of
from evaluator.model.errors import WorkerTerminated
from simulators.clocks import Deadline
from simulators.evidence import Trace
from simulators.failures import FailureKind
from simulators.runtime.printed_errors import Explanation
from simulators.runtime.processes.process import Output


class IdleSession:
    """Session of a user who does nothing."""

    actor = None
    camera = StillCamera()
    output: Output | None = None

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        """Nothing to prepare."""

    def cause(self) -> Explanation:
        return Explanation()

    def abort(self) -> None:
        """Nothing to end."""


def _recurses() -> NoReturn:
    _recurses()


def _raises(error: BaseException) -> Callable[[], None]:
    def play() -> None:
        raise error

    return play


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (lambda: sys.exit(0), "the testcode raised SystemExit: 0"),
        (lambda: os._exit(0), "the testcode raised SystemExit: 0"),
        (_recurses, "the testcode raised RecursionError: maximum recursion depth exceeded"),
        (lambda: [0] * 10**18, "the testcode raised MemoryError"),
        (_raises(TimeoutError("the expression takes too long")), "the testcode raised TimeoutError: the expression"),
        (_raises(KeyboardInterrupt()), "the testcode raised KeyboardInterrupt"),
        (_raises(GeneratorExit()), "the testcode raised GeneratorExit"),
        (_raises(asyncio.CancelledError()), "the testcode raised CancelledError"),
        (_raises(ExceptionGroup("two", [KeyError("a"), KeyError("b")])), "the testcode raised ExceptionGroup: two"),
    ],
)
def test_what_a_testcode_raises_is_its_error(play: Callable[[], None], message: str) -> None:
    deadline = Deadline.after(60)

    error = error_of(play, IdleSession(), deadline)

    assert error is not None
    failure = failure_of(error, deadline)
    assert failure.kind is FailureKind.TESTCODE_ERROR
    assert failure.message.startswith(message)


def test_a_worker_that_is_ended_is_not_kept_by_a_testcode() -> None:
    with pytest.raises(WorkerTerminated):
        error_of(_raises(WorkerTerminated(1)), IdleSession(), Deadline.after(60))


def test_forks_of_a_testcode_may_exit() -> None:
    def forks() -> None:
        child = os.fork()
        if not child:
            os._exit(3)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3

    assert error_of(forks, IdleSession(), Deadline.after(60)) is None
