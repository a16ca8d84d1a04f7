"""Agent that submits an existing project folder."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution
from missions.mission import Mission
from missions.parameter_values import read_checked
from missions.project_files import files_digest, read_files
from missions.reference import found_parameters, parameters_file_of
from missions.stored_names import original
from simulators.runtime.start import Start


class FolderAgent(AutonomousAgent):
    """``folder:PROJECT[,PARAMETERS]``: files of a project and its ``parameters.toml``, in it or beside it."""

    ignores = BUILDING

    def __init__(self, spec: str) -> None:
        folder, _, parameters = spec.partition(",")
        if not folder:
            raise UsageError("folder needs the folder of a project: --agent folder:PROJECT")
        self.folder = Path(folder)
        if not self.folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder; name the folder of the project")
        self._parameters = Path(parameters) if parameters else found_parameters(self.folder)
        self.name = f"folder:{self.folder.resolve()}" + (f",{Path(parameters).resolve()}" if parameters else "")

    def fingerprint(self) -> Mapping[str, str]:
        """Return a digest of files and parameter values: a run continues with the same project only."""
        answers = self._parameters
        digest = hashlib.sha256(answers.read_bytes() if answers and answers.is_file() else b"")
        digest.update(files_digest(original(read_files(self.folder))).encode())
        return {"folder": digest.hexdigest()}

    def build(self, assignment: Assignment) -> Generation:
        files = original(read_files(self.folder))
        if not files:
            return Generation(None, f"{self.folder} holds no file: nothing to start")
        values, start = self.parameter_values(assignment.mission)
        return Generation(Solution.of(files, values, start))

    def parameter_values(self, mission: Mission, needed: Mission | None = None) -> tuple[dict[str, str], Start | None]:
        """Return the checked parameter values and start; none for a mission without parameters. `needed` is the part of
        `mission` that is evaluated. Raises `SolutionError` naming every problem."""
        if self._parameters is None and not mission.parameters():
            return {}, None
        return read_checked(self._parameters or parameters_file_of(self.folder), mission, needed)
