"""Strategy of benchmarks whose agent works in an open workspace: the workspace that it leaves is the project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from evaluator.agents.interface import Agent, Assignment, AutonomousAgent
from evaluator.agents.workspace_layout import WHOLE_WORKSPACE
from evaluator.model.generation import Generation
from evaluator.model.solution import ArtifactKind
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.level_by_level import lead
from missions.mission import Document, Mission

CODE = frozenset({ArtifactKind.CODE})
INSTRUCTION = "PROMPT.md"
"""Instruction of an autonomous agent, beside the documents."""


@dataclass(frozen=True)
class OpenWorkspace:
    """Gives an autonomous agent documents and instruction in a workspace; a conversational one is asked for code.

    Options of ablations: `turn_limit` (None: no limit) and `reveal_tests`, which puts the tests of the mission's suites
    into the workspace. `file_names` are the names of documents there, else ``NAME.md``.
    """

    name: str = "workspace"
    turn_limit: int | None = None
    reveal_tests: bool = False
    file_names: Mapping[str, str] = field(default_factory=dict)

    def expected(self, documents: Mapping[str, Document]) -> frozenset[ArtifactKind]:
        return CODE

    def build(self, task: BuildTask, agent: Agent) -> Generation:
        if isinstance(agent, AutonomousAgent):
            return agent.build(self.assignment(task))
        return lead(task, agent, CODE)

    def assignment(self, task: BuildTask) -> Assignment:
        """Return the workspace: documents, the tests where they are revealed, and the instruction."""
        documents = {self._file_name(each): _content(each) for each in task.documents.values()}
        tests = dict(_tests(task.mission)) if self.reveal_tests else {}
        values = {
            "specification": ", ".join(documents),
            "tests": sorted({name.partition("/")[0] for name in tests}),
            "turn_limit": self.turn_limit,
        }
        prompt = task.prompts.text("workspace", **values).encode()
        files = {**tests, **documents, INSTRUCTION: prompt}
        files[f"{WHOLE_WORKSPACE.reports}/"] = b""
        return Assignment(
            task.attempt,
            task.mission,
            files,
            CODE,
            task.reference,
            task.workplace,
            layout=WHOLE_WORKSPACE,
            turn_limit=self.turn_limit,
        )

    def _file_name(self, document: Document) -> str:
        return self.file_names.get(document.name, f"{document.name}.md")


def _content(document: Document) -> bytes:
    return (document.text.rstrip("\n") + "\n").encode()


def _tests(mission: Mission) -> Iterator[tuple[str, bytes]]:
    """Yield the files of all suites by their paths in the workspace."""
    for suite in mission.suites:
        yield from ((path, place.read_bytes()) for path, place in suite.files.items())
