"""Calls of the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MISSIONS = ROOT / "tests" / "fixtures" / "missions"
BUILDER = ROOT / "tests" / "support" / "coding_agent.py"


PROVIDERS = ("OPENAI_", "ANTHROPIC_", "GOOGLE_", "GEMINI_", "OLLAMA_")


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
    """Call ``projecteval`` and wait for its end; `env` is added to an environment without keys."""
    command = [str(Path(sys.executable).with_name("projecteval")), *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=timeout, cwd=cwd, check=False, env=environment(env)
    )
    return Called(done.returncode, done.stdout, done.stderr)
