"""Interface of sessions of simulated users."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from evaluator.model.failure import Failure
from simulators.deadline import Deadline
from simulators.evidence import Camera, View
from simulators.runtime.processes.process import Output
from simulators.trace import Trace


@dataclass(frozen=True)
class StillCamera:
    """Camera of a user whose page is not observed: `take` returns a PNG of the window, None without one."""

    take: Callable[[], bytes | None] = lambda: None

    def view(self) -> View:
        return View(self.take())

    def console(self) -> tuple[str, ...]:
        return ()


class Session(Protocol):
    """One simulated user: a browser context, a console folder, a batch folder."""

    @property
    def actor(self) -> Any:
        """First argument of the testcode."""
        ...

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        """Set time limit and trace of the testcode that starts."""
        ...

    @property
    def camera(self) -> Camera:
        """What the user sees."""
        ...

    @property
    def output(self) -> Output | None:
        """Output of the project while it is used; None where the steps have it."""
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
