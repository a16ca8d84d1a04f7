"""Calls of the command line."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from tests.support.forked_commands import CommandServer

ROOT = Path(__file__).parents[2]
MISSIONS = ROOT / "tests" / "fixtures" / "missions"
BUILDER = ROOT / "tests" / "support" / "coding_agent.py"


PROVIDERS = ("OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "OLLAMA_")

INTERPRETER = ("PYTHON", "LANG", "LC_", "COLUMNS", "TERM")
"""Beginnings of the names of variables that Python or a library reads when it starts."""


def environment(added: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the current environment without keys and addresses of services, and `added`."""
    return {name: value for name, value in os.environ.items() if not name.startswith(PROVIDERS)} | dict(added or {})


@dataclass(frozen=True)
class Called:
    """Result of a command."""

    status: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)


def projecteval(
    *arguments: str | Path, timeout: float = 300, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> Called:
    """Call ``projecteval`` and wait for its end; `env` is added to an environment without keys.

    The command runs in a fork of a process that has imported the evaluator, which spares it the imports; in a new
    process where `env` concerns the interpreter.
    """
    command = [str(Path(sys.executable).with_name("projecteval")), *map(str, arguments)]
    if env is not None and any(name.startswith(INTERPRETER) for name in env):
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout, cwd=cwd, check=False, env=environment(env)
        )
        return Called(done.returncode, done.stdout, done.stderr)
    with TemporaryFile() as stdout, TemporaryFile() as stderr:
        status = _server().call(command, cwd, environment(env), stdout, stderr, timeout)
        return Called(status, _text(stdout), _text(stderr))


@cache
def _server() -> CommandServer:
    server = CommandServer(ROOT, environment({"PYTHONPATH": str(ROOT)}))
    atexit.register(server.close)
    return server


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n").replace("\r", "\n")  # as `subprocess` does
