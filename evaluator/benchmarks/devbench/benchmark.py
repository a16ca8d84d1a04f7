"""DevBench: design, environment, implementation, acceptance tests and unit tests, each measured (docs/devbench.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from evaluator.benchmarks.devbench.strategies import STRATEGIES
from evaluator.benchmarks.devbench.suites import (
    COVERAGE,
    EXECUTABLE,
    LINES,
    MUTATION,
    ORACLE,
    REFERENCE_PASSED,
    GeneratedTests,
    RepositoryCommand,
    RepositorySuite,
    UsageExamples,
)
from evaluator.benchmarks.devbench.task import DOCUMENTS, ENDINGS, PYTHON, Task, task_of
from evaluator.benchmarks.interface import Benchmark
from evaluator.evaluators.design_agreement import DesignMeasures
from evaluator.evaluators.interface import Evaluator
from evaluator.evaluators.pairwise import DesignJudge
from evaluator.model.errors import UsageError
from evaluator.model.evaluation import Evaluation
from evaluator.model.options import Rule
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


Metrics = dict[str, float | None]


def summary_metrics(results: Sequence[AttemptResult]) -> Metrics:
    """Return the figures in percent; with several strategies those of each, as ``NAME@STRATEGY``."""
    strategies = tuple(dict.fromkeys(result.attempt.strategy for result in results))
    if len(strategies) < 2:
        return _metrics(results)
    found: Metrics = {}
    for strategy in strategies:
        own = _metrics([result for result in results if result.attempt.strategy == strategy])
        found |= {f"{name}@{strategy}": value for name, value in own.items()}
    return found


def _metrics(results: Sequence[AttemptResult]) -> Metrics:
    found: Metrics = {}
    for name, suite in (("pass@accept", "acceptance"), ("pass@unit", "unit")):
        if own := _evaluations(results, suite):
            found[name] = weighted_pass_rate(own)
    if own := _evaluations(results, Task.ENVIRONMENT):
        found["environment"] = _percent(map(success_rate, own))
    for task in (Task.ACCEPTANCE_TESTS, Task.UNIT_TESTS):
        found |= _of_tests(task, _evaluations(results, task))
    found |= _of_measures("design", _evaluations(results, Task.DESIGN))
    return {**found, **_of_measures("design", _evaluations(results, DesignJudge().name))}


def _evaluations(results: Iterable[AttemptResult], name: str) -> list[Evaluation]:
    return [found for result in results if (found := result.evaluations.get(name)) is not None]


def success_rate(evaluation: Evaluation) -> float | None:
    """Return the share of cases that pass, of those that the reference passes here; None where it passes none.

    By rule ``paper`` the share of all cases, and of usage examples 1 or 0: all of them have to pass.
    """
    if evaluation.settings.get("rule") == Rule.PAPER:
        if not evaluation.total:
            return None
        rate = evaluation.passed / evaluation.total
        return float(rate == 1) if evaluation.evaluator == Task.ENVIRONMENT else rate
    passed = evaluation.measure(REFERENCE_PASSED)
    return min(1.0, evaluation.passed / passed) if passed else None


def weighted_pass_rate(evaluations: Iterable[Evaluation]) -> float | None:
    """Return the mean success rate, weighted by the lines of code of the references, in percent."""
    rates = [(success_rate(each), each.measure(LINES) or 0.0) for each in evaluations]
    known = [(rate, lines) for rate, lines in rates if rate is not None]
    weight = sum(lines for _, lines in known)
    return 100 * sum(rate * lines for rate, lines in known) / weight if weight else None


def _of_tests(task: Task, evaluations: Sequence[Evaluation]) -> Metrics:
    """Return the figures of generated tests; coverage also over the suites that run."""
    if not evaluations:
        return {}
    running = [each for each in evaluations if each.measure(EXECUTABLE)]
    return {
        f"{task}_oracle": _percent(each.measure(ORACLE) for each in evaluations),
        f"{task}_coverage": _percent(each.measure(COVERAGE) for each in evaluations),
        f"{task}_coverage_valid": _percent(each.measure(COVERAGE) for each in running),
        f"{task}_mutation_score": _percent(each.measure(MUTATION) for each in evaluations),
    }


def _of_measures(prefix: str, evaluations: Sequence[Evaluation]) -> Metrics:
    """Return the mean of every measure of evaluations."""
    names = dict.fromkeys(measure.name for each in evaluations for measure in each.measures)
    return {f"{prefix}_{name}": _percent(each.measure(name) for each in evaluations) for name in names}


def _percent(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return 100 * fmean(known) if known else None
