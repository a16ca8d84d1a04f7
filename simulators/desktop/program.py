"""Desktop program: its process from start to end, and when it rests.

At rest its threads sleep, none of them wakes, and the screen does not change.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from simulators.desktop.display import Frame, XDisplay
from simulators.errors import NotFound
from simulators.runtime.processes.process import Process
from simulators.runtime.processes.process_tree import end_program, threads
from simulators.runtime.sandbox import Box, Launch


class DesktopProgram:
    """Program in a box. `close` ends it and all its processes."""

    def __init__(self, box: Box, launch: Launch) -> None:
        self._box, self._before = box, frozenset(box.pids())
        try:
            self._popen = launch.start()
        except OSError as error:
            raise NotFound(f"{launch.argv[0]} cannot be started: {error}") from error
        self._process = Process(self._popen)

    @property
    def exit_status(self) -> int | None:
        """Exit status (negative: by a signal); None while the program runs."""
        return self._process.ended()

    def printed(self) -> str:
        """Return what the program printed, without a graphical system's own notes."""
        return self._process.output.text().strip()

    def kill(self) -> None:
        """Kill the program and all its processes; possibly from another thread."""
        end_program(self._popen.pid, self._box, self._before)

    def close(self) -> None:
        """Kill the program and release its descriptors."""
        self.kill()
        self._popen.wait()
        self._process.output.wait(1.0)
        assert self._popen.stdout is not None
        self._popen.stdout.close()


SLEEPING = "S"
ENDED = "ZX"


@dataclass(frozen=True)
class ThreadActivity:
    """`asleep`: no thread runs or is about to; `wakings` counts how often each thread was scheduled."""

    asleep: bool
    wakings: frozenset[tuple[int, int]]


def observe(pids: Iterable[int]) -> ThreadActivity:
    """Return the activity of all threads of the processes `pids`."""
    asleep, wakings = True, set()
    for pid in pids:
        for thread in threads(pid):
            fields = _status(Path(f"/proc/{pid}/task/{thread}/status"))
            state = fields.get("State", "X")[:1]
            asleep &= state == SLEEPING or state in ENDED
            wakings.add((thread, _number(fields, "voluntary_ctxt_switches")))
    return ThreadActivity(asleep, frozenset(wakings))


def _status(path: Path) -> dict[str, str]:
    with suppress(OSError):
        lines = path.read_text(errors="replace").splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return {}


def _number(fields: dict[str, str], name: str) -> int:
    return int(fields.get(name, "0"))


QUIET_SECONDS = 0.02
"""Seconds without a change after which a program counts as resting."""

MAX_WAIT_SECONDS = 30.0
"""Seconds after which a program that does not rest counts as hanging, and one without a window as not started."""

MAX_CHANGE_SECONDS = 1.0
"""Seconds after which a program that sleeps between changes of its screen, or wakes again and again, counts as resting
as far as it ever does (a clock, an animation)."""


@dataclass(frozen=True)
class ScreenState:
    """What a program and its display do at one moment: `wakings` counts how often each of its threads was scheduled."""

    asleep: bool
    wakings: frozenset[tuple[int, int]]
    frame: Frame


def state_of(box: Box, display: XDisplay) -> ScreenState:
    """Return the state of the programs in `box`. The display is observed before it is used."""
    server, programs = observe(display.box.pids()), observe(box.pids())
    return ScreenState(server.asleep and programs.asleep, programs.wakings, display.film.frame())


class RestWatch:
    """Decides when a program rests, by the states that it is given one after the other."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = self._now = self._woken = self._drawn = clock()
        self._last: ScreenState | None = None

    def note(self, state: ScreenState) -> None:
        """Take notice of the present state."""
        self._now = self._clock()
        if self._last is None or state.wakings != self._last.wakings:
            self._woken = self._now
        if self._last is None or state.frame is not self._last.frame:
            self._drawn = self._now
        self._last = state

    def disturb(self) -> None:
        """Begin to wait for a quiet time again: the program was given something to do."""
        self._woken = self._drawn = self._clock()

    @property
    def rests(self) -> bool:
        """The program does nothing more; one that always wakes only has to leave the screen as it is."""
        wakes = self._now - self._woken < QUIET_SECONDS and self._waited <= MAX_CHANGE_SECONDS
        return self._asleep and not wakes and self._now - self._drawn >= QUIET_SECONDS

    @property
    def is_endless(self) -> bool:
        """Waiting longer is useless: the program never rests."""
        return self._waited > MAX_WAIT_SECONDS or (self._asleep and self._waited > 2 * MAX_CHANGE_SECONDS)

    @property
    def _asleep(self) -> bool:
        return self._last is not None and self._last.asleep

    @property
    def _waited(self) -> float:
        return self._now - self._begun
