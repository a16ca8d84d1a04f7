"""Process on a new terminal, and terminals that another process serves."""

from __future__ import annotations

import os
import signal
import termios
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import pexpect

from simulators.console.screen import Display
from simulators.console.waiting import Activity, Observation, Terminal, observe
from simulators.runtime.sandbox import Launch

if TYPE_CHECKING:
    _Spawn = pexpect.spawn[bytes]
else:
    _Spawn = pexpect.spawn


class PtyProcess(_Spawn):
    """Process of pexpect that inherits the descriptors of a launch, without pexpect's fixed delays."""

    pid: int
    ptyproc: Any

    def __init__(self, launch: Launch) -> None:
        self._passed = launch.pass_fds
        command, *arguments = launch.argv
        super().__init__(
            command,
            list(arguments),
            env=dict(launch.env),
            cwd=str(launch.cwd),
            echo=True,  # a user sees what they type, unless the program hides it
            dimensions=(Display.LINES, Display.COLUMNS),
            preexec_fn=self._prepare,
        )
        self.delaybeforesend = None
        self.delayafterclose = self.delayafterterminate = 0
        self.ptyproc.delayafterclose = self.ptyproc.delayafterterminate = 0

    def _prepare(self) -> None:
        """In the new process: keep inherited descriptors open, and restore the default handling of signals."""
        for descriptor in self._passed:
            os.set_inheritable(descriptor, True)
        _usual_signals()

    def _spawnpty(self, args: list[str], **kwargs: Any) -> Any:
        return super()._spawnpty(args, pass_fds=self._passed, **kwargs)  # type: ignore[misc]


def _usual_signals() -> None:
    """Restore the signals that this process ignores or blocks (Python some, a worker Ctrl+C), which are inherited."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


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
