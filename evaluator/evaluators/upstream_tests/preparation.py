"""Commands before the tests, run in a sandbox of their own; the files that they leave are read when it is closed."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from evaluator.evaluators.upstream_tests.installation import sandboxed_command
from missions.errors import SolutionError
from missions.project_files import Files, read_files, write_files
from missions.upstream.commands import Plan
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.process import started
from simulators.runtime.sandbox import BoxLimits, Sandbox

PROGRAM = (Path(__file__).parent / "guest" / "run_commands.py").read_text(encoding="utf-8")
SECONDS = 600.0
"""Seconds that one command may take."""

LIMITS = BoxLimits(memory=4 << 30, cpu=1200)


@dataclass(frozen=True)
class CommandResult:
    """Exit status of one command and the end of what it printed. The solution's code may have written both."""

    words: tuple[str, ...]
    status: int
    text: str = ""


@dataclass(frozen=True)
class Prepared:
    """Files of the workspace after the commands. With a `problem` they are those before them."""

    files: Files
    results: tuple[CommandResult, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class _Ended:
    status: int
    text: str


RESULTS = TypeAdapter(list[_Ended])


def prepare(files: Files, plan: Plan, sandbox: Sandbox, environment: str) -> Prepared:
    """Run the commands of `plan` before its tests on a copy of `files`."""
    if not plan.setup:
        return Prepared(files)
    with tempfile.TemporaryDirectory(prefix="projecteval-setup-", ignore_cleanup_errors=True) as temporary:
        workspace = Path(temporary) / "workspace"
        workspace.mkdir()
        write_files(files, workspace)
        output, ended = _run(plan, workspace, sandbox, environment)
        try:
            left = read_files(workspace)
        except (SolutionError, OSError) as error:
            return Prepared(files, problem=f"the workspace after the commands cannot be read: {error}")
    if not ended:
        return Prepared(files, problem=f"the commands did not end within {SECONDS * len(plan.setup):g} seconds")
    return Prepared(left, tuple(_results(plan, output)))


def _run(plan: Plan, workspace: Path, sandbox: Sandbox, environment: str) -> tuple[str, bool]:
    """Return what the program in the sandbox printed, and True when it ended in time."""
    commands = json.dumps([sandboxed_command(command, plan.variables) for command in plan.setup])
    argv = ("python", "-s", "-P", "-c", PROGRAM, commands, str(SECONDS))
    with (
        sandbox.box(workspace, environments.find(environment), LIMITS) as box,
        started(box.launch(argv)) as process,
    ):
        status = process.wait(SECONDS * len(plan.setup))
        return process.output.text(), status is not None


def _results(plan: Plan, output: str) -> list[CommandResult]:
    """Return the results that the program printed on its last line; those that are missing have status -1."""
    try:
        ended = RESULTS.validate_json(output.strip().rpartition("\n")[2])
    except ValidationError:
        ended = []
    ended += [_Ended(-1, output[-500:])] * (len(plan.setup) - len(ended))
    return [CommandResult(command.words, one.status, one.text) for command, one in zip(plan.setup, ended, strict=False)]
