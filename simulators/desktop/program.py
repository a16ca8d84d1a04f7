"""Desktop program: its process, from start to end."""

from __future__ import annotations

from simulators.errors import NotFound
from simulators.runtime.processes.process import Process
from simulators.runtime.processes.process_tree import end_program
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
