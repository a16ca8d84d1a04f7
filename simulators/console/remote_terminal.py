"""Programs on a terminal inside a container, between which and the local one the engine's client copies."""

from __future__ import annotations

import os
import termios
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePath

from simulators.console.waiting import Activity, Observation, Terminal, observe
from simulators.runtime.sandbox import Launch

CLIENTS = ("docker", "podman", "nerdctl")


def is_relayed(launch: Launch) -> bool:
    return PurePath(launch.argv[0]).name in CLIENTS


class RemoteTerminal:
    """Looks at programs on their own terminals, as far as their processes can be seen from here."""

    def __init__(self) -> None:
        self._quiet: set[Terminal] = set()

    def observe(self, pids: Iterable[int]) -> Observation:
        """What the programs do. What was typed may still be on its way, so that one sleeps in ``read`` is no
        more than a sign (`Activity.RELAYED`)."""
        seen = set()
        for pid in pids:
            if terminal := Terminal.controlling(pid):
                self._echo_off(pid, terminal)
                seen.add(observe([pid], terminal).activity)
        if seen & {Activity.ASKS, Activity.MAY_ASK}:
            return Observation(Activity.RELAYED, alone=False)
        hidden = not seen or Activity.UNKNOWN in seen
        return Observation(Activity.UNKNOWN if hidden else Activity.BUSY, alone=False)

    def _echo_off(self, pid: int, terminal: Terminal) -> None:
        """Once, as on local terminals: what is typed is not printed again."""
        if terminal in self._quiet:
            return
        self._quiet.add(terminal)
        place = Path(f"/proc/{pid}/fd/0")
        with suppress(OSError, termios.error):
            if not terminal.is_open_as(0, pid):
                return
            descriptor = os.open(place, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                modes = termios.tcgetattr(descriptor)
                modes[3] &= ~termios.ECHO
                termios.tcsetattr(descriptor, termios.TCSANOW, modes)
            finally:
                os.close(descriptor)
