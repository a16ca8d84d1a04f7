"""Strategies of DevBench: one task from the reference's documents, or the whole life cycle from the agent's own."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from evaluator.agents.artifact_forms import FORMS, instructions
from evaluator.benchmarks.devbench.task import DOCUMENTS, DevBenchTask, Task, task_of
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.stage_checks import OWN_TESTS, REQUIREMENTS, InstallableRequirements, OwnTests
from evaluator.model.options import Rule
from evaluator.strategies.interface import BuildTask, Stage, StageResult, Stages, Strategy, document_text, files_text
from evaluator.strategies.prompts import Templates
from missions.mission import Document, Mission
from missions.project_files import ArtifactKind, Artifacts

Driven = Generator[Stage, StageResult, StageResult]
"""Stages of one task; the value is the result of the last."""

BY_FILE = frozenset({Task.IMPLEMENTATION, Task.ACCEPTANCE_TESTS, Task.UNIT_TESTS})
"""Tasks that a model is asked for file by file, as published."""

NAMES: Mapping[Task, tuple[str, ...]] = {Task.DESIGN: ("UML_class.md", "UML_sequence.md", "architecture_design.md")}
"""Files that a task asks for in every repository."""


class AnswerReview(StrEnum):
    """What the agent sees before it answers once more: nothing (no review), its own answer, or also what failed."""

    NONE = "none"
    NORMAL = "normal"
    EXECUTION = "execution"


SHOWN: Mapping[Rule, Mapping[Task, frozenset[str]]] = {
    Rule.PAPER: {
        Task.ENVIRONMENT: frozenset({Task.ENVIRONMENT.value}),
        Task.IMPLEMENTATION: frozenset({"unit", "acceptance"}),
        Task.ACCEPTANCE_TESTS: frozenset({Task.ACCEPTANCE_TESTS.value}),
        Task.UNIT_TESTS: frozenset({Task.UNIT_TESTS.value}),
    },
    Rule.STRICT: {
        Task.ENVIRONMENT: frozenset({REQUIREMENTS}),
        Task.IMPLEMENTATION: frozenset({OWN_TESTS}),
    },
}
"""Evaluators whose failures a review by execution shows: by rule ``paper`` hidden tests, as in the original."""

MAX_SHOWN_CHARS = 12_000
"""Characters of each evaluation's output that a review shows."""


@dataclass(frozen=True)
class TaskStrategy(Strategy):
    """Leads an agent through one task, or with `chained` through all.

    Isolated tasks begin with the reference's documents, chained ones with what the agent has produced. With `by_file` a
    model writes one file a stage, in the order of the file graph or of the tests that are asked for.
    """

    name: str
    chained: bool = False
    by_file: bool = True
    review: AnswerReview = AnswerReview.NONE
    templates: ClassVar[Templates] = Templates(
        ("task", "one_file", "review", "self_tests"),
        ("task", "review", "self_tests"),
        Path(__file__).parent / "prompts",
    )

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (OwnTests(), InstallableRequirements()) if self.review is AnswerReview.EXECUTION else ()

    def stages(self, task: BuildTask) -> Stages:
        facts, done = task_of(task.mission), StageResult({})
        for each in Task if self.chained else (Task(task.attempt.input_set),):
            done = yield from self._of_task(each, facts, task, done)
            if self.review is not AnswerReview.NONE and each.kind in done.artifacts:
                done = yield from self._reviewed(each, task, done)

    def _reviewed(self, each: Task, task: BuildTask, done: StageResult) -> Driven:
        """Have an answer reviewed once: the agent sees it, and with execution what failed of it."""
        documents = {name: task.documents[name] for name in DOCUMENTS if name in task.documents}
        files, evaluations = files_text(done.artifacts[each.kind]), done.evaluations
        stage = Stage(f"review of {each}", "", frozenset({each.kind}), extends=True, optional=True)
        shown = self._shown(each, task)
        if OWN_TESTS in shown:
            prompt = self._prompt("self_tests", each, task, documents, done, files=files)
            produces = frozenset({ArtifactKind.UNIT_TESTS})
            done = yield replace(stage, name="own tests", prompt=prompt, produces=produces, evaluate=shown)
            evaluations = done.evaluations
        failed = {
            name: "\n".join([*(f"{case.id}: {case.reason}" for case in found.cases if not case.passed), found.log])
            for name, found in evaluations.items()
            if name in shown and not all(case.passed for case in found.cases)
        }
        if shown and not failed:
            return done
        problems = {name: text[-MAX_SHOWN_CHARS:] for name, text in failed.items()}
        prompt = self._prompt("review", each, task, documents, done, files=files, problems=problems)
        return (yield replace(stage, prompt=prompt))

    def _shown(self, each: Task, task: BuildTask) -> frozenset[str]:
        """Return the evaluators whose failures the review of a task shows."""
        return SHOWN[task.rule].get(each, frozenset()) if self.review is AnswerReview.EXECUTION else frozenset()

    def _of_task(self, each: Task, facts: DevBenchTask, task: BuildTask, done: StageResult) -> Driven:
        documents = {name: task.documents[name] for name in DOCUMENTS if name in task.documents}
        files = _files_of(each, facts)
        stage = Stage(
            each.value,
            "",
            frozenset({each.kind}),
            {f"{name}.md": document for name, document in documents.items()},
            inputs=None if self.chained else {},
            evaluate=self._shown(each, task) - {OWN_TESTS},
            optional=self.chained,
        )
        if not (self.by_file and task.conversational and each in BY_FILE and files):
            prompt = self._prompt("task", each, task, documents, done, files=files)
            return (yield replace(stage, prompt=prompt))
        written: Artifacts = {}
        last = [*files][-1]
        for path, request in files.items():
            evaluate = stage.evaluate if path == last else frozenset()
            known = files_text(written[each.kind]) if each is Task.IMPLEMENTATION and each.kind in written else ""
            values = {"path": path, "request": request, "written": known}
            prompt = self._prompt("one_file", each, task, documents, done, files=files, **values)
            one = replace(stage, name=path, prompt=prompt, inputs=None, evaluate=evaluate, optional=True)
            result = yield replace(one, extends=each.kind in written)
            written = result.artifacts
        return result

    def _prompt(
        self,
        name: str,
        each: Task,
        task: BuildTask,
        documents: Mapping[str, Document],
        done: StageResult,
        **values: object,
    ) -> str:
        own = {kind: files for kind, files in done.artifacts.items() if kind in FORMS and files}
        texts = {key.replace("_", " "): document_text(document) for key, document in documents.items()}
        texts |= {kind.value: files_text(files) for kind, files in own.items() if kind is not each.kind}
        places = [f"{key}.md" for key in documents] + [FORMS[kind].place for kind in own]
        return task.prompt(
            name,
            task=each.value,
            texts=texts if task.conversational else {},
            places=[] if task.conversational else places,
            leave=instructions(frozenset({each.kind})),
            language=task_of(task.mission).language,
            **values,
        )


def _files_of(each: Task, facts: DevBenchTask) -> dict[str, str]:
    """Return the files that a task asks for, with what is asked of each."""
    if each is Task.IMPLEMENTATION:
        return dict.fromkeys(facts.plan, "")
    if each is Task.ENVIRONMENT:
        return {facts.dependencies or "requirements.txt": ""}
    return dict(facts.requests.get(each, {})) or dict.fromkeys(NAMES.get(each, ()), "")


@dataclass(frozen=True)
class ReviewedByExecution(TaskStrategy):
    """The same with a review that sees what failed, for which stages are evaluated while an attempt is built."""

    review: AnswerReview = AnswerReview.EXECUTION
    evaluates_stages: ClassVar[bool] = True


STRATEGIES: tuple[TaskStrategy, ...] = (
    TaskStrategy("isolated"),
    TaskStrategy("all-at-once", by_file=False),
    TaskStrategy("life-cycle", chained=True),
    TaskStrategy("isolated-normal-review", review=AnswerReview.NORMAL),
    ReviewedByExecution("isolated-execution-review"),
    TaskStrategy("life-cycle-normal-review", chained=True, review=AnswerReview.NORMAL),
    ReviewedByExecution("life-cycle-execution-review", chained=True),
)
"""Strategies in their order; the first is the default."""
