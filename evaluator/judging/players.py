"""Who plays the user of a testcode: what judging needs to know of every simulator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from missions.model import Mission, Stack
from missions.testcode import SimulatorName
from simulators.deadline import Deadline
from simulators.stage.stage import Production
from simulators.trace import Trace


class Session(Protocol):
    """One user at work: a browser context, a console folder, a batch folder."""

    @property
    def actor(self) -> Any:
        """What the testcode is called with."""
        ...

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        """A testcode begins: its time limit, and where its steps are recorded."""
        ...

    def picture(self) -> bytes | None:
        """What the user sees now, as PNG; None where there is nothing to see."""
        ...

    def abort(self) -> None:
        """Make a call that is blocked in this session return with an error (from another thread)."""
        ...


class Player(Protocol):
    """What testcodes of one attempt are played on: a site that was started, or a program's files."""

    def session(self, simulator: SimulatorName) -> AbstractContextManager[Session]: ...

    def trouble(self) -> str | None:
        """What happened to the project meanwhile, in a sentence; None when all is well."""
        ...

    def output(self) -> str:
        """What the project printed."""
        ...


@contextmanager
def open_player(mission: Mission, production: Production, answers: dict[str, str]) -> Iterator[Player]:
    """Put the solution on stage. Raises `StartError` when it is not runnable."""
    opened: AbstractContextManager[Player]
    if mission.stack is Stack.DJANGO:
        from evaluator.judging.website import open_website

        opened = open_website(mission, production, answers)
    else:
        from evaluator.judging.program import open_program

        opened = open_program(mission, production)
    with opened as player:
        yield player
