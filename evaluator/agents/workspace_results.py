"""Files that a program left in its workspace, read as untrusted input."""

from __future__ import annotations

import stat
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.agents.answers.parsing import UnreadableAnswer, checklist_in, parameters_in, start_in
from evaluator.agents.traces import FORMATS, MAX_TRACE_BYTES
from evaluator.agents.workspace_layout import PROJECT_FOLDER, WorkspaceLayout
from evaluator.model.generation import StepRecord, Usage
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.model.trajectory import Trajectory
from missions.errors import SolutionError
from missions.mission import Checklist
from missions.project_files import Files, read_files
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.start import Start
from simulators.runtime.workspace import MAX_BYTES, Workspace

PARAMETERS, START, REPORT = "parameters.json", "start.json", "report.json"
CHECKLIST, SKELETON = "checklist.json", "skeleton"
"""Names of the results in a program's workspace."""

MAX_REPORT_BYTES = 1 << 20
"""Bytes of a report."""

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
    """Reader of a program's workspace. `problems` are unreadable artifacts other than the project.

    `given` are the files that the program found there; unchanged ones are no part of a project in the workspace itself.
    `printed` is the trace in the program's output; one that it wrote counts before it.
    """

    def __init__(
        self,
        folder: Path,
        expected: frozenset[ArtifactKind],
        layout: WorkspaceLayout = PROJECT_FOLDER,
        given: Files | None = None,
        printed: Trajectory | None = None,
    ) -> None:
        self._printed = printed
        self._folder, self._expected, self._layout, self._given = folder, expected, layout, given or {}
        self._workspace = Workspace(folder)
        self.problems: list[StepRecord] = []

    def usage(self, seconds: float) -> Usage:
        """Return what the program reports that it used, with the measured time; turns and tools also by its trace."""
        text = self._text(self._layout.report(REPORT), MAX_REPORT_BYTES)
        try:
            said = Report() if text is None else Report.model_validate_json(text)
        except ValidationError as error:
            self.problems.append(StepRecord("report", failure=f"{REPORT}: {error.error_count()} values are wrong"))
            said = Report()
        turns, tools = (len(self.trajectory.turns), len(list(self.trajectory.calls))) if self.trajectory else (0, 0)
        return Usage(
            said.input_tokens,
            said.output_tokens,
            said.cost,
            seconds,
            calls=1,
            turns=said.turns or turns,
            tools=said.tools or tools,
        )

    @cached_property
    def trajectory(self) -> Trajectory | None:
        """The program's trace; None when it neither wrote nor printed one that can be read."""
        for name, read in FORMATS.items():
            text = self._text(self._layout.report(name), MAX_TRACE_BYTES)
            if text is not None:
                return read(text)
        return self._printed

    def solution(self) -> Solution:
        """Return the project and its other artifacts. Raises `SolutionError` when no project can be read."""
        files = self._project()
        if not files:
            where = "the workspace" if self._layout.project == "." else f"{self._layout.project}/"
            raise SolutionError(f"nothing is in {where}")
        return Solution(
            files,
            self._answers(),
            self._start(),
            self._checklist() if ArtifactKind.CHECKLIST in self._expected else None,
            self._skeleton() if ArtifactKind.SKELETON in self._expected else None,
        )

    def _project(self) -> dict[str, bytes]:
        files = self._files(self._layout.project)
        if self._layout.project != ".":
            return files
        reports = f"{self._layout.reports}/"
        return {
            name: content
            for name, content in files.items()
            if not name.startswith(reports) and self._given.get(name) != content
        }

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

    def _text(self, name: str, at_most: int = MAX_BYTES) -> str | None:
        """Return the text of a file; None when it is missing. An unreadable one is added to `problems`."""
        try:
            return self._workspace.read(name, at_most).decode("utf-8")
        except NotFound:
            return None
        except (ExpectationFailed, InvalidAnswer, UnicodeDecodeError) as error:
            self.problems.append(StepRecord(Path(name).stem, failure=f"{name}: {error}"))
            return None


def trace_size(folder: Path, layout: WorkspaceLayout) -> int:
    """Return the bytes of the trace that a program has written so far; 0 without one."""
    workspace = Workspace(folder)
    for name in FORMATS:
        with suppress(ExpectationFailed, InvalidAnswer):
            if (size := workspace.size(layout.report(name))) is not None:
                return size
    return 0
