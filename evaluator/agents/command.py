"""Agent that runs a program in an empty folder with the task as files; the program leaves the project there.

Everything that it leaves may be hostile: names, sizes, links, content, output. It is read after the box is closed,
when none of its processes runs any more.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from evaluator.agents.command_network import certificates, network_of
from evaluator.agents.interface import PROMPTING, Assignment, AutonomousAgent
from evaluator.agents.models.services import ModelError
from evaluator.agents.reporting import Ended, Reporting, ServiceFailures, service_failure, with_ending
from evaluator.agents.settings import AgentSettings
from evaluator.agents.traces import MAX_TRACE_BYTES, PRINTED
from evaluator.agents.workspace import AGENT_FOLDER, TURN_LIMIT, WorkspaceResults, trace_size
from evaluator.io.files import write_whole
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation, Solution, StepRecord, add_usage
from evaluator.model.trajectory import FinishReason
from missions.errors import SolutionError
from missions.project_files import write_files
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.process import Output, Process, describe_exit
from simulators.runtime.sandbox import PROGRAM_FOLDERS, BoxLimits, Completed, Environment
from simulators.runtime.sandbox.bubblewrap import python_folders
from simulators.runtime.sandbox.choice import sandbox_named

DEFAULT_SECONDS = 1800.0
"""Seconds of one stage without a limit of the attempt."""
MIN_SECONDS = 1.0
"""Seconds of a stage whose attempt has used up its time."""
POLL_SECONDS = 0.5
"""Seconds between two checks for cancellation while a program runs."""

MEMORY_BYTES = 4 << 30
SYSTEM_PYTHON = Path("/usr")
"""Folder of the system's Python: boxes have their system anyway."""

PROGRAM_NOT_FOUND = 127
"""Exit status of shells and launchers for a program that does not exist."""

MAX_STORED_CHARS = 512 << 10
"""Characters of the beginning, and again of the end, of a program's output that are stored."""

MIN_SECRET_CHARS = 8
"""Length from which on values of variables are removed from the output."""


class CommandAgent(AutonomousAgent):
    """``command:'PROGRAM ARGUMENTS…'``, split into words without a shell. Existing files and folders among them are
    readable in the box, at their own path."""

    waits_for_services = True
    starts_programs = True
    reads_prompts = True
    ignores = PROMPTING - {"prompts"}

    def __init__(
        self, command: str, settings: AgentSettings, name: str = "", reporting: Reporting | None = None
    ) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"command:{command} is not a command line: {error}") from error
        if not words:
            raise UsageError("command needs a program: --agent command:'PROGRAM ARGUMENTS…'")
        self.argv = tuple(str(Path(word).resolve()) if _is_path(word) else word for word in words)
        self._named = tuple(Path(word) for word in self.argv if _is_path(word))
        self._closing = threading.Event()
        self._reporting, self._failures = reporting or Reporting(settings.trace), ServiceFailures()
        self.name, self.settings = name or f"command:{shlex.join(self.argv)}", settings

    def check(self) -> None:
        """Raise `UsageError` when the program or a variable of ``--pass-env`` does not exist."""
        if problem := self._program_problem():
            raise UsageError(f"command:{self.argv[0]}: {problem}")
        for name in self.settings.passed_on:
            if name not in os.environ:
                raise UsageError(f"--pass-env {name}: the environment has no such variable")
        for folder in self.settings.tools:
            if not folder.is_dir():
                raise UsageError(f"--agent-tools {folder}: there is no such folder")
            if any(Path.home().is_relative_to(python) for python in python_folders(folder.resolve())):
                raise UsageError(f"--agent-tools {folder}: all of its Python's folder would be readable; use another")
        if (trace := self._reporting.prints) and trace not in PRINTED:
            raise UsageError(f"--agent-trace {trace}: there is no such format; there are {', '.join(PRINTED)}")
        limited = (self.settings.limits.cost or self.settings.budget.limits.cost) is not None
        if limited and not self._reporting.has_cost and self.settings.price is None:
            raise UsageError(
                f"--max-cost: {self.name} does not report its cost; state what tokens cost (--price), "
                "or limit --max-tokens or --max-seconds"
            )
        if self.settings.network and not (sandbox := sandbox_named(self.settings.sandbox)).listens:
            raise UsageError(f"--agent-network: sandbox {sandbox.name} cannot restrict the network; use bubblewrap")

    def fingerprint(self) -> Mapping[str, str]:
        return _digests(self._named)

    def build(self, assignment: Assignment) -> Generation:
        """Return what the program left, also after a failure of it; a failure when that is not a project."""
        with tempfile.TemporaryDirectory(prefix="projecteval-command-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "work"
            workspace.mkdir()
            write_files(assignment.workspace, workspace)
            (workspace / AGENT_FOLDER).mkdir(parents=True, exist_ok=True)
            ended = self._run(assignment, workspace)
            write_whole(assignment.workplace / _output_name(assignment), _stored(ended.output))
            printed = self._reporting.trajectory(ended.output, workspace)
            left = WorkspaceResults(workspace, assignment.expected, assignment.layout, assignment.files, printed)
            trajectory = with_ending(left.trajectory, ended.finish)
            step = StepRecord(
                assignment.stage or "command", self.settings.priced(left.usage(ended.seconds)), ended.problem
            )
            self.settings.budget.spend(step.usage)
            self._failures.check(self.name, service_failure(left, self._reporting, step.usage.turns, ended))
            try:
                solution = left.solution()
                if assignment.keep_workspace:
                    solution = Solution({**solution.artifacts, **left.other_files()})
                for files in solution.artifacts.values():
                    self._check_secrets(files)
            except SolutionError as error:
                why = "; the program " if ended.problem else ""
                return Generation(None, f"command: {error}{why}{ended.problem}", (step,), trajectory=trajectory)
        if over := replace(self.settings.limits, seconds=None).exceeded_by(add_usage(assignment.used, step.usage)):
            failure = f"command: the attempt used {over}"
            return Generation(solution, failure, (step,), trajectory=trajectory, over_limit=True)
        return Generation(solution, "", (step, *left.problems), trajectory=trajectory)

    def _run(self, assignment: Assignment, workspace: Path) -> Ended:
        limit = self._seconds_left(assignment)
        self.settings.budget.check_budget()
        sandbox = sandbox_named(self.settings.sandbox)
        environment = environments.find(assignment.mission.environment)
        bounds = BoxLimits(memory=MEMORY_BYTES, cpu=int(limit) * 4)
        begun = time.monotonic()
        with (
            sandbox.box(workspace, environment, bounds, readable=self._readable()) as box,
            network_of(box, self.settings, assignment.workplace) as variables,
            box.start(self.argv, env=self._variables(assignment) | variables | self._tool_path(environment)) as process,
        ):
            if self._reporting.prints:
                process.output.keep(MAX_TRACE_BYTES // 2)
            turns = _TurnCounter(workspace, assignment, self._reporting, process.output)
            status = self._waited(process, begun + limit, turns)
            turns.look()
            output = process.output.text()
        seconds = round(time.monotonic() - begun, 3)
        if turns.exceeded:
            words = f"took more than {assignment.turn_limit} turns"
            return Ended(words, self._without_secrets(output), seconds, FinishReason.TURN_LIMIT)
        if status is None:
            words = f"did not end within {limit:g} seconds"
            return Ended(words, self._without_secrets(output), seconds, FinishReason.TIME_LIMIT)
        return Ended(_problem(status), self._without_secrets(output), seconds)

    def answer(self, arguments: Sequence[str], environment: Environment, seconds: float) -> Completed:
        """Return what the program prints for `arguments`, in a box like that of an attempt but without a network."""
        variables = {**self.settings.variables, **self._tool_path(environment)}
        with tempfile.TemporaryDirectory(prefix="projecteval-command-", ignore_cleanup_errors=True) as temporary:
            bounds = BoxLimits(memory=MEMORY_BYTES)
            sandbox = sandbox_named(self.settings.sandbox)
            with sandbox.box(Path(temporary), environment, bounds, readable=self._readable()) as box:
                return box.run((self.argv[0], *arguments), seconds, env=variables)

    def found(self) -> str | None:
        """Return the path of the program on this machine; None when it is not installed."""
        return shutil.which(self.argv[0], path=self._path())

    def _seconds_left(self, assignment: Assignment) -> float:
        """Return the seconds of one stage: of a limit of the attempt, what earlier stages left."""
        limit = self.settings.limits.seconds
        return DEFAULT_SECONDS if limit is None else max(MIN_SECONDS, limit - assignment.used.seconds)

    def _program_problem(self) -> str:
        """Return why the box has no such program; empty when it has it."""
        program = self.argv[0]
        if program == "python" or shutil.which(program, path=os.pathsep.join([*self._tool_folders(), PROGRAM_FOLDERS])):
            return ""
        if (here := self.found()) is None:
            return "there is no such program here; name its folder with --agent-tools"
        folder = Path(here).resolve().parent
        return f"it is in {folder}, which the box does not have; add --agent-tools {shlex.quote(str(folder))}"

    def _readable(self) -> tuple[Path, ...]:
        tools = [folder.resolve() for folder in self.settings.tools]
        pythons = set(chain.from_iterable(map(python_folders, tools))) - {SYSTEM_PYTHON}
        return (*self._named, *tools, *sorted(pythons), *certificates(self.settings))

    def _tool_folders(self) -> list[str]:
        """Return the folders in which tools are looked for: ``bin`` of each, or the folder itself."""
        found = [folder.resolve() for folder in self.settings.tools]
        return [str(folder / "bin" if (folder / "bin").is_dir() else folder) for folder in found]

    def _path(self) -> str:
        return os.pathsep.join([*self._tool_folders(), os.environ.get("PATH", os.defpath)])

    def _tool_path(self, environment: Environment) -> dict[str, str]:
        """Return PATH with the mission's packages first, then the tools; empty without tools.

        An agent runs the project with the environment's Python, not with the one that its own installation brings.
        """
        folders = [str(environment.root / "bin"), *self._tool_folders(), PROGRAM_FOLDERS]
        return {"PATH": os.pathsep.join(folders)} if self.settings.tools else {}

    def _waited(self, process: Process, until: float, turns: _TurnCounter) -> int | None:
        """Return its exit status, or None when it still runs at `until` or exceeded its turns.

        Raises `ModelError` when this agent is closed.
        """
        while (left := until - time.monotonic()) > 0:
            if (status := process.wait(min(left, POLL_SECONDS))) is not None:
                return status
            if self._closing.is_set():
                raise ModelError("interrupted while the program ran")
            if turns.look():
                break
        return process.ended()

    def close(self) -> None:
        """End the running programs; their attempts remain to be done."""
        self._closing.set()

    def _variables(self, assignment: Assignment) -> dict[str, str]:
        """Return the variables that the user passes on, those of the run, and the limit of turns."""
        limit = {} if assignment.turn_limit is None else {TURN_LIMIT: str(assignment.turn_limit)}
        return {**self._passed_on(), **self.settings.variables, **limit}

    def _passed_on(self) -> dict[str, str]:
        return {name: os.environ[name] for name in self.settings.passed_on if name in os.environ}

    def _secrets(self) -> Mapping[str, str]:
        return {
            name: value
            for name, value in self._passed_on().items()
            if len(value) >= MIN_SECRET_CHARS and value[0] != "/"
        }

    def _without_secrets(self, output: str) -> str:
        for name, value in self._secrets().items():
            output = output.replace(value, f"[{name}]")
        return output

    def _check_secrets(self, files: Mapping[str, bytes]) -> None:
        for name, value in self._secrets().items():
            for path, content in files.items():
                if value.encode() in content:
                    raise SolutionError(f"file {path!r} of the project holds the value of {name}; it is not kept")


class _TurnCounter:
    """Turns of a running program by its trace, written or printed; without a limit, nothing is read."""

    def __init__(self, workspace: Path, assignment: Assignment, reporting: Reporting, output: Output) -> None:
        self._workspace, self._assignment = workspace, assignment
        self._reporting, self._output = reporting, output
        self._limit = assignment.turn_limit
        self._size = -1
        self.exceeded = False

    def look(self) -> bool:
        """Return True when the trace, where it has grown, has more turns than allowed."""
        if self._limit is not None and (size := self._trace_size()) != self._size:
            self._size = size
            printed = self._reporting.trajectory(self._output.text(), self._workspace)
            results = WorkspaceResults(self._workspace, frozenset(), self._assignment.layout, printed=printed)
            self.exceeded = results.trajectory is not None and len(results.trajectory.turns) > self._limit
        return self.exceeded

    def _trace_size(self) -> int:
        printed = self._output.size if self._reporting.prints else 0
        return trace_size(self._workspace, self._assignment.layout) + printed


def _stored(output: str) -> str:
    """Return the beginning and the end of a program's output."""
    if len(output) <= 2 * MAX_STORED_CHARS:
        return output
    left_out = len(output) - 2 * MAX_STORED_CHARS
    return f"{output[:MAX_STORED_CHARS]}\n… {left_out} characters left out …\n{output[-MAX_STORED_CHARS:]}"


def _output_name(assignment: Assignment) -> str:
    return "output.txt" if assignment.number == 1 else f"{assignment.number:02d}-output.txt"


def _problem(status: int) -> str:
    """Return what was wrong with a program's end, empty for success."""
    if status == PROGRAM_NOT_FOUND:
        return f"ended {describe_exit(status)}: a program was not found in the box; name its folder with --agent-tools"
    return f"ended {describe_exit(status)}" if status else ""


def _is_path(word: str) -> bool:
    return "/" in word and Path(word).exists()


def _digests(paths: tuple[Path, ...]) -> dict[str, str]:
    """Return the digests of the named files: different content makes a different agent."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths if path.is_file()}
