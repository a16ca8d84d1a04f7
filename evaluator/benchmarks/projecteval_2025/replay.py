"""Agent ``replay:FOLDER``: recorded runs in the public layout, read with the tolerance of the original."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.agents.settings import AgentSettings
from evaluator.benchmarks.projecteval_2025.parameters import parameter_values
from evaluator.benchmarks.projecteval_2025.recorded_files import (
    WrittenFiles,
    absent_packages,
    excerpt,
    json_kind,
    path_as_written,
    written_files,
)
from evaluator.benchmarks.projecteval_2025.recorded_run import (
    RecordedAnswers,
    RecordedProduct,
    RecordedRun,
    recorded_runs,
)
from evaluator.io.files import write_json
from evaluator.model.errors import UsageError
from evaluator.model.generation import RECORDED, Generation, Solution, StepRecord
from evaluator.model.result import Recording
from missions.errors import SolutionError
from missions.mission import Checklist, ListedPage, Mission, Stack, checklist_of
from missions.project_files import Files, safe_path
from simulators.runtime.entry_points import USUAL
from simulators.setting import Start

T = TypeVar("T")


@dataclass(frozen=True)
class RecordedSolution:
    """Recorded solution; `failure` is why it cannot be evaluated, `problems` are its defects by product."""

    solution: Solution | None
    failure: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)


def recorded_solution(answers: RecordedAnswers, mission: Mission) -> RecordedSolution:
    """Return the solution of `mission` in recorded `answers`, with the tolerance of the original."""
    problems: dict[str, str] = {}
    written = _or_problem(lambda: _files(answers), "code", problems)
    parameters = _or_problem(lambda: _parameters(answers, mission), "parameters", problems)
    failures = [problems[product] for product in ("code", "parameters") if product in problems]
    if written is None:
        return RecordedSolution(None, "; ".join(failures), problems)
    missing_start = _missing_start(mission, written)
    failure = "; ".join(filter(None, ("" if not missing_start else written.problem, missing_start, *failures)))
    _note(problems, "code", written.problem)
    _note(problems, "parameters", "" if failure else _absence(answers, RecordedProduct.PARAMETERS, (list, dict)))
    _note(problems, "packages", absent_packages(written.files))
    solution = Solution.of(
        written.files,
        parameters or {},
        _start(answers, mission, written, problems),
        _or_problem(lambda: _checklist(answers), "checklist", problems),
        _or_problem(lambda: _skeleton(answers), "skeleton", problems),
    )
    return RecordedSolution(solution, failure, problems)


def _note(problems: dict[str, str], product: str, problem: str) -> None:
    if problem:
        problems.setdefault(product, problem)


def _files(answers: RecordedAnswers) -> WrittenFiles:
    if problem := answers.files[RecordedProduct.CODE].problem:
        raise SolutionError(problem)
    return written_files(answers.value(RecordedProduct.CODE))


def _missing_start(mission: Mission, written: WrittenFiles) -> str:
    """Return why the solution of a website cannot be started; empty for programs, which are started by testcodes."""
    if mission.stack is not Stack.DJANGO or _below(written.root, "manage.py") in written.files:
        return ""
    where = "at the top of the project" if written.root == "." else f"in {written.root}, the project's root"
    others = [name for name in written.files if PurePosixPath(name).name == "manage.py"]
    return f"no manage.py {where}" + (f" (there is {', '.join(others[:3])})" if others else "")


def _parameters(answers: RecordedAnswers, mission: Mission) -> dict[str, str]:
    """Return the parameter values. Raises `SolutionError` where the original scores the mission 0."""
    if problem := answers.files[RecordedProduct.PARAMETERS].problem:
        raise SolutionError(problem)
    try:
        return parameter_values(mission, answers.value(RecordedProduct.PARAMETERS))
    except SolutionError as error:
        raise SolutionError(f"the parameter values cannot be read: {error}") from None


def _absence(answers: RecordedAnswers, product: RecordedProduct, usual: tuple[type, ...]) -> str:
    if problem := answers.files[product].problem:
        return problem
    answer = answers.value(product)
    if answer is None:
        return f"{answers.names[product]} has no answer for this project"
    return "" if isinstance(answer, usual) else f"the answer is {json_kind(answer)}: {excerpt(answer)}"


def _checklist(answers: RecordedAnswers) -> Checklist | None:
    found = _intermediate(answers, RecordedProduct.CHECKLIST)
    try:
        return None if found is None else checklist_of(TypeAdapter(list[ListedPage]).validate_python(found))
    except ValidationError as error:
        raise SolutionError(f"the checklist cannot be read: {error.errors()[0]['msg']}") from None


def _skeleton(answers: RecordedAnswers) -> Files | None:
    found = _intermediate(answers, RecordedProduct.SKELETON)
    return None if found is None else written_files(found).files


def _intermediate(answers: RecordedAnswers, product: RecordedProduct) -> object:
    file = answers.files[product]
    if file.problem and file.exists:
        raise SolutionError(file.problem)
    return answers.value(product)


def _start(answers: RecordedAnswers, mission: Mission, written: WrittenFiles, problems: dict[str, str]) -> Start:
    """Return how the solution is started; an unusable start file is only a problem, since the original does not read
    it: testcodes name the programs that they run."""
    if mission.stack in (Stack.DJANGO, Stack.STATIC):
        return Start(root=written.root)
    named = _or_problem(lambda: _start_file(answers), "start", problems)
    if mission.stack is Stack.WEB and (named is None or not _is_program(named)):
        return Start(root=written.root)
    if named is not None:
        return Start(root=written.root, program=("python", named.removeprefix(f"{written.root}/")))
    found = [name for name in USUAL if _below(written.root, name) in written.files]
    return Start(root=written.root, program=("python", (found or [USUAL[0]])[0]))


def _start_file(answers: RecordedAnswers) -> str:
    if problem := _absence(answers, RecordedProduct.START_FILE, (str,)):
        raise SolutionError(problem)
    return str(safe_path(path_as_written(answers.value(RecordedProduct.START_FILE).strip())))


def _is_program(name: str) -> bool:
    """Return True for a Python file other than ``manage.py``, which the stack starts with its arguments."""
    return name.endswith(".py") and PurePosixPath(name).name != "manage.py"


def _below(root: str, name: str) -> str:
    return name if root == "." else f"{root}/{name}"


def _or_problem(read: Callable[[], T], product: str, problems: dict[str, str]) -> T | None:
    """Return the result of `read`; None with an entry in `problems` when it raises `SolutionError`."""
    try:
        return read()
    except SolutionError as error:
        problems[product] = str(error)
        return None


class ReplayAgent(AutonomousAgent):
    """``replay:FOLDER``: submits every recorded run in and below a folder, each as an attempt with its own name."""

    ignores = BUILDING
    names_a_path = True

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"replay:{self.folder}"
        if not folder:
            raise UsageError("replay needs a folder of recorded runs: --agent replay:FOLDER")

    def recordings(self, default_input: str) -> Mapping[str, Recording]:
        return {name: run.recording(default_input) for name, run in self._runs.items()}

    def build(self, assignment: Assignment) -> Generation:
        """Return the recorded solution of the mission; every defect of the recording is the agent's failure."""
        run = self._runs.get(assignment.attempt.recorded)
        if run is None:
            return Generation(None, f"{self.folder} has no recorded run {assignment.attempt.recorded!r}")
        answers = run.answers(assignment.mission.id)
        write_json(assignment.workplace / RECORDED, answers.compared())
        found = recorded_solution(answers, assignment.mission)
        steps = tuple(StepRecord(product, failure=problem) for product, problem in found.problems.items())
        return Generation(found.solution, found.failure, steps, asked=run.asked)

    def check_missions(self, missions: Sequence[str]) -> None:
        recorded = {project for run in self._runs.values() for project in run.projects()}
        if recorded and not recorded & set(missions):
            raise UsageError(
                f"{self.name}: no recorded run answers these missions; recorded: {', '.join(sorted(recorded)[:5])} …; "
                "name their catalog, for the public data --missions projecteval:FOLDER"
            )

    @cached_property
    def _runs(self) -> dict[str, RecordedRun]:
        return {run.name: run for run in recorded_runs(self.folder)}


def replay_agent(folder: str, settings: AgentSettings) -> ReplayAgent:
    """Return the agent ``replay:FOLDER``; it has no settings."""
    return ReplayAgent(folder)
