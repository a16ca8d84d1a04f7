"""What a program left in its folder, read as something that nobody vouches for."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.agents import StepRecord, Usage
from evaluator.model.attempt import Attempt
from evaluator.model.errors import SolutionError
from evaluator.model.solution import Solution, read_files
from evaluator.strategies.answer_parsing import Unreadable, checklist_in, parameters_in, start_in
from evaluator.strategies.workspace_task import (
    CHECKLIST,
    PARAMETERS,
    PROJECT,
    REPORT,
    SKELETON,
    START,
    is_level_by_level,
)
from missions.mission import Checklist, Level
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.start import Start
from simulators.runtime.workspace import Workspace

Count = Annotated[int, Field(ge=0, lt=1 << 50)]


class Report(BaseModel):
    """What a program may say of itself in ``report.json``; all of it is optional."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    turns: Count = 0
    tools: Count = 0
    input_tokens: Count = 0
    output_tokens: Count = 0
    cost: Annotated[float, Field(ge=0)] | None = None


class LeftBehind:
    """Reads a program's folder. `problems` are the products, apart from the project, that cannot be read."""

    def __init__(self, folder: Path, attempt: Attempt) -> None:
        self._folder, self._attempt = folder, attempt
        self._workspace = Workspace(folder)
        self.problems: list[StepRecord] = []

    def usage(self, seconds: float) -> Usage:
        """What it says that it used; the time is ours."""
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
        """The project and what belongs to it. Raises `SolutionError` when there is no project that can be read."""
        files = self._files(PROJECT)
        if not files:
            raise SolutionError(f"nothing is in {PROJECT}/")
        level_by_level = is_level_by_level(self._attempt)
        return Solution(
            files,
            self._answers(),
            self._start(),
            self._checklist() if level_by_level and self._attempt.level is Level.PROMPT else None,
            self._skeleton() if level_by_level else None,
        )

    def _answers(self) -> dict[str, str]:
        text = self._text(PARAMETERS)
        try:
            return {} if text is None else parameters_in(text)
        except Unreadable as error:
            self.problems.append(StepRecord("parameters", failure=f"{PARAMETERS}: {error}"))
            return {}

    def _start(self) -> Start | None:
        text = self._text(START)
        try:
            return None if text is None else start_in(text)
        except Unreadable as error:
            self.problems.append(StepRecord("start", failure=f"{START}: {error}"))
            return None

    def _checklist(self) -> Checklist | None:
        text = self._text(CHECKLIST)
        try:
            return None if text is None else checklist_in(text)
        except Unreadable as error:
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
                raise SolutionError(f"{name} is no folder")
            return read_files(folder)
        except FileNotFoundError:
            return {}
        except (OSError, RecursionError) as error:
            raise SolutionError(f"{name}/ cannot be read: {error}") from error

    def _text(self, name: str) -> str | None:
        """The text of a file; None when it is not there. What cannot be read is one of `problems`."""
        try:
            return self._workspace.read(name).decode("utf-8")
        except NotFound:
            return None
        except (ExpectationFailed, InvalidAnswer, UnicodeDecodeError) as error:
            self.problems.append(StepRecord(name.removesuffix(".json"), failure=f"{name}: {error}"))
            return None
