"""Open sessions of an attempt, and a testcode played in one."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import NoReturn

from evaluator.evaluators.simulated_use.chains import chains, last_of_chain
from evaluator.evaluators.simulated_use.session import Player, Session
from evaluator.model.errors import WorkerTerminated
from missions.mission import Mission
from missions.testcodes.testcode import Testcode
from simulators.deadline import Deadline

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
        if time.monotonic() >= deadline.at + GRACE_SECONDS:
            session.abort()
            return
