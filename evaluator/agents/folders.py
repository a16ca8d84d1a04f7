"""Agents that submit what is stored: a folder of projects, or what another run generated."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.agents.answers.parsing import files_in_blocks
from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation, Solution
from missions.errors import SolutionError
from missions.mission import Mission
from missions.parameter_values import read_checked
from missions.project_files import Files, files_digest, original, read_files
from missions.reference import found_parameters, parameters_file_of


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
        return self.submission(assignment.mission)

    def submission(self, mission: Mission, needed: Mission | None = None) -> Generation:
        """Return the project with its checked parameter values; `needed` is the part of `mission` that is evaluated.

        Raises `SolutionError` that names every problem of the values.
        """
        files = original(read_files(self.folder))
        if not files:
            return Generation(None, f"{self.folder} holds no file: nothing to start")
        if self._parameters is None and not mission.parameters():
            return Generation(Solution.of(files))
        values, start = read_checked(self._parameters or parameters_file_of(self.folder), mission, needed)
        return Generation(Solution.of(files, values, start))


RAW = "_raw_model_output.txt"
"""File that the original leaves instead of a project when an answer holds no file."""
ANSWER = ".txt"
"""Ending of a raw answer with file blocks, beside the folders."""


class GenerationsAgent(AutonomousAgent):
    """``generations:FOLDER``: ``FOLDER/MISSION/`` with the files of a project, or ``FOLDER/MISSION.txt`` with an answer
    in file blocks. Case of the names does not matter."""

    ignores = BUILDING

    def __init__(self, folder: str) -> None:
        if not folder or not Path(folder).is_dir():
            raise UsageError(f"generations:{folder}: there is no such folder; name that of the generated projects")
        self.folder = Path(folder).resolve()
        self.name = f"generations:{self.folder}"

    def fingerprint(self) -> Mapping[str, str]:
        """Return a digest of names and sizes of all files: a run continues with the same generations only."""
        digest = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                digest.update(f"{path.relative_to(self.folder)}\0{path.stat().st_size}\0".encode())
        return {"generations": digest.hexdigest()}

    def check_missions(self, missions: Sequence[str]) -> None:
        if not any(mission.casefold() in self._places for mission in missions):
            raise UsageError(f"{self.name}: none of these missions has a folder or an answer there")

    def build(self, assignment: Assignment) -> Generation:
        place = self._places.get(assignment.mission.id.casefold())
        if place is None:
            return Generation(None, f"{self.folder} has no generation of {assignment.mission.id}")
        try:
            files = _generated(place)
        except (UnreadableAnswer, SolutionError) as error:
            return Generation(None, f"{place.name}: {error}")
        return Generation(Solution.of(files))

    @cached_property
    def _places(self) -> dict[str, Path]:
        """Folders and answers by mission, names in lower case."""
        places = {path.stem.casefold(): path for path in self.folder.glob(f"*{ANSWER}") if path.is_file()}
        return places | {path.name.casefold(): path for path in self.folder.iterdir() if path.is_dir()}


def _generated(folder: Path) -> Files:
    """Return the files of one generation. Raises `UnreadableAnswer` or `SolutionError`."""
    if folder.is_file():
        return files_in_blocks(folder.read_text(encoding="utf-8", errors="replace"))
    files = read_files(folder)
    if set(files) == {RAW}:
        return files_in_blocks(files[RAW].decode("utf-8", "replace"))
    return files
