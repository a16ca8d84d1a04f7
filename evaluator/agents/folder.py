"""Agent that submits an existing project folder."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution
from missions.parameter_values import read_checked
from missions.project_files import read_files
from missions.reference import parameters_file_of
from missions.stored_names import original


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
        self.parameters = Path(parameters) if parameters else parameters_file_of(self.folder)
        self.name = f"folder:{self.folder.resolve()}" + (f",{self.parameters.resolve()}" if parameters else "")

    def fingerprint(self) -> Mapping[str, str]:
        """Return a digest of files and parameter values: a run continues with the same project only."""
        digest = hashlib.sha256(self.parameters.read_bytes() if self.parameters.is_file() else b"")
        for path, content in sorted(original(read_files(self.folder)).items()):
            digest.update(f"{path}\0{len(content)}\0".encode() + content)
        return {"folder": digest.hexdigest()}

    def build(self, assignment: Assignment) -> Generation:
        files = original(read_files(self.folder))
        if not files:
            return Generation(None, f"{self.folder} holds no file: nothing to start")
        values, start = read_checked(self.parameters, assignment.mission)
        return Generation(Solution(files, values, start), asked=assignment.expected)
