"""Trials in the sandbox of the run, for strategies that execute what an agent has built so far."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluator.strategies.trial import TrialResult
from missions.project_files import Files, write_files
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import BoxLimits
from simulators.runtime.sandbox.choice import sandbox_named


@dataclass(frozen=True)
class SandboxTrial:
    """Executes commands of strategies in the sandbox `sandbox` on the packages of `environment`."""

    sandbox: str
    environment: str
    limits: BoxLimits = BoxLimits()

    def run(self, files: Files, argv: Sequence[str], seconds: float) -> TrialResult:
        """Execute `argv` in a folder with `files`, for at most `seconds`; every process that is left is killed."""
        with tempfile.TemporaryDirectory(prefix="projecteval-trial-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(files, workspace)
            sandbox, environment = sandbox_named(self.sandbox), environments.find(self.environment)
            with sandbox.box(workspace, environment, self.limits) as box:
                completed = box.run(argv, seconds)
        return TrialResult(completed.status, completed.output)
