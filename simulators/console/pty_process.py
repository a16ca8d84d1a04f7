"""Process on a new terminal."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

import pexpect

from simulators.console.screen import Display
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
