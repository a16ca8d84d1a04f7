"""Open sessions of an attempt, and a testcode played in one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack

from evaluator.evaluators.simulated_use.chains import chains, last_of_chain
from evaluator.evaluators.simulated_use.session import Player, Session
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
    """Play and return the exception it ended with. A call that blocks beyond the limit is aborted from outside."""
    ended = threading.Event()
    threading.Thread(target=_abort_when_overdue, args=(session, deadline, ended), daemon=True).start()
    try:
        play()
    except Exception as error:  # noqa: BLE001 - a testcode may raise anything; its outcome says so
        return error
    finally:
        ended.set()
    return None


def _abort_when_overdue(session: Session, deadline: Deadline, ended: threading.Event) -> None:
    """Abort the session when the testcode has not ended `GRACE_SECONDS` seconds after its deadline, which may move."""
    while not ended.wait(max(0.0, deadline.at + GRACE_SECONDS - time.monotonic())):
        if time.monotonic() >= deadline.at + GRACE_SECONDS:
            session.abort()
            return
