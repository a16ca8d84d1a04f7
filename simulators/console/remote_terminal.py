"""Programs on a terminal inside a container, connected with the local terminal by the engine's client."""

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
    """Observer of programs on their own terminals, as far as their processes are visible from here."""

    def __init__(self) -> None:
        self._quiet: set[Terminal] = set()

    def observe(self, pids: Iterable[int]) -> Observation:
        """Return the activity of the programs. Typed input may still be in transit, so a program that sleeps in
        ``read`` only may be waiting for input (`Activity.RELAYED`)."""
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
        """Switch off the echo, once, as on local terminals."""
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
