"""Strategies of DevBench: one task from the reference's documents, or the whole life cycle from the agent's own."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from evaluator.agents.artifact_forms import FORMS, instructions
from evaluator.benchmarks.devbench.task import DOCUMENTS, DevBenchTask, Task, task_of
from evaluator.strategies.interface import BuildTask, Stage, StageResult, Stages, Strategy, document_text, files_text
from evaluator.strategies.prompts import Templates
from missions.mission import Document
from missions.project_files import Artifacts

Driven = Generator[Stage, StageResult, StageResult]
"""Stages of one task; the value is the result of the last."""

BY_FILE = frozenset({Task.IMPLEMENTATION, Task.ACCEPTANCE_TESTS, Task.UNIT_TESTS})
"""Tasks that a model is asked for file by file, as published."""

NAMES: Mapping[Task, tuple[str, ...]] = {Task.DESIGN: ("UML_class.md", "UML_sequence.md", "architecture_design.md")}
"""Files that a task asks for in every repository."""


@dataclass(frozen=True)
class TaskStrategy(Strategy):
    """Leads an agent through one task, or with `chained` through all.

    Isolated tasks begin with the reference's documents, chained ones with what the agent has produced. With `by_file` a
    model writes one file a stage, in the order of the file graph or of the tests that are asked for.
    """

    name: str
    chained: bool = False
    by_file: bool = True
    templates: ClassVar[Templates] = Templates(("task", "one_file"), ("task",), Path(__file__).parent / "prompts")

    def stages(self, task: BuildTask) -> Stages:
        facts, done = task_of(task.mission), StageResult({})
        for each in Task if self.chained else (Task(task.attempt.input_set),):
            done = yield from self._of_task(each, facts, task, done)

    def _of_task(self, each: Task, facts: DevBenchTask, task: BuildTask, done: StageResult) -> Driven:
        documents = {name: task.documents[name] for name in DOCUMENTS if name in task.documents}
        files = _files_of(each, facts)
        stage = Stage(
            each.value,
            "",
            frozenset({each.kind}),
            {f"{name}.md": document for name, document in documents.items()},
            inputs=None if self.chained else {},
            optional=self.chained,
        )
        if not (self.by_file and task.conversational and each in BY_FILE and files):
            prompt = self._prompt("task", each, task, documents, done, files=files)
            return (yield replace(stage, prompt=prompt))
        written: Artifacts = {}
        for path, request in files.items():
            known = files_text(written[each.kind]) if each is Task.IMPLEMENTATION and each.kind in written else ""
            values = {"path": path, "request": request, "written": known}
            prompt = self._prompt("one_file", each, task, documents, done, files=files, **values)
            result = yield replace(
                stage, name=path, prompt=prompt, inputs=None, extends=each.kind in written, optional=True
            )
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


STRATEGIES: tuple[TaskStrategy, ...] = (
    TaskStrategy("isolated"),
    TaskStrategy("all-at-once", by_file=False),
    TaskStrategy("life-cycle", chained=True),
)
"""Strategies in their order; the first is the default."""
