"""Workspace of an autonomous agent: its places, what it starts with, and what a program left there (untrusted)."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.agents.answers.parsing import UnreadableAnswer
from evaluator.agents.artifact_forms import FORMS, PROJECT, with_start
from evaluator.agents.traces import FORMATS, MAX_TRACE_BYTES
from evaluator.model.generation import Solution, StepRecord, Usage
from evaluator.model.trajectory import Trajectory
from missions.errors import SolutionError
from missions.project_files import ArtifactKind, Artifacts, Files, read_files
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.workspace import MAX_BYTES, Workspace

REPORT = "report.json"
"""File in which a program reports its own usage."""

AGENT_FOLDER = ".projecteval/agent"
"""Folder in the workspace where a named agent stores what it reports of itself; never part of the project."""

MAX_REPORT_BYTES = 1 << 20
MAX_KEPT_BYTES = 32 << 20
"""Bytes of the other files of a workspace that are kept for the next stage."""

TURN_LIMIT = "PROJECTEVAL_TURN_LIMIT"
"""Environment variable with the number of turns that the agent may take."""

Count = Annotated[int, Field(ge=0, lt=1 << 50)]


@dataclass(frozen=True)
class WorkspaceLayout:
    """`project` is the folder of the project (``.``: the workspace itself), `reports` that of everything else.

    Reports are ``report.json`` and traces; they never belong to the project.
    """

    project: str = PROJECT
    reports: str = "."

    def report(self, name: str) -> str:
        """Return the path of a report or an artifact in the workspace."""
        return name if self.reports == "." else f"{self.reports}/{name}"

    def place(self, kind: ArtifactKind) -> str:
        """Return the folder or file of an artifact in the workspace."""
        return self.project if kind is ArtifactKind.CODE else self.report(FORMS[kind].place.rstrip("/"))

    def holds(self, artifacts: Artifacts) -> Files:
        """Return the files of `artifacts` by their paths in the workspace."""
        files = dict(artifacts.get(ArtifactKind.WORKSPACE, {}))
        for kind, own in artifacts.items():
            if kind in FORMS:
                place = self.place(kind)
                folder = place if FORMS[kind].is_folder else str(Path(place).parent)
                files |= {name if folder == "." else f"{folder}/{name}": content for name, content in own.items()}
        return files


PROJECT_FOLDER = WorkspaceLayout()
"""The project in a folder of its own, answers and reports beside it."""

WHOLE_WORKSPACE = WorkspaceLayout(project=".", reports=".projecteval")
"""The workspace is the project, as in NL2Repo-Bench; reports are in a hidden folder."""


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
        given_files: Files | None = None,
        printed: Trajectory | None = None,
    ) -> None:
        self._printed = printed
        self._folder, self._expected, self._layout, self._given = folder, expected, layout, given_files or {}
        self._workspace = Workspace(folder)
        self.problems: list[StepRecord] = []

    def usage(self, seconds: float) -> Usage:
        """Return what the program reports that it used, with the measured time; also by its trace."""
        text = self._text(self._layout.report(REPORT), MAX_REPORT_BYTES)
        try:
            said = Report() if text is None else Report.model_validate_json(text)
        except ValidationError as error:
            self.problems.append(StepRecord("report", failure=f"{REPORT}: {error.error_count()} values are wrong"))
            said = Report()
        trace = self.trajectory or Trajectory()
        return Usage(
            said.input_tokens or trace.input_tokens,
            said.output_tokens or trace.output_tokens,
            trace.cost if said.cost is None else said.cost,
            seconds,
            calls=1,
            turns=said.turns or len(trace.turns),
            tools=said.tools or len(list(trace.calls)),
        )

    @cached_property
    def trajectory(self) -> Trajectory | None:
        """The program's trace; None when it neither wrote nor printed one that can be read."""
        for place, read in _traces(self._layout):
            text = self._text(place, MAX_TRACE_BYTES)
            if text is not None:
                return read(text)
        return self._printed

    def is_untouched(self) -> bool:
        """Return True when the program changed no file but those in which it reports its work."""
        try:
            self._files(self._layout.project)  # a link in its place is a change
            files = self._files(".")
        except SolutionError:
            return False
        own = f"{AGENT_FOLDER}/"
        return all(name.startswith(own) or self._given.get(name) == content for name, content in files.items())

    def solution(self) -> Solution:
        """Return the expected artifacts. Raises `SolutionError` without any of them, or without an expected project."""
        found = {kind: files for kind in FORMS if kind in with_start(self._expected) if (files := self._artifact(kind))}
        if not found or (ArtifactKind.CODE in self._expected and ArtifactKind.CODE not in found):
            raise SolutionError(f"nothing is in {self._where()}")
        return Solution(found)

    def _where(self) -> str:
        if ArtifactKind.CODE in self._expected:
            return "the workspace" if self._layout.project == "." else f"{self._layout.project}/"
        return ", ".join(self._layout.report(form.place) for kind, form in FORMS.items() if kind in self._expected)

    def _artifact(self, kind: ArtifactKind) -> Files | None:
        """Return an artifact; None when it is missing or cannot be read, which is added to `problems`."""
        if kind is ArtifactKind.CODE:
            return self._project() or None
        try:
            if FORMS[kind].is_folder:
                return self._files(self._layout.place(kind)) or None
            text = self._text(self._layout.place(kind))
            return None if text is None else FORMS[kind].read(text)
        except (UnreadableAnswer, SolutionError) as error:
            self.problems.append(StepRecord(kind.value, failure=_said(FORMS[kind].place, error)))
            return None

    def _project(self) -> Files:
        files = self._files(self._layout.project)
        if self._layout.project != ".":
            return files
        reports = f"{self._layout.reports}/"
        return {
            name: content
            for name, content in files.items()
            if not name.startswith(reports) and self._given.get(name) != content
        }

    def other_files(self) -> Artifacts:
        """Return the files that are neither given nor an artifact nor a report; none when they are too many."""
        try:
            files = self._files(".")
        except SolutionError:
            return {}
        reports = {self._layout.report(name) for name in (REPORT, *FORMATS)}
        places = tuple(
            f"{self._layout.place(kind)}{'/' if form.is_folder else ''}"
            for kind, form in FORMS.items()
            if self._layout.place(kind) != "."
        )
        whole = self._layout.project == "."
        kept = {
            name: content
            for name, content in files.items()
            if name not in reports and not name.startswith(places) and name not in self._given
            if not name.startswith(f"{AGENT_FOLDER}/")
            if not whole or name.startswith(f"{self._layout.reports}/")
        }
        fits = sum(map(len, kept.values())) <= MAX_KEPT_BYTES
        return {ArtifactKind.WORKSPACE: kept} if kept and fits else {}

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


def _said(place: str, error: Exception) -> str:
    return f"{place}: {error}" if not place.endswith("/") else str(error)


def _traces(layout: WorkspaceLayout) -> Iterator[tuple[str, Callable[[str], Trajectory]]]:
    """Yield the paths at which a trace may be, the first that is there counts, each with its reader."""
    for name, read in FORMATS.items():
        yield layout.report(name), read
        yield f"{AGENT_FOLDER}/{name}", read


def trace_size(folder: Path, layout: WorkspaceLayout) -> int:
    """Return the bytes of the trace that a program has written so far; 0 without one."""
    workspace = Workspace(folder)
    for place, _ in _traces(layout):
        with suppress(ExpectationFailed, InvalidAnswer):
            if (size := workspace.size(place)) is not None:
                return size
    return 0
