"""Runner of batch programs: one Python in the box that imports packages once and forks for every program."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
from dataclasses import dataclass

from simulators.deadline import Deadline
from simulators.errors import ExpectationFailed, TestcodeTimeout
from simulators.runtime.processes.process_tree import end_program
from simulators.runtime.sandbox import Box

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
            found = json.loads(line)
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
