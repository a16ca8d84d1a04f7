"""Strategy of benchmarks whose agent works in an open workspace: the workspace that it leaves is the project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from evaluator.agents.workspace import WHOLE_WORKSPACE
from evaluator.strategies.interface import BuildTask, Stage, Stages, Strategy
from evaluator.strategies.project import CODE, file_name, project_stages
from evaluator.strategies.prompts import Templates
from missions.mission import Document, Mission


@dataclass(frozen=True)
class OpenWorkspace(Strategy):
    """Gives an autonomous agent documents and instruction in a workspace; a conversational one is asked for code.

    Options of ablations: `turn_limit` (None: no limit) and `reveal_tests`, which puts the tests of the mission's suites
    into the workspace. `file_names` are the names of documents there, else ``NAME.md``.
    """

    name: str = "workspace"
    turn_limit: int | None = None
    reveal_tests: bool = False
    file_names: Mapping[str, str] = field(default_factory=dict)
    templates: ClassVar[Templates] = Templates(("code",), ("workspace",))

    def stages(self, task: BuildTask) -> Stages:
        if task.conversational:
            yield from project_stages(task, CODE)
        else:
            yield self.workspace_stage(task)

    def workspace_stage(self, task: BuildTask) -> Stage:
        """Return the one stage of an autonomous agent."""
        documents = {self.file_names.get(each.name, file_name(each)): each for each in task.documents.values()}
        tests = dict(_tests(task.mission)) if self.reveal_tests else {}
        prompt = task.prompt(
            "workspace",
            specification=", ".join(documents),
            tests=sorted({name.partition("/")[0] for name in tests}),
            turn_limit=self.turn_limit,
        )
        if tests:
            documents["."] = Document("tests", files=tests)
        return Stage(
            "code",
            prompt,
            CODE,
            documents,
            layout=WHOLE_WORKSPACE,
            turn_limit=self.turn_limit,
            keep_workspace=False,
        )


def _tests(mission: Mission) -> Iterator[tuple[str, bytes]]:
    """Yield the files of all suites by their paths in the workspace."""
    for suite in mission.suites:
        yield from ((path, file.read_bytes()) for path, file in suite.files.items())
