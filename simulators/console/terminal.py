"""Program on a terminal of its own: typing, reading, and waiting until it waits for input or ends."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import threading
import time
from contextlib import suppress
from dataclasses import replace
from enum import Enum

import pexpect

from simulators.console.pty_process import PtyProcess, RemoteTerminal, is_relayed
from simulators.console.screen import Display
from simulators.console.waiting import Activity, Observation, Terminal, observe
from simulators.errors import ExpectationFailed, NotFound
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import end_program, pids_of_tree
from simulators.runtime.sandbox import Box, Launch

TIOCGPTPEER = 0x5441
"""Opens the other end of a terminal without its name (Linux 4.13, ioctl_tty(2))."""

SILENCE_SECONDS = 0.05
"""Seconds without output after which a program that may wait for input counts as waiting for it."""

RELAYED_SILENCE_SECONDS = 0.25
"""The same for a program that waits for input on a remote terminal, to which input is copied."""

LONG_SILENCE_SECONDS = 0.5
"""The same where the machine does not show in which system call a program sleeps."""

SPINS = 20
MAX_POLL_SECONDS = 0.01
"""Seconds between two observations of a program that has been busy for a while; output ends the pause."""

SLOW_POLL_SECONDS = 0.25
"""Seconds between two searches for processes that have left the program's tree but not its terminal."""

MAX_LINE_BYTES = 4095
"""Maximum bytes of one line of a terminal (N_TTY_BUF_SIZE of Linux)."""


class State(Enum):
    """Result of waiting for a program."""

    ASKS = "asks"
    ENDED = "ended"
    UNDECIDED = "undecided"


class Console:
    """One program on one terminal, from start to end. `close` ends the program and all its processes.

    This process holds the terminal's other end open too. Polling that end makes the kernel deliver typed input
    (n_tty_poll flushes the buffer between the ends) and wake waiting readers, so that a program observed
    asleep in ``read`` afterwards has received everything that was typed.
    """

    def __init__(self, box: Box, launch: Launch, most_output: int) -> None:
        self._box, self._most_output = box, most_output
        self._before = frozenset(box.pids())
        self._lock, self._closed = threading.Lock(), False
        self._remote_terminal = RemoteTerminal() if is_relayed(launch) else None
        try:
            self._child = PtyProcess(launch)
        except (OSError, pexpect.ExceptionPexpect) as error:
            raise NotFound(f"{launch.argv[0]} cannot be started: {error}") from error
        self._master: int = self._child.child_fd
        os.set_blocking(self._master, False)
        self._slave = fcntl.ioctl(self._master, TIOCGPTPEER, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        self._terminal = Terminal.of(self._slave)
        self._process = os.pidfd_open(self._child.pid)
        self._wake = _poller(self._master, self._process)
        self._strays: list[int] = []
        self._strays_at = time.monotonic()
        self._printed = 0
        self._last_print = time.monotonic()
        self.output = bytearray()
        self.display = Display(self._answer)
        self.status: int | None = None
        self.exit_status: int | None = None
        self.last_observation = Observation(Activity.BUSY)

    def settle(self, seconds: float) -> State:
        """Wait until the program waits for input or has ended, `seconds` at most. Raises `ExpectationFailed` when it
        exceeds the output limit, after ending it."""
        until, nap, spins = time.monotonic() + seconds, 0.001, 0
        quiet_since: float | None = None
        while True:
            if self.drain():
                quiet_since, nap, spins = None, 0.001, 0
            if self.has_ended():
                return State.ENDED
            now = time.monotonic()
            self.last_observation = self._look()
            silence = _silence(self.last_observation.activity)
            if silence is None:
                quiet_since = None
            elif not silence or (quiet_since is not None and now - quiet_since >= silence):
                if not self.drain() or not silence:
                    self._look_for_others()
                    return State.ASKS
                quiet_since = None
            elif quiet_since is None:
                quiet_since = now
            if now >= until:
                return State.UNDECIDED
            spins += 1
            if spins > SPINS:
                self._rest(min(nap, until - now))
                nap = min(nap * 1.3, MAX_POLL_SECONDS)

    def more_output(self, seconds: float) -> bool:
        """Wait for output or the end, `seconds` at most; return True when something was printed."""
        self._rest(seconds)
        return self.drain()

    def drain(self) -> bool:
        """Read the output; return True when there was any. Polling makes the kernel deliver all of it."""
        before = self._printed
        while _ready(self._master) and (chunk := self._read()):
            if self._printed > self._most_output:  # it was ended for that; output in transit is dropped
                continue
            self._printed += len(chunk)
            self.output += chunk
            self.display.feed(chunk)
            if self._printed > self._most_output:
                self.kill()
                message = f"the program was ended: it printed more than {self._most_output} bytes"
                raise ExpectationFailed(message, FailureKind.RESOURCE_LIMIT)
        return self._printed > before

    def has_ended(self) -> bool:
        """Return True once the program itself has ended; then all its output has been read, `exit_status` is known
        (negative: by a signal), and `status` (128 + the signal's number)."""
        if self.status is None and _ready(self._process):
            self.drain()
            # not reaped before `close`: until then its number belongs to no other process
            how = os.waitid(os.P_PIDFD, self._process, os.WEXITED | os.WNOWAIT)
            assert how is not None
            self.exit_status = how.si_status if how.si_code == os.CLD_EXITED else -how.si_status
            self.status = how.si_status if how.si_code == os.CLD_EXITED else 128 + how.si_status
        return self.status is not None

    def types(self, keys: bytes, seconds: float) -> None:
        """Send `keys` to the terminal. Raises `NotFound` when the program does not read them in time."""
        until = time.monotonic() + seconds
        while keys:
            try:
                keys = keys[os.write(self._master, keys) :]
            except BlockingIOError:
                if self.has_ended() or time.monotonic() > until:
                    raise NotFound("the program does not read what is typed") from None
                self.drain()
                self._rest(MAX_POLL_SECONDS)
            except OSError as error:
                if error.errno == errno.EIO:  # no process is left at the other end
                    return
                raise

    def echo_of(self, keys: bytes) -> bytes:
        """Return what the terminal itself prints when `keys` are typed now, which belongs to the screen but not to the
        program's output. Empty when a program hides input or prints it by itself."""
        import termios

        with suppress(termios.error):
            modes = termios.tcgetattr(self._slave)[3]
            if modes & termios.ECHO and modes & termios.ICANON:
                return b"".join(_echoed(key) for key in keys)
        return b""

    def forget_echo(self, echo: bytes, at: int) -> None:
        """Remove the terminal's own echo from the output at position `at`."""
        if echo and self.output[at : at + len(echo)] == echo:
            del self.output[at : at + len(echo)]

    def takes_lines(self) -> bool:
        """Return True when the terminal delivers whole lines, which is the default that a program may change."""
        import termios

        with suppress(termios.error):
            return bool(termios.tcgetattr(self._slave)[3] & termios.ICANON)
        return False

    def kill(self) -> None:
        """Kill the program and all its processes."""
        with self._lock:
            if not self._closed:
                end_program(self._child.pid, self._box, self._before)

    def close(self) -> None:
        """Kill the program and close the terminal."""
        try:
            self.kill()
        finally:
            with self._lock:
                self._closed = True
                self._child.wait()
            os.close(self._process)
            os.close(self._slave)
            self._child.close(force=True)

    def _look(self) -> Observation:
        """Return the program's activity after everything typed has reached it."""
        if _ready(self._slave):
            return Observation(Activity.BUSY)  # what was typed is not read yet
        if self._remote_terminal is not None:
            return self._remote_terminal.observe(self._box.pids())
        return observe(self._pids(), self._terminal)

    def _look_for_others(self) -> None:
        """Decide whether nothing but the waiting program could print: no thread or child of it that works, no process
        in the box that left its family. The launcher's processes are outside of an enclosing box and print nothing."""
        if self.last_observation.activity is not Activity.ASKS:
            return
        inside, family = {*self._box.pids()} - self._before, {*pids_of_tree(self._child.pid)}
        if self._box.encloses:
            program = observe(sorted(inside & family), self._terminal)
            alone = program.activity is Activity.ASKS and program.alone
        else:
            alone = self.last_observation.alone
        self.last_observation = replace(self.last_observation, alone=alone and inside <= family)

    def _pids(self) -> list[int]:
        """Return the program's processes: its tree, and others of the box on its terminal."""
        family = pids_of_tree(self._child.pid)
        now = time.monotonic()
        if now - self._strays_at > SLOW_POLL_SECONDS:
            self._strays_at = now
            self._strays = [pid for pid in self._box.pids() if self._terminal.controls(pid)]
        return list(dict.fromkeys([*family, *(pid for pid in self._strays if self._terminal.controls(pid))]))

    def _read(self) -> bytes:
        try:
            return os.read(self._master, 1 << 16)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno == errno.EIO:  # the other end was hung up
                return b""
            raise

    def _rest(self, seconds: float) -> None:
        """Wait until something is printed, the program ends, or `seconds` have passed."""
        self._wake.poll(max(1, seconds * 1000))

    def _answer(self, reply: bytes) -> None:
        """Send the terminal's reply to a query of the program, such as the position of the cursor."""
        with suppress(OSError):
            os.write(self._master, reply)


def _silence(activity: Activity) -> float | None:
    """Return the seconds without output after which a program counts as waiting for input; None: it does not wait."""
    known = {
        Activity.ASKS: 0.0,
        Activity.MAY_ASK: SILENCE_SECONDS,
        Activity.RELAYED: RELAYED_SILENCE_SECONDS,
        Activity.UNKNOWN: LONG_SILENCE_SECONDS,
    }
    return known.get(activity)


def _poller(*descriptors: int) -> select.poll:
    poller = select.poll()
    for descriptor in descriptors:
        poller.register(descriptor, select.POLLIN)
    return poller


def _ready(descriptor: int) -> bool:
    """Return True when something can be read; the call makes a terminal deliver what is in transit."""
    return any(events & select.POLLIN for _, events in _poller(descriptor).poll(0))


def _echoed(key: int) -> bytes:
    """Return how a terminal shows one typed byte: a line end as such, other control characters as ``^C``."""
    if key in b"\r\n":
        return b"\r\n"
    if key == 4:  # the end of input shows nothing
        return b""
    if key < 32 and key != 9:
        return b"^" + bytes([key + 64])
    return b"^?" if key == 127 else bytes([key])
