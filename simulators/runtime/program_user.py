"""Verbs common to console, desktop and files users: starting a program by a command line, which is split into words and
never passed to a shell, and putting files into its folder."""

from __future__ import annotations

import os
import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Self

from simulators.clocks import Deadline, MissionClock, move_in
from simulators.errors import ExpectationFailed, InvalidAnswer
from simulators.evidence import Trace, TraceEntry
from simulators.failures import FailureKind
from simulators.runtime.processes.limited_calls import LimitedCalls
from simulators.runtime.sandbox import Box, BoxLimits, Launch
from simulators.runtime.worker_context import WorkerContext
from simulators.runtime.workspace import Workspace, material_path
from simulators.setting import Setting
from simulators.text_verbs import TextVerbs

BY_THE_PROGRAM = frozenset({FailureKind.EXPECTATION, FailureKind.NOT_FOUND})
"""Kinds of failure that a killed program or an exceeded limit may have caused."""


class ProgramUser(TextVerbs, ABC):
    """User that starts a program and puts files in place for it.

    `program` is the project's own start command, executed in `folder` (relative to the box's workspace); `materials`
    is the folder of the mission's files; `clock` is the program's (default: one that starts now with the setting's time
    and reaches no program); `most_output` is how much it may print, in bytes; `worker` holds the process
    that reads untrusted files. Leaving the context ends everything that was started. File names are relative to the
    program's folder; a link that leads out is refused.
    """

    def __init__(
        self,
        box: Box,
        program: tuple[str, ...],
        *,
        folder: str = ".",
        materials: Path | None = None,
        setting: Setting = Setting(),
        clock: MissionClock | None = None,
        most_output: int = BoxLimits().output,
        worker: WorkerContext | None = None,
    ) -> None:
        self.trace, self.deadline = Trace(), Deadline.after(600.0)
        self._box, self._program, self._folder = box, program, folder
        self._materials, self._setting, self._most_output = materials, setting, most_output
        self.clock = clock or MissionClock.of(setting)
        self._workspace = Workspace(box.workspace, folder)
        self._starts = 0
        self._closing = ExitStack()
        self._calls = (worker or self._closing.enter_context(WorkerContext())).get(LimitedCalls)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        with self._closing:
            self._end()

    def puts(self, material: str, name: str | None = None) -> None:
        """Put a material file of the mission into the folder, under `name` (default: its own name)."""
        with self._verb("puts", material if name is None else f"{material} as {name}"):
            path = material_path(self._materials, material)
            self._workspace.write(name or path.name, path.read_bytes())

    def writes(self, name: str, text: str) -> None:
        """Put a text file (UTF-8) into the folder."""
        with self._verb("writes", name):
            self._workspace.write(name, text.encode())

    def removes(self, name: str) -> None:
        """Remove a file; a missing one is not an error."""
        with self._verb("removes", name) as step:
            step.seen = "removed" if self._workspace.remove(name) else "it was not there"

    def today(self) -> date:
        """The date of the mission's clock."""
        with self._verb("today") as step:
            today = self.clock.today()
            step.seen = today.isoformat()
            return today

    def moves_clock(self, *, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0) -> None:
        """Move the mission's clock forward, also that of a program that is running. A day has 24 hours. Nothing
        waits: a program that sleeps goes on sleeping. The next testcode begins at the mission's time again."""
        with self._verb("moves_clock") as step:
            move_in(step, self.clock, days=days, hours=hours, minutes=minutes, seconds=seconds)

    def screenshot(self) -> bytes | None:
        """Return what the user's screen shows, as PNG; None for a user without one."""
        return None

    @abstractmethod
    def abort(self) -> None:
        """End the program, possibly from another thread; the verb that waits for it raises `TestcodeTimeout`."""

    @abstractmethod
    def _end(self) -> None:
        """End the started program, for which no component waits any more."""

    @abstractmethod
    def _exit_status(self) -> int | None:
        """Return the exit status of the program started last (negative: by a signal); None while it runs."""

    @contextmanager
    def _verb(self, verb: str, what: str = "") -> Iterator[TraceEntry]:
        """Record one verb. If it fails after the program was killed or exceeded a limit, its error says so."""
        with self.trace.step(verb, what) as step:
            try:
                yield step
            except ExpectationFailed as error:
                if error.kind in BY_THE_PROGRAM and (status := self._exit_status()) is not None:
                    kind = self._box.kind_of_end(status)
                    error.kind = kind if kind is not FailureKind.PROCESS_EXITED else error.kind
                raise

    def _told(self, command: str | None, arguments: Sequence[str]) -> str:
        """Return the command line for the trace."""
        return " ".join([command or " ".join(self._program), *arguments])

    def _launch(
        self,
        command: str | None,
        arguments: Sequence[str],
        terminal: str = "",
        wrap: Callable[[tuple[str, ...]], tuple[str, ...]] = tuple,
    ) -> Launch:
        """Return the launch of `command` (None: the project's own), at a terminal of the given kind or without one.

        `wrap` makes the command line that is executed of the program's own. Raises `InvalidAnswer` when it is not a
        command of the project.
        """
        program = self._program if command is None else argv_of(command, self._box.workspace / self._folder)
        if any("\0" in argument for argument in arguments):
            raise InvalidAnswer("an argument contains a NUL character")
        self._starts += 1
        variables = {"PYTHONDONTWRITEBYTECODE": "1", "PROJECTEVAL_START": str(self._starts)}
        variables |= self._variables()
        if terminal:
            variables["TERM"] = terminal
        return self._box.launch(
            wrap((*program, *arguments)), env=variables, folder=self._folder, terminal=bool(terminal)
        )

    def _variables(self) -> Mapping[str, str]:
        """Return the environment variables that this user's programs need."""
        return {}

    def _why_box_ended(self) -> str:
        """Return `` (reason)`` when the box was ended because of its programs, else an empty text."""
        reason = getattr(self._box, "ended", None)
        return f" ({reason})" if reason else ""


PYTHON = re.compile(r"(python|py)(3(\.\d+)?)?(\.exe)?", re.IGNORECASE)
"""Names by which users start Python; all of them select the environment's Python."""

SHELL_OPERATORS = frozenset({"&&", "||", "|", ";", "&", "<", "<<", ">", ">>", "2>", "2>>", "&>", "2>&1"})

WITH_VALUE = frozenset({"-X", "-W"})
"""Options of Python that take the next word as their value."""


def argv_of(command: str, project: Path) -> tuple[str, ...]:
    """Return the words of `command` for `Box.launch`, to be executed in the folder `project`.

    ``python``, ``python3`` and ``py`` select the environment's Python, which must be given a file or a module
    (``-m``) of the project; a first word that ends with ``.py`` is run with it. Any other first word must be a
    file of the project. Raises `InvalidAnswer` with the reason.
    """
    words = _split(command)
    if PYTHON.fullmatch(words[0]):
        return ("python", *_of_the_project(words[0], words[1:], project))
    if words[0].endswith(".py"):
        return ("python", _file(words[0], project), *words[1:])
    program = _file(words[0], project)
    if os.access(project / program, os.X_OK):
        return (f"./{program}", *words[1:])
    if program.endswith((".sh", ".bash")):
        return ("bash", f"./{program}", *words[1:])
    raise InvalidAnswer(f"{words[0]!r} is not a program: its file cannot be executed")


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidAnswer(f"{command!r} is not a command line: {error}") from error
    if not words or not words[0].strip():
        raise InvalidAnswer("the command names no program")
    if "\0" in command:
        raise InvalidAnswer("the command contains a NUL character")
    if operators := SHELL_OPERATORS.intersection(words):
        raise InvalidAnswer(f"{command!r} needs a shell ({min(operators)}); a command is one program and its arguments")
    return words


def _of_the_project(launcher: str, words: list[str], project: Path) -> list[str]:
    """Return the words after ``python``; they must start a file or module of the project, not code in the answer."""
    at = 0
    if launcher.lower().startswith("py") and words and re.fullmatch(r"-[23](\.\d+)?", words[0]):
        words = words[1:]  # the launcher of Windows: `py -3 main.py`
    while at < len(words) and re.fullmatch(r"-[uBOEIsSqdvbi]+|-[XW].*", words[at]):
        at += 2 if words[at] in WITH_VALUE else 1
    rest = words[at:]
    if not rest:
        raise InvalidAnswer("the command starts Python without a program")
    if rest[0] == "-m":
        return [*words[:at], "-m", _module(rest[1:2], project), *rest[2:]]
    if rest[0].startswith("-"):
        raise InvalidAnswer(f"the command gives Python {rest[0]}, not a file or module of the project")
    return [*words[:at], _file(rest[0], project), *rest[1:]]


def _module(words: list[str], project: Path) -> str:
    name = words[0] if words else ""
    if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", name):
        raise InvalidAnswer(f"{name!r} is not the name of a module")
    path = name.replace(".", "/")
    if not any(_lies_inside(project / found, project) for found in (f"{path}.py", f"{path}/__main__.py")):
        raise InvalidAnswer(f"the project has no module {name} to start")
    return name


def _file(word: str, project: Path) -> str:
    """Return `word` as a path below `project`."""
    path = os.path.normpath(word)
    if path.startswith((os.sep, os.pardir + os.sep)) or path == os.pardir:
        raise InvalidAnswer(f"{word!r} leads out of the project's folder")
    if not _lies_inside(project / path, project):
        raise InvalidAnswer(f"{word!r} is not a file of the project")
    return path


def _lies_inside(path: Path, project: Path) -> bool:
    """Return True for a regular file whose path is below `project` after links are resolved."""
    try:
        real = path.resolve(strict=True)
        return real.is_file() and real.is_relative_to(project.resolve(strict=True))
    except (OSError, RuntimeError):
        return False
