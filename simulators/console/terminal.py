"""Program on a terminal of its own: typing, reading, and waiting until it asks for input or ends."""

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

from simulators.console.pty_process import PtyProcess
from simulators.console.remote_terminal import RemoteTerminal, is_relayed
from simulators.console.screen import Display
from simulators.console.waiting import Activity, Observation, Terminal, observe
from simulators.errors import ExpectationFailed, NotFound
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import end_program, pids_of_tree
from simulators.runtime.sandbox import Box, Launch

TIOCGPTPEER = 0x5441
"""Opens the other end of a terminal, whatever its name is (Linux 4.13, ioctl_tty(2))."""

SILENCE = 0.05
"""Seconds without output after which a program that may ask is taken to ask."""

RELAYED_SILENCE = 0.25
"""The same for a program that asks on a terminal elsewhere, to which what is typed is copied."""

LONG_SILENCE = 0.5
"""The same where the machine does not tell in what a program sleeps."""

SPINS = 20
LONGEST_NAP = 0.01
"""Seconds between two looks at a program that has been busy for a while; its output ends a nap."""

SLOW_LOOK = 0.25
"""Seconds between two looks for processes that have left the program's family but not its terminal."""

LONGEST_LINE = 4095
"""Bytes that a terminal takes as one line (N_TTY_BUF_SIZE of Linux)."""


class State(Enum):
    """How waiting for a program ended."""

    ASKS = "asks"
    ENDED = "ended"
    UNDECIDED = "undecided"


class Console:
    """One program on one terminal, from start to end. `close` ends the program and all that it started.

    This side holds the terminal's other end open too. Polling that end makes the kernel hand over what was
    typed (n_tty_poll flushes the buffer between the ends) and wake who waits for it, so that a program seen
    asleep in ``read`` afterwards has had everything that was typed.
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
        prints more than it may; it is ended then."""
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
                nap = min(nap * 1.3, LONGEST_NAP)

    def more_output(self, seconds: float) -> bool:
        """Wait for output or the end, `seconds` at most; whether something was printed."""
        self._rest(seconds)
        return self.drain()

    def drain(self) -> bool:
        """Take what was printed; whether there was anything. Polling makes the kernel hand over all of it."""
        before = self._printed
        while _ready(self._master) and (chunk := self._read()):
            if self._printed > self._most_output:  # it was ended for that; what was still under way is dropped
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
        """Return True once the program itself has ended; all that it printed is taken then, `exit_status` is known
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
        """Hand `keys` to the terminal. Raises `NotFound` when the program does not take them in time."""
        until = time.monotonic() + seconds
        while keys:
            try:
                keys = keys[os.write(self._master, keys) :]
            except BlockingIOError:
                if self.has_ended() or time.monotonic() > until:
                    raise NotFound("the program does not read what is typed") from None
                self.drain()
                self._rest(LONGEST_NAP)
            except OSError as error:
                if error.errno == errno.EIO:  # no process is left at the other end
                    return
                raise

    def echo_of(self, keys: bytes) -> bytes:
        """What the terminal itself prints when `keys` are typed now: the screen shows it, the program's output
        is without it. Nothing where a program hides what is typed or prints it by itself."""
        import termios

        with suppress(termios.error):
            modes = termios.tcgetattr(self._slave)[3]
            if modes & termios.ECHO and modes & termios.ICANON:
                return b"".join(_echoed(key) for key in keys)
        return b""

    def forget_echo(self, echo: bytes, at: int) -> None:
        """Take the terminal's own echo out of the output, where it stands at `at`."""
        if echo and self.output[at : at + len(echo)] == echo:
            del self.output[at : at + len(echo)]

    def takes_lines(self) -> bool:
        """True when the terminal hands over whole lines, as it does unless a program changed that."""
        import termios

        with suppress(termios.error):
            return bool(termios.tcgetattr(self._slave)[3] & termios.ICANON)
        return False

    def kill(self) -> None:
        """Kill the program and everything that it started."""
        with self._lock:
            if not self._closed:
                end_program(self._child.pid, self._box, self._before)

    def close(self) -> None:
        """Kill the program and give the terminal back."""
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
        """What the program does, now that everything typed has reached it."""
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
        """The program's processes: its family, and who else in the box has its terminal."""
        family = pids_of_tree(self._child.pid)
        now = time.monotonic()
        if now - self._strays_at > SLOW_LOOK:
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
        """Until something is printed, the program ends, or `seconds` are over."""
        self._wake.poll(max(1, seconds * 1000))

    def _answer(self, reply: bytes) -> None:
        """The terminal's own answer to a question of the program, such as where the cursor is."""
        with suppress(OSError):
            os.write(self._master, reply)


def _silence(activity: Activity) -> float | None:
    """How long no output must come until a program is taken to ask; None: it does not ask."""
    known = {
        Activity.ASKS: 0.0,
        Activity.MAY_ASK: SILENCE,
        Activity.RELAYED: RELAYED_SILENCE,
        Activity.UNKNOWN: LONG_SILENCE,
    }
    return known.get(activity)


def _poller(*descriptors: int) -> select.poll:
    poller = select.poll()
    for descriptor in descriptors:
        poller.register(descriptor, select.POLLIN)
    return poller


def _ready(descriptor: int) -> bool:
    """True when something can be read; the query makes a terminal hand over what is under way."""
    return any(events & select.POLLIN for _, events in _poller(descriptor).poll(0))


def _echoed(key: int) -> bytes:
    """How a terminal shows one typed byte: a line's end as such, other control characters as ``^C``."""
    if key in b"\r\n":
        return b"\r\n"
    if key == 4:  # the end of input shows nothing
        return b""
    if key < 32 and key != 9:
        return b"^" + bytes([key + 64])
    return b"^?" if key == 127 else bytes([key])
