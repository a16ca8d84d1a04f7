"""DevBench: design, environment, implementation, acceptance tests and unit tests, each measured (docs/devbench.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.benchmarks.devbench.environment import UsageExamples
from evaluator.benchmarks.devbench.scores import summary_metrics
from evaluator.benchmarks.devbench.strategies import STRATEGIES
from evaluator.benchmarks.devbench.suites import GeneratedTests, RepositoryCommand, RepositorySuite
from evaluator.benchmarks.devbench.task import DOCUMENTS, ENDINGS, PYTHON, Task, task_of
from evaluator.benchmarks.interface import Benchmark
from evaluator.evaluators.design_agreement import DesignMeasures
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.pairwise import DesignJudge
from evaluator.model.errors import UsageError
from evaluator.model.result import Attempt, AttemptResult
from evaluator.strategies import Strategy
from missions.mission import Mission

CHAIN = "requirements"
"""Input set of the whole life cycle: the product requirements only."""

EVALUATORS: Mapping[Task, tuple[Evaluator, ...]] = {
    Task.ENVIRONMENT: (UsageExamples(),),
    Task.IMPLEMENTATION: (RepositorySuite("unit"), RepositorySuite("acceptance")),
    Task.ACCEPTANCE_TESTS: (GeneratedTests(Task.ACCEPTANCE_TESTS),),
    Task.UNIT_TESTS: (GeneratedTests(Task.UNIT_TESTS),),
}


def _of_task(mission: Mission, task: Task) -> tuple[Evaluator, ...]:
    """Return the evaluators of one task; of a repository in another language than Python, those of design and code."""
    facts = task_of(mission)
    if task is Task.DESIGN:
        return DesignMeasures(endings=ENDINGS[facts.language]), DesignJudge()
    if facts.language == PYTHON:
        return EVALUATORS[task]
    return tuple(map(RepositoryCommand, facts.commands)) if task is Task.IMPLEMENTATION else ()


class DevBench(Benchmark):
    """Repositories built in five tasks: isolated, from the reference's documents, or as one chain."""

    name = "devbench"
    input_sets: Mapping[str, tuple[str, ...]] = {
        **{task.value: DOCUMENTS[:1] if task is Task.DESIGN else DOCUMENTS for task in Task},
        CHAIN: DOCUMENTS[:1],
    }
    strategies: Mapping[str, Strategy] = {each.name: each for each in STRATEGIES}

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        return tuple(each for task in Task for each in _of_task(mission, task))

    def attempt_evaluators(self, mission: Mission, attempt: Attempt) -> Sequence[Evaluator]:
        """Return the evaluators of the attempt's task; all for the whole life cycle."""
        return self.evaluators(mission) if attempt.input_set == CHAIN else _of_task(mission, Task(attempt.input_set))

    def combinations(self, input_sets: Sequence[str], strategies: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return every task by the strategies that lead one task, and the life cycle by those that lead all.

        Raises `UsageError` for a request without any.
        """
        chosen = strategies or (STRATEGIES[0].name,)
        chained = {each.name: each.chained for each in STRATEGIES}
        pairs = tuple(
            (name, strategy)
            for strategy in chosen
            for name in ((CHAIN,) if chained[strategy] else tuple(task.value for task in Task))
            if not input_sets or name in input_sets
        )
        if not pairs:
            raise UsageError(f"--input {CHAIN} is for --strategy life-cycle, the other input sets for one task each")
        return pairs

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the figures by task."""
        return summary_metrics(results)
