"""Web-Bench: twenty requests in a row to one website, all tests until now after each; the published figures.

A task is passed by a try after which all tests until it pass. The task `INIT` is not counted.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import ClassVar

from evaluator.agents.answers.parsing import files_in_fences
from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.webbench.evaluator import PLAYWRIGHT, TASKS, PlaywrightTests
from evaluator.benchmarks.webbench.repository import INIT, START, Project, WebTask
from evaluator.evaluators.interface import Evaluator
from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import Evaluation
from evaluator.model.result import AttemptResult, StageOutcome
from evaluator.strategies import BuildTask, Stage, StageResult, Stages, Strategy, Templates
from missions.mission import Mission
from missions.project_files import ArtifactKind, Artifacts, Files

CODE = frozenset({ArtifactKind.CODE})
PROMPTS = Path(__file__).parent / "prompts"
MAX_ERROR_CHARACTERS = 20_000
"""Characters of the error of a failed try that an agent is shown."""


class Sequential(Strategy):
    """Asks for task after task. A task that fails is asked for once more with its error; then the attempt ends."""

    name = "sequential"
    templates: ClassVar[Templates] = Templates(("web-request",), ("web-request-for-programs",), PROMPTS)
    evaluates_stages: ClassVar[bool] = True

    def stages(self, task: BuildTask) -> Stages:
        project = project_of(task)
        begin: Files | None = {} if project.tasks[0].id == INIT else project.files(START)
        files: Files = begin or {}
        for request in project.tasks:
            passed, files = yield from self._tries(task, project, request, files, begin)
            if not passed and request.id != INIT:
                return
            begin = None if passed else project.files(START)  # as in the original, where INIT failed
            files = files if begin is None else begin

    def _tries(
        self, task: BuildTask, project: Project, request: WebTask, files: Files, begin: Files | None
    ) -> Generator[Stage, StageResult, tuple[bool, Files]]:
        """Ask for one task; return whether it was passed, and the files that its tries left.

        With `begin` the first stage begins with these files, else with all that is in the workspace.
        """
        error = ""
        for _ in range(TRIES):
            result = yield stage_of(task, project, request.id, [request], files, error, begins=begin is not None)
            if ArtifactKind.CODE in result.artifacts:
                files, begin = result.artifacts[ArtifactKind.CODE], None
            evaluation = result.evaluations.get(PLAYWRIGHT)
            if not result.failure and evaluation is not None and all_passed(evaluation):
                return True, files
            error = result.failure or _error(result)
        return False, files


class AtOnce(Strategy):
    """Asks for all tasks in one request."""

    name = "at-once"
    templates: ClassVar[Templates] = Sequential.templates

    def stages(self, task: BuildTask) -> Stages:
        project = project_of(task)
        yield stage_of(task, project, "all", project.tasks, project.files(START), "", begins=True, tested=False)


def project_of(task: BuildTask) -> Project:
    """Return the project of a mission. Raises `EvaluatorError` for a mission of another format."""
    project = task.mission.facts(Project)
    if project is None:
        raise EvaluatorError(f"{task.mission.id} is no project of Web-Bench; use --missions webbench:FOLDER")
    return project


def stage_of(
    task: BuildTask,
    project: Project,
    name: str,
    requests: Sequence[WebTask],
    files: Files,
    error: str,
    *,
    begins: bool,
    tested: bool = True,
) -> Stage:
    """Return the stage of a try. One that `begins` is given `files` alone, the others what the stage before left."""
    values = {"request": "\n\n".join(each.description.strip() for each in requests), "error": error}
    if task.conversational:
        prompt = task.prompt("web-request", **values, files=shown(project.shown(files)))
    else:
        prompt = task.prompt("web-request-for-programs", **values)
    inputs = {ArtifactKind.CODE: files} if begins else None
    evaluate = frozenset({PLAYWRIGHT} if tested else ())
    return Stage(name, prompt, CODE, inputs=inputs, evaluate=evaluate, optional=tested, read=partial(_read, files))


def _read(files: Files, answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
    """Return `files` with those of an answer; as in the original, an empty one only creates a file."""
    found = {path: code for path, code in files_in_fences(answer).items() if code.strip() or path not in files}
    return {ArtifactKind.CODE: {**files, **found}}


def shown(files: Files) -> Mapping[str, str]:
    """Return files as a model is shown them, by name."""
    return {path: _text(content) for path, content in files.items() if not path.endswith("/")}


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return "<Binary content...>"


def _error(result: StageResult) -> str:
    """Return the error of a try: each failed test with its words, each message once."""
    evaluation = result.evaluations.get(PLAYWRIGHT)
    failed = [case for case in evaluation.cases if case.failure is not None] if evaluation else []
    if len({case.reason for case in failed}) == 1:
        return failed[0].reason[:MAX_ERROR_CHARACTERS]
    return "\n\n".join(f"{case.id}\n{case.reason}" for case in failed)[:MAX_ERROR_CHARACTERS]


class WebBench(Benchmark):
    """Websites that grow: pass@1, pass@2 and error@1 as published."""

    name = "webbench"
    input_sets: Mapping[str, tuple[str, ...]] = {"requests": ("prompt",)}
    strategies: Mapping[str, Strategy] = {"sequential": Sequential(), "at-once": AtOnce()}

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return (PlaywrightTests(),)

    def stage_evaluators(self, mission: Mission, stage: str) -> Sequence[Evaluator]:
        return (PlaywrightTests(until=stage),)

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the published figures; the counts beside them are those of final states."""
        return metrics(results)


TRIES = 2
"""Tries of a task, as published."""


@dataclass(frozen=True)
class Progress:
    """Tries by task in order, of one attempt; `tasks` is the number of tasks of the project."""

    tasks: int
    tries: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)

    def pass_at(self, tries: int) -> float:
        """Return the share of tasks before the first one that no one of the first `tries` passed, in percent."""
        passed = [any(each[:tries]) for each in self.tries.values()]
        done = passed.index(False) if False in passed else self.tasks if len(passed) == self.tasks else len(passed)
        return 100 * done / self.tasks

    def error_at_1(self) -> float:
        """Return the share of tasks whose first try failed, in percent; tasks that were not reached have no try."""
        return 100 * sum(not each[0] for each in self.tries.values()) / self.tasks


def progress_of(result: AttemptResult) -> Progress | None:
    """Return the progress of an attempt; None where tasks were not asked for one by one."""
    every = [result.evaluations, *(stage.evaluations for stage in result.stages)]
    tasks = next((int(each[PLAYWRIGHT].measure(TASKS) or 0) for each in every if PLAYWRIGHT in each), 0)
    tries: dict[str, tuple[bool, ...]] = {}
    for stage in result.stages:
        if PLAYWRIGHT in stage.summary.evaluators and stage.summary.name != INIT:
            tries[stage.summary.name] = (*tries.get(stage.summary.name, ()), has_passed(stage))
    return Progress(tasks, tries) if tasks and tries else None


def has_passed(stage: StageOutcome) -> bool:
    """Return True for a try after which all tests pass."""
    evaluation = stage.evaluations.get(PLAYWRIGHT)
    return not stage.summary.failure and evaluation is not None and all_passed(evaluation)


def all_passed(evaluation: Evaluation) -> bool:
    """Return True where every test passed or is skipped by its author."""
    return bool(evaluation.cases) and all(case.failure is None for case in evaluation.cases)


def regressions(result: AttemptResult) -> int:
    """Return how many times a test does not pass that passed after the stage before."""
    before: frozenset[str] = frozenset()
    found = 0
    for stage in result.stages:
        cases = stage.evaluations.get(PLAYWRIGHT, Evaluation(PLAYWRIGHT)).cases
        found += sum(case.id in before and not case.passed for case in cases)
        before = frozenset(case.id for case in cases if case.passed)
    return found


def metrics(results: Sequence[AttemptResult]) -> dict[str, float | None]:
    """Return the means over attempts; None where no attempt has the figure."""
    every = [progress for result in results if (progress := progress_of(result)) is not None]
    if not every:
        return dict.fromkeys(("pass@1", "pass@2", "error@1", "regressions"))
    count = len(every)
    return {
        **{f"pass@{tries}": sum(each.pass_at(tries) for each in every) / count for tries in (1, TRIES)},
        "error@1": sum(each.error_at_1() for each in every) / count,
        "regressions": sum(map(regressions, results)) / count,
    }
