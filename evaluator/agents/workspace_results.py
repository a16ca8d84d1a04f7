"""Files that a program left in its workspace, read as untrusted input."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.agents.answers.parsing import UnreadableAnswer, checklist_in, parameters_in, start_in
from evaluator.model.generation import StepRecord, Usage
from evaluator.model.solution import ArtifactKind, Solution
from missions.errors import SolutionError
from missions.mission import Checklist
from missions.project_files import read_files
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.start import Start
from simulators.runtime.workspace import Workspace

PROJECT, PARAMETERS, START, REPORT = "project", "parameters.json", "start.json", "report.json"
CHECKLIST, SKELETON = "checklist.json", "skeleton"
"""Names of the results in a program's workspace."""

Count = Annotated[int, Field(ge=0, lt=1 << 50)]


class Report(BaseModel):
    """Content of ``report.json`` with a program's own usage; everything is optional."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    turns: Count = 0
    tools: Count = 0
    input_tokens: Count = 0
    output_tokens: Count = 0
    cost: Annotated[float, Field(ge=0)] | None = None


class WorkspaceResults:
    """Reader of a program's workspace. `problems` are unreadable artifacts other than the project."""

    def __init__(self, folder: Path, expected: frozenset[ArtifactKind]) -> None:
        self._folder, self._expected = folder, expected
        self._workspace = Workspace(folder)
        self.problems: list[StepRecord] = []

    def usage(self, seconds: float) -> Usage:
        """Return the usage that the program reports, with the measured time."""
        text = self._text(REPORT)
        try:
            said = Report() if text is None else Report.model_validate_json(text)
        except ValidationError as error:
            self.problems.append(StepRecord("report", failure=f"{REPORT}: {error.error_count()} values are wrong"))
            said = Report()
        return Usage(
            said.input_tokens, said.output_tokens, said.cost, seconds, calls=1, turns=said.turns, tools=said.tools
        )

    def solution(self) -> Solution:
        """Return the project and its other artifacts. Raises `SolutionError` when no project can be read."""
        files = self._files(PROJECT)
        if not files:
            raise SolutionError(f"nothing is in {PROJECT}/")
        return Solution(
            files,
            self._answers(),
            self._start(),
            self._checklist() if ArtifactKind.CHECKLIST in self._expected else None,
            self._skeleton() if ArtifactKind.SKELETON in self._expected else None,
        )

    def _answers(self) -> dict[str, str]:
        text = self._text(PARAMETERS)
        try:
            return {} if text is None else parameters_in(text)
        except UnreadableAnswer as error:
            self.problems.append(StepRecord("parameters", failure=f"{PARAMETERS}: {error}"))
            return {}

    def _start(self) -> Start | None:
        text = self._text(START)
        try:
            return None if text is None else start_in(text)
        except UnreadableAnswer as error:
            self.problems.append(StepRecord("start", failure=f"{START}: {error}"))
            return None

    def _checklist(self) -> Checklist | None:
        text = self._text(CHECKLIST)
        try:
            return None if text is None else checklist_in(text)
        except UnreadableAnswer as error:
            self.problems.append(StepRecord("checklist", failure=f"{CHECKLIST}: {error}"))
            return None

    def _skeleton(self) -> dict[str, bytes] | None:
        try:
            return self._files(SKELETON) or None
        except SolutionError as error:
            self.problems.append(StepRecord("skeleton", failure=str(error)))
            return None

    def _files(self, name: str) -> dict[str, bytes]:
        folder = self._folder / name
        try:
            if not stat.S_ISDIR(folder.lstat().st_mode):
                raise SolutionError(f"{name} is not a folder")
            return read_files(folder)
        except FileNotFoundError:
            return {}
        except (OSError, RecursionError) as error:
            raise SolutionError(f"{name}/ cannot be read: {error}") from error

    def _text(self, name: str) -> str | None:
        """Return the text of a file; None when it is missing. An unreadable one is added to `problems`."""
        try:
            return self._workspace.read(name).decode("utf-8")
        except NotFound:
            return None
        except (ExpectationFailed, InvalidAnswer, UnicodeDecodeError) as error:
            self.problems.append(StepRecord(name.removesuffix(".json"), failure=f"{name}: {error}"))
            return None
