"""Simulated user of console and batch programs for public testcodes; all processes run in the box."""

from __future__ import annotations

import csv
import json
import os
import selectors
import shutil
import stat
import string
import subprocess
import time
from contextlib import AbstractContextManager, chdir, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from evaluator.benchmarks.projecteval_2025.simulator.desktop import (
    TestcodeClock,
    WindowsDesktop,
    calculate_histogram_similarity,
    string_similarity,
)
from simulators.clocks import Deadline
from simulators.console import ConsoleUser
from simulators.data_files import parse_json
from simulators.errors import ExpectationFailed, NotFound, TestcodeTimeout
from simulators.evidence import Trace
from simulators.runtime.processes.process_tree import end_program
from simulators.runtime.sandbox import Box
from simulators.setting import Setting

THRESHOLD = 0.65
"""Similarity above which testcodes treat two texts as equal."""


class PublicProgramUser:
    """Names that a console or batch testcode expects in scope."""

    def __init__(self, box: Box, folder: str, program: tuple[str, ...], setting: Setting, offset: float) -> None:
        self.box, self.folder = box, folder
        self.home = box.workspace / folder
        self.deadline, self.trace = Deadline.after(60.0), Trace()
        self._console = ConsoleUser(box, program, folder=folder, materials=None, setting=setting)
        self._runner = ProgramRunner(box, folder)
        self._clock = TestcodeClock.of(setting, offset)
        self._is_started = False
        self._unread = ""

    def arguments(self) -> tuple[object, ...]:
        return ()

    def at_work(self) -> AbstractContextManager[None]:
        """Use the project's folder as the current folder, because testcodes name files relative to it."""
        return chdir(self.home)

    def scope(self) -> dict[str, Any]:
        import openpyxl
        import pandas as pd

        desktop = WindowsDesktop(self.home, self.home)
        tools = SimpleNamespace(
            run_entry=self.run_entry,
            rename_file=self.rename_file,
            copy_file=self.copy_file,
            string_similarity=string_similarity,
            calculate_histogram_similarity=lambda one, other: calculate_histogram_similarity(
                self._file(one), self._file(other)
            ),
        )
        return {
            "time": self._clock.module_time(time.sleep),
            "pyperclip": SimpleNamespace(paste=lambda: "", copy=lambda text: None),
            "string": string,
            "pd": pd,
            "os": desktop.os(),
            "csv": csv,
            "utils": tools,
            "datetime": self._clock.class_datetime(),
            "openpyxl": openpyxl,
            "runpy": SimpleNamespace(run_path=lambda path, **_: self.run_entry(path)),
            "threshold": THRESHOLD,
            "_subprocess": SimpleNamespace(
                read_output=self.read_output, send_command=self.send_command, poll=self.poll
            ),
        }

    def puts_materials(self, material: Path | None, prefix: str) -> None:
        """Copy the mission's material files into the working folder, as the original does."""
        found = sorted(material.glob(f"{prefix}*")) if material is not None else []
        for path in filter(Path.is_file, found):
            shutil.copyfile(path, self.home / path.name)

    # files and runs
    def run_entry(self, path: str) -> tuple[str, str]:
        """Run a Python file of the project and return its standard output and error, or the message of the exception
        that ended it as both; a missing file is such an exception. Raises `SystemExit` for a program that calls
        `sys.exit`: the original runs it in the thread of the testcode."""
        with self.trace.step("run_entry", path) as step:
            try:
                inside = str(self._file(path).relative_to(self.home))
            except NotFound:
                step.seen = "outside the project's folder"
                return (f"[Errno 2] No such file or directory: {path!r}",) * 2
            ran = self._runner.run(inside, self.deadline)
            step.seen = f"status {ran.status}: {ran.stdout}{ran.stderr}"
        self._keep_regular_files()
        if ran.exited:
            raise SystemExit(ran.status)
        return ran.stdout, ran.stderr

    def rename_file(self, old: str, new: str) -> None:
        """Rename a file. Raises `FileExistsError` for an existing name, as on Windows, where the published results were
        obtained."""
        source, target = self._file(old), self._file(new)
        if target != source and os.path.lexists(target):
            raise FileExistsError(
                f"[WinError 183] Cannot create a file when that file already exists: {old!r} -> {new!r}"
            )
        source.rename(target)

    def copy_file(self, old: str, new: str) -> None:
        shutil.copyfile(self._file(old), self._file(new), follow_symlinks=False)

    # the interactive program
    def read_output(self) -> list[str]:
        """Return the lines printed since the last call, with their line ends."""
        if not self._is_started:
            self._begin()
        printed, self._unread = self._unread, ""
        return _non_empty(printed).splitlines(keepends=True)

    def send_command(self, text: str) -> str:
        """Type a line and return the output until the program waits for input again or ends."""
        if not self._is_started:
            self._begin()
        self._console.deadline, self._console.trace = self.deadline, self.trace
        self._console.enters(text)
        self._unread = ""
        return _non_empty(self._console.output())

    def poll(self) -> int | None:
        """Return the exit status of the program; None while it runs."""
        return self._console.exit_status() if self._is_started else None

    def close(self) -> None:
        """End all started processes."""
        self._runner.close()
        self._console.__exit__(None, None, None)

    def _begin(self) -> None:
        self._console.__enter__()
        self._console.deadline, self._console.trace = self.deadline, self.trace
        self._is_started = True
        self._console.starts()
        self._unread = self._console.output()

    def _file(self, name: str) -> Path:
        path = Path(os.path.normpath(self.home / name.replace("\\", "/")))
        if self.home not in path.parents:
            raise NotFound(f"{name!r} leads out of the project's folder")
        return path

    def _keep_regular_files(self) -> None:
        """Remove links and devices, so that no file of a program leads out of its folder."""
        for parent, folders, names in os.walk(self.box.workspace):
            for name in [*folders, *names]:
                path = Path(parent) / name
                with suppress(OSError):
                    mode = path.lstat().st_mode
                    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                        path.unlink()


def _non_empty(printed: str) -> str:
    """Return `printed`. Raises `ExpectationFailed` when it is empty: the original waits for a line until its limit."""
    if not printed:
        raise ExpectationFailed("the program printed nothing")
    return printed


RUNNER = ("python", "-u", "-m", "projecteval_program_runner")
MAX_ANSWER_BYTES = 64 << 20
"""Maximum length of one answer in bytes; a longer one is not from the runner."""


@dataclass(frozen=True)
class RunnerResult:
    """Exit status and output of a program; `exited` is true when it called `sys.exit`."""

    status: int
    exited: bool
    stdout: str
    stderr: str


class ProgramRunner:
    """Client of the runner process, which starts with the first program and ends with `close`.

    A program that kills or confuses the runner loses its own result only: the next program gets a new runner.
    """

    def __init__(self, box: Box, folder: str) -> None:
        self._box, self._folder = box, folder
        self._runner: subprocess.Popen[bytes] | None = None
        self._before: frozenset[int] = frozenset()

    def run(self, path: str, deadline: Deadline) -> RunnerResult:
        """Run a Python file to its end. Raises `TestcodeTimeout`, or `ExpectationFailed` when the runner ended."""
        runner = self._runner or self._begin()
        assert runner.stdin is not None
        try:
            runner.stdin.write(json.dumps({"path": path}).encode() + b"\n")
            runner.stdin.flush()
            line = self._line(runner, deadline)
            found = parse_json(line, path)
            return RunnerResult(int(found["status"]), bool(found["exited"]), str(found["stdout"]), str(found["stderr"]))
        except TestcodeTimeout:
            self.close()
            raise
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.close()
            raise ExpectationFailed(f"{path} ended the process that ran it and left no output") from error

    def close(self) -> None:
        """End the runner and all its processes."""
        runner, self._runner = self._runner, None
        if runner is None:
            return
        assert runner.stdin is not None
        assert runner.stdout is not None
        runner.stdin.close()
        end_program(runner.pid, self._box, self._before)
        runner.wait()
        runner.stdout.close()

    def _begin(self) -> subprocess.Popen[bytes]:
        self._before = frozenset(self._box.pids())
        launch = self._box.launch(RUNNER, folder=self._folder)
        self._runner = launch.start(stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return self._runner

    def _line(self, runner: subprocess.Popen[bytes], deadline: Deadline) -> bytes:
        assert runner.stdout is not None
        found = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(runner.stdout, selectors.EVENT_READ)
            while not found.endswith(b"\n"):
                if not selector.select(deadline.left()):
                    continue
                part = os.read(runner.stdout.fileno(), 1 << 16)
                if not part or len(found) > MAX_ANSWER_BYTES:
                    raise ValueError
                found += part
        return bytes(found)
