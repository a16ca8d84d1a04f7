"""Interface of strategies: an attempt is a sequence of stages, each with a result."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from evaluator.agents.artifact_forms import read_answer
from evaluator.agents.interface import Agent
from evaluator.agents.workspace import PROJECT_FOLDER, WorkspaceLayout
from evaluator.evaluators.interface import Evaluator
from evaluator.model.evaluation import Evaluation
from evaluator.model.result import Attempt
from evaluator.model.rule import Rule
from evaluator.strategies.inputs import about, document_text
from evaluator.strategies.prompts import Prompts, Templates
from missions.artifacts import ArtifactKind, Artifacts
from missions.mission import Document, Mission
from missions.reference import Reference


@dataclass(frozen=True)
class Stage:
    """One step of an attempt: what the agent is given, and the artifacts that it has to produce.

    `prompt` is the request to a model, or the instruction in an autonomous agent's workspace; `documents` are put into
    that workspace under their keys (a model is shown what the prompt holds). `inputs` are artifacts to work on; None
    continues with everything that was produced until now. The evaluators `evaluate` measure the result before the next
    stage. A failure of a stage that is not `optional` ends the attempt.

    A model's answer is read by `read`, by default as the one artifact of `produces`; with `extends`, its files are
    added to those of the same kind. `layout`, `turn_limit` and `keep_workspace` (keep files other than artifacts for
    the next stage) are for autonomous agents.
    """

    name: str
    prompt: str
    produces: frozenset[ArtifactKind]
    documents: Mapping[str, Document] = field(default_factory=dict)
    inputs: Artifacts | None = None
    evaluate: frozenset[str] = frozenset()
    optional: bool = False
    extends: bool = False
    read: Callable[[str, frozenset[ArtifactKind]], Artifacts] = read_answer
    layout: WorkspaceLayout = PROJECT_FOLDER
    turn_limit: int | None = None
    keep_workspace: bool = True

    @property
    def label(self) -> str:
        """Name of the stage in file names."""
        return re.sub(r"[^A-Za-z0-9_.-]+", "-", self.name)[:60].strip(".-") or "stage"


@dataclass(frozen=True)
class StageResult:
    """Everything produced until now, why the stage failed (empty: it did not), and its evaluations by name."""

    artifacts: Artifacts
    failure: str = ""
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)


Stages = Generator[Stage, StageResult, None]


@dataclass(frozen=True)
class BuildTask:
    """What a strategy gets for one attempt.

    `documents` are those of the input set. `reference` is for agents that submit it, and for stages that begin with its
    artifacts. `conversational` is True for an agent that answers prompts, False for one that works in a workspace or
    submits a solution. `rule` is that of the run, for a strategy whose published form shows more than it should.
    """

    attempt: Attempt
    mission: Mission
    documents: Mapping[str, Document]
    reference: Reference | None
    prompts: Prompts = field(default_factory=Prompts)
    conversational: bool = False
    rule: Rule = Rule.STRICT

    def prompt(self, name: str, **values: object) -> str:
        """Fill in a template with `values`, facts of the mission, and the texts of documents by name."""
        texts = {key: document_text(document) for key, document in self.documents.items()}
        return self.prompts.text(name, **{**about(self.mission), "documents": texts, **values})


class Strategy(ABC):
    """Leads an agent from documents to a solution, stage by stage."""

    name: str
    templates: ClassVar[Templates] = Templates()
    evaluates_stages: ClassVar[bool] = False
    """Stages are evaluated while an attempt is built, so that the missions' environments are needed."""

    @abstractmethod
    def stages(self, task: BuildTask) -> Stages:
        """Yield the stages of an attempt, each after the result of the one before.

        A resumed attempt gets the stored results again: the same results have to lead to the same stages.
        """

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        """Return evaluators that belong to the strategy, besides those that the benchmark has for stages."""
        return ()

    def check(self, agent: Agent) -> None:
        """Raise `UsageError` for an agent that the strategy cannot lead."""
        return
