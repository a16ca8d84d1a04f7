"""Interface of agents; optional abilities are methods with defaults."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.agents.workspace import PROJECT_FOLDER, WorkspaceLayout
from evaluator.model.generation import Conversation, Generation, Usage
from evaluator.model.result import Attempt, Recording
from missions.mission import Mission
from missions.project_files import ArtifactKind, Artifacts, Files
from missions.reference import Reference

if TYPE_CHECKING:
    from evaluator.agents.settings import AgentSettings


PROMPTING = frozenset(
    {
        "prompts",
        "repair",
        "temperature",
        "seed",
        "max_output_tokens",
        "context_window",
        "max_answer_bytes",
        "answer_seconds",
        "retry_seconds",
    }
)
"""Options for agents that answer prompts."""

PROGRAM = frozenset({"pass_env", "agent_network", "agent_tools", "agent_trace"})
"""Options for agents that start programs."""

BUILDING = PROMPTING | PROGRAM | frozenset({"price", "max_tokens", "max_cost", "max_seconds"})
"""Options for agents that build; agents that submit existing solutions ignore them."""


@dataclass(frozen=True)
class Assignment:
    """Input of an autonomous agent for one stage of an attempt.

    `files` are documents and instruction for its workspace, `expected` the artifacts that it has to leave, `artifacts`
    those that are in the workspace already. `reference` is for agents that submit the reference or its skeleton,
    `workplace` is the attempt's folder for transcripts and raw answers. `turn_limit` is the number of turns that the
    agent may take (None: no limit), `used` what the attempt's earlier stages cost; `keep_workspace` asks for the
    workspace's other files, for a later stage.
    """

    attempt: Attempt
    mission: Mission
    files: Files
    expected: frozenset[ArtifactKind]
    reference: Reference | None
    workplace: Path
    layout: WorkspaceLayout = PROJECT_FOLDER
    turn_limit: int | None = None
    artifacts: Artifacts = field(default_factory=dict)
    stage: str = ""
    number: int = 1
    used: Usage = Usage()
    keep_workspace: bool = False

    @property
    def workspace(self) -> Files:
        """Return the files that the workspace holds when the agent begins."""
        return {**self.layout.holds(self.artifacts), **self.files}


class Agent(ABC):
    """Base of both kinds of agents."""

    name: str
    waits_for_services: bool = False
    """The agent mostly waits: many attempts are built at once, in threads of the main process."""
    starts_programs: bool = False
    """The agent needs the missions' environments."""
    names_a_path: bool = False
    """The text after its name may be a relative path; `name` has the absolute one."""
    reads_prompts: bool = False
    """The agent receives the strategies' prompts; their versions become part of the run's lock."""

    ignores: frozenset[str] = frozenset()
    """Options of a run that have no effect on this agent; a command line with one of them is refused."""

    def check(self) -> None:
        """Raise `UsageError` when the agent cannot work on this machine; called before anything starts."""
        return

    def fingerprint(self) -> Mapping[str, str]:
        """Return digests of the agent's own inputs (a program's files), which become part of the run's lock."""
        return {}

    def recordings(self, default_input: str) -> Mapping[str, Recording] | None:
        """Return the recorded runs that are the run's attempts, by name; None for an agent that builds.

        `default_input` is the input set of recordings that do not state theirs.
        """
        return None

    def check_missions(self, missions: Sequence[str]) -> None:
        """Raise `UsageError` when the agent has no solution for any of the missions."""
        return

    def close(self) -> None:
        """End work in progress; called when the run is done or interrupted."""
        return


class AutonomousAgent(Agent):
    """Builds a solution by itself from an assignment."""

    @abstractmethod
    def build(self, assignment: Assignment) -> Generation: ...


class ConversationalAgent(Agent):
    """Answers prompts; a strategy leads it."""

    waits_for_services = True
    reads_prompts = True
    settings: AgentSettings

    def context_window(self) -> int | None:
        """Return the tokens that request and answer may have together; None where this is not known."""
        return self.settings.context_window

    @abstractmethod
    def conversation(self, label: str) -> Conversation:
        """Open a conversation for one attempt; `label` names it in notes to the user."""
