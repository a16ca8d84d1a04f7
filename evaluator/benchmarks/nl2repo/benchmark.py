"""NL2Repo-Bench: an agent builds a repository from one specification in an open workspace; upstream tests judge it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from evaluator.agents.workspace import WHOLE_WORKSPACE
from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.nl2repo.coverage import SpecificationCoverage
from evaluator.benchmarks.nl2repo.scores import TaskResult, mean_over_tasks, scores_of
from evaluator.benchmarks.nl2repo.upstream_tests import SUCCESS_RATE, UpstreamTests
from evaluator.evaluators.interface import Evaluator
from evaluator.model.result import AttemptResult
from evaluator.model.trajectory import statistics_of
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


TESTS, COVERAGE = UpstreamTests(), SpecificationCoverage()
FILE_NAMES: Mapping[str, str] = {"specification": "start.md"}
WORKSPACE, REVEALED = "workspace", "tests-revealed"
TURN_LIMITS = (50, 100, 200)
"""Turns of the ablation; the strategies are ``turns-50`` and so on."""


class NL2Repo(Benchmark):
    """Libraries from specifications; ablations are strategies of their own and can be part of the same run."""

    name = "nl2repo"
    input_sets: Mapping[str, tuple[str, ...]] = {"specification": ("specification",)}
    strategies: Mapping[str, Strategy] = {
        WORKSPACE: OpenWorkspace(file_names=FILE_NAMES),
        REVEALED: OpenWorkspace(REVEALED, reveal_tests=True, file_names=FILE_NAMES),
        **{
            f"turns-{limit}": OpenWorkspace(f"turns-{limit}", turn_limit=limit, file_names=FILE_NAMES)
            for limit in TURN_LIMITS
        },
    }

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return TESTS, COVERAGE

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the published figures, specification coverage, and the statistics of the traces that there are.

        With several strategies there is a success rate for each.
        """
        traces = [each.generation.trajectory for each in results if each.generation and each.generation.trajectory]
        return {
            **scores_of([task_result(result) for result in results]).metrics(),
            **_by_strategy(results),
            "specification_coverage": _coverage(results),
            **(statistics_of(traces).metrics() if traces else {}),
        }


def task_result(result: AttemptResult) -> TaskResult:
    """Return what the scores need of one attempt."""
    evaluation = result.evaluations.get(TESTS.name)
    labels = evaluation.labels if evaluation else {}
    return TaskResult(
        result.attempt.mission,
        evaluation.measure(SUCCESS_RATE) if evaluation else None,
        labels.get("difficulty", ""),
        labels.get("category", ""),
    )


def _by_strategy(results: Sequence[AttemptResult]) -> dict[str, float | None]:
    """Return the success rate of each strategy; nothing where there is one only."""
    names = dict.fromkeys(result.attempt.strategy for result in results)
    groups = {name: [task_result(each) for each in results if each.attempt.strategy == name] for name in names}
    if len(groups) < 2:
        return {}
    return {f"success_rate@{name}": scores_of(group).success_rate for name, group in groups.items()}


def _coverage(results: Sequence[AttemptResult]) -> float | None:
    """Return the mean specification coverage over tasks."""
    found = [
        TaskResult(result.attempt.mission, evaluation.measure(COVERAGE.name))
        for result in results
        if (evaluation := result.evaluations.get(COVERAGE.name)) and evaluation.measure(COVERAGE.name) is not None
    ]
    return mean_over_tasks(found, lambda each: each.success_rate or 0.0)
