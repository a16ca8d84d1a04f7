"""Interface of sessions of simulated users."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol

from evaluator.model.failure import Failure
from simulators.deadline import Deadline
from simulators.trace import Trace


class Session(Protocol):
    """One simulated user: a browser context, a console folder, a batch folder."""

    @property
    def actor(self) -> Any:
        """First argument of the testcode."""
        ...

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        """Set time limit and trace of the testcode that starts."""
        ...

    def picture(self) -> bytes | None:
        """Return what the user sees now, as PNG; None without a display."""
        ...

    def cause(self) -> str:
        """Return the last error that the project reported since `begin`, for people; empty without one."""
        ...

    def abort(self) -> None:
        """Make a call that is blocked in this session return with an error (from another thread)."""
        ...


class Player(Protocol):
    """Running project on which the testcodes of one attempt are played: a site, or a program's files."""

    def session(self, simulator: str) -> AbstractContextManager[Session]: ...

    def trouble(self) -> Failure | None:
        """Return the failure of the project's process since its start; None while it runs normally."""
        ...

    def output(self) -> str:
        """Return the output of the project."""
        ...
