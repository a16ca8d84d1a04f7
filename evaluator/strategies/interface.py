"""Interface of strategies: an attempt is a sequence of stages, each with a result; values of their prompts."""

from __future__ import annotations

import json
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
from evaluator.model.options import Rule
from evaluator.model.result import Attempt
from evaluator.strategies.prompts import Prompts, Templates
from missions.mission import Document, Mission, Stack
from missions.project_files import ArtifactKind, Artifacts, Files
from missions.reference import Reference
from simulators.runtime import wheels
from simulators.runtime.environments.host import packages


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
    submits a solution. `rule` is that of the run, for a strategy whose published form shows more than it should;
    `context_window` is that of the model in tokens, None where it is not known.
    """

    attempt: Attempt
    mission: Mission
    documents: Mapping[str, Document]
    reference: Reference | None
    prompts: Prompts = field(default_factory=Prompts)
    conversational: bool = False
    rule: Rule = Rule.STRICT
    context_window: int | None = None

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
    begins_with_reference: ClassVar[bool] = False
    """Later stages begin with the reference's artifacts instead of the agent's own."""

    @abstractmethod
    def stages(self, task: BuildTask) -> Stages:
        """Yield the stages of an attempt, each after the result of the one before.

        A resumed attempt gets the stored results again: the same results have to lead to the same stages.
        """

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        """Return evaluators that belong to the strategy, besides those that the benchmark has for stages."""
        return ()

    def mission_at(self, mission: Mission, stage: str) -> Mission:
        """Return the mission as it is after `stage` (empty: the last one), by which the result is evaluated."""
        return mission

    def check(self, agent: Agent) -> None:
        """Raise `UsageError` for an agent that the strategy cannot lead."""
        return


KINDS = {
    Stack.DJANGO: "website",
    Stack.WEB: "website",
    Stack.STATIC: "website of files only",
    Stack.CONSOLE: "console program",
    Stack.DESKTOP: "desktop program",
    Stack.BATCH: "batch program",
    Stack.LIBRARY: "library",
}
STARTS = {
    Stack.DJANGO: "It is started with `python manage.py makemigrations`, `migrate` and `runserver 8000`, and has to "
    "answer at http://localhost:8000/.",
    Stack.WEB: "It has to answer at http://localhost:8000/ (the variable PORT is 8000). It is started by the first of "
    "these that its folder has: `manage.py` (Django, with makemigrations, migrate and runserver), `python app.py` (or "
    "main.py, server.py, run.py), the start script `node FILE` of `package.json`, `node server.js`, `index.html` "
    "(files only, which are served).",
    Stack.STATIC: "It consists of files only, which are served at http://localhost:8000/ from the folder of its "
    "`index.html`.",
    Stack.CONSOLE: "It is started with `python main.py` in the project's folder, at a terminal.",
    Stack.DESKTOP: "It is started with `python main.py` in the project's folder, on a screen of 1280 × 960 "
    "pixels without a window manager. Its windows are made with tkinter, which is installed.",
    Stack.BATCH: "It is started with Python in the project's folder.",
    Stack.LIBRARY: "It is not started: tests import its package from the project's folder.",
}


def about(mission: Mission) -> dict[str, object]:
    """Return the values that every prompt may use; `existing` is the project that is to be changed, empty without
    one."""
    return {
        "mission": mission,
        "existing": "" if mission.existing is None else files_text(mission.existing),
        "kind": KINDS[mission.stack],
        "technologies": ", ".join(mission.technologies) or "Python",
        "how_it_is_started": STARTS[mission.stack],
        "packages": ", ".join(packages(mission.environment)) or "none but Python's own",
        "extra_packages": ", ".join(wheels.packages()) if mission.extra_packages else "",
    }


def files_text(files: Files) -> str:
    """Return files in the JSON form that agents write; binary files are only named."""
    items = []
    for path, content in files.items():
        try:
            items.append({"path": path, "code": content.decode("utf-8")})
        except UnicodeDecodeError:
            items.append({"path": path, "code": "(binary)"})
    return json.dumps(items, indent=1, ensure_ascii=False)


def parameters_text(mission: Mission) -> str:
    """Return the parameters to be answered, a line each: name, description, form of a valid answer."""
    lines = []
    for parameter in mission.parameters():
        form = f" ({parameter.kind.asks_for})" if parameter.kind.asks_for else ""
        lines.append(f"- {json.dumps(parameter.key, ensure_ascii=False)}: {parameter.description}{form}")
    return "\n".join(lines)


def document_text(document: Document) -> str:
    """Return a document as a prompt shows it: its text, or its files in the JSON form that agents write."""
    return document.text if document.files is None else files_text(document.files)
