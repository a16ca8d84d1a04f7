"""Strategies: requests one by one, two tries each, or all requests at once."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from evaluator.agents.answers.parsing import files_in_fences
from evaluator.benchmarks.webbench.evaluator import PLAYWRIGHT
from evaluator.benchmarks.webbench.repository import INIT, START, Project, WebTask
from evaluator.benchmarks.webbench.scores import TRIES, all_passed
from evaluator.model.errors import EvaluatorError
from evaluator.strategies import BuildTask, Stage, StageResult, Stages, Strategy, Templates
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
