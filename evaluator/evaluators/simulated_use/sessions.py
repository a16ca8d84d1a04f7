"""Sessions of an attempt: their interface, which testcodes share one, and how long they may take."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from evaluator.model.errors import WorkerTerminated
from missions.mission import Mission
from missions.testcodes.testcode import Testcode
from simulators.clocks import Deadline
from simulators.evidence import Camera, Exchange, Trace, View
from simulators.failures import Failure
from simulators.runtime.layers import PIP_SECONDS
from simulators.runtime.printed_errors import Explanation
from simulators.runtime.processes.process import Output


@dataclass(frozen=True)
class StillCamera:
    """Camera of a user whose page is not observed: `take` returns a PNG of the window, None without one."""

    take: Callable[[], bytes | None] = lambda: None

    def view(self) -> View:
        return View(self.take())

    def console(self) -> tuple[str, ...]:
        return ()

    def exchanges(self) -> tuple[Exchange, ...]:
        return ()

    def document(self) -> str:
        return ""


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

    def cause(self) -> Explanation:
        """Return the last error that the project reported since `begin`; empty without one."""
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


def chains(mission: Mission, shared: bool = False) -> dict[str, str]:
    """Return for each testcode id the first id of its chain; all are one chain when the session is `shared`."""
    testcodes = mission.testcodes
    if shared:
        return {testcode.id: testcodes[0].id for testcode in testcodes}
    first = {testcode.id: testcode.id for testcode in testcodes}

    def root(testcode_id: str) -> str:
        while first[testcode_id] != testcode_id:
            testcode_id = first[testcode_id]
        return testcode_id

    for testcode in testcodes:
        for required in testcode.requires:
            one, other = root(required), root(testcode.id)
            if one != other:
                first[other] = one
    return {testcode.id: root(testcode.id) for testcode in testcodes}


def last_of_chain(mission: Mission, shared: bool = False) -> set[str]:
    """Return the testcodes after which their chain's session can be closed."""
    roots = chains(mission, shared)
    return set({roots[testcode.id]: testcode.id for testcode in mission.testcodes}.values())


GRACE_SECONDS = 5.0
"""Seconds after a testcode's time limit until its session is aborted from outside."""


class Sessions:
    """Open sessions of an attempt: one per chain, opened on demand, closed after the chain's last testcode."""

    def __init__(self, mission: Mission, player: Player, shared: bool, everything: ExitStack) -> None:
        self._chain, self._last = chains(mission, shared), last_of_chain(mission, shared)
        self._player, self._everything = player, everything
        self._open: dict[tuple[str, str], tuple[Session, ExitStack]] = {}

    def of(self, testcode: Testcode) -> Session:
        key = self._chain[testcode.id], testcode.simulator
        if key not in self._open:
            stack = self._everything.enter_context(ExitStack())
            opened: AbstractContextManager[Session] = self._player.session(testcode.simulator)
            self._open[key] = stack.enter_context(opened), stack
        return self._open[key][0]

    def close_after(self, testcode: Testcode) -> None:
        if testcode.id in self._last:
            self.drop(testcode)

    def drop(self, testcode: Testcode) -> None:
        for key in [key for key in self._open if key[0] == self._chain[testcode.id]]:
            self._open.pop(key)[1].close()


def error_of(play: Callable[[], None], session: Session, deadline: Deadline) -> BaseException | None:
    """Play and return the exception it ended with, exits of the process included.

    A call that blocks beyond the limit is aborted from outside.
    """
    ended = threading.Event()
    threading.Thread(target=_abort_when_overdue, args=(session, deadline, ended), daemon=True).start()
    try:
        with _exit_raises():
            play()
    except WorkerTerminated:
        raise
    except BaseException as error:  # noqa: BLE001 - a testcode may raise anything; its outcome says so
        return error
    finally:
        ended.set()
    return None


@contextmanager
def _exit_raises() -> Iterator[None]:
    """Make ``os._exit`` raise `SystemExit` in this process: a testcode never ends the evaluator. Forks may exit."""
    leave, owner = os._exit, os.getpid()

    def leave_or_raise(status: int) -> NoReturn:
        if os.getpid() != owner:
            leave(status)
        raise SystemExit(status)

    os._exit = leave_or_raise
    try:
        yield
    finally:
        os._exit = leave


def _abort_when_overdue(session: Session, deadline: Deadline, ended: threading.Event) -> None:
    """Abort the session when the testcode has not ended `GRACE_SECONDS` seconds after its deadline, which may move."""
    while not ended.wait(max(0.0, deadline.at + GRACE_SECONDS - time.monotonic())):
        if deadline.passed() and time.monotonic() >= deadline.at + GRACE_SECONDS:
            session.abort()
            return


STEPS_OF_A_START = 3
"""Programs run in sequence by the start of a website, each within the limit of the start."""


def seconds_to_start(mission: Mission) -> float:
    """Return the maximum seconds for installing requirements and starting the project."""
    return STEPS_OF_A_START * mission.limits.start + (PIP_SECONDS if mission.extra_packages else 0.0)


def seconds_to_play(mission: Mission) -> float:
    """Return the maximum seconds of a testcode, with the opening of its session."""
    return mission.limits.start + mission.limits.testcode + GRACE_SECONDS
