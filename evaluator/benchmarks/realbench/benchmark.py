"""RealBench: projects from designs, at once, file by file, or file by file with retrieval.

docs/realbench.md has the differences to the paper, whose data are not public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.realbench.data import Size
from evaluator.benchmarks.realbench.scores import (
    LEVEL,
    DesignOpinion,
    by_level,
    counts_of,
    opinion_figures,
    over_levels,
    shares,
)
from evaluator.evaluators.components.file_notes import FileNotes
from evaluator.evaluators.components.measures import EXCEPTIONS, ComponentCompletion, ComponentExecution, ComponentPass
from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.evaluators.simulated_use.evaluator import SimulatedUse
from evaluator.model.evaluation import Evaluation
from evaluator.model.generation import Solution
from evaluator.model.result import AttemptResult
from evaluator.strategies import BuildTask, Stages, Strategy, Templates
from evaluator.strategies.file_by_file import DESIGNS, FILE_BY_FILE
from evaluator.strategies.project import CODE, CODE_AND_PARAMETERS, project_stages
from missions.mission import Mission, Stack

COMPLETION, EXECUTION, PASS = ComponentCompletion(), ComponentExecution(), ComponentPass()
MEASURES: Mapping[str, Evaluator] = {"completion": COMPLETION, "execution": EXECUTION, "pass": PASS}
"""The three measures by the name of their figures, ``completion@1``."""


@dataclass(frozen=True)
class DirectDesign(Strategy):
    """All files in one answer; for projects that are started, parameter values and the start after it."""

    name: str = "direct"
    templates: ClassVar[Templates] = Templates(("code", "parameters", "start"), ("command",))

    def stages(self, task: BuildTask) -> Stages:
        yield from project_stages(task, CODE if task.mission.stack is Stack.LIBRARY else CODE_AND_PARAMETERS)


@dataclass(frozen=True)
class Labelled(Evaluator):
    """An evaluator whose results carry the level of size of the mission."""

    evaluator: Evaluator

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.evaluator.name)
        object.__setattr__(self, "needs", self.evaluator.needs)

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        return _labelled(self.evaluator.evaluate(solution, mission, workbench), mission)

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return _labelled(self.evaluator.not_built(mission, failure, workbench), mission)

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return self.evaluator.settings(options)


def _labelled(evaluation: Evaluation, mission: Mission) -> Evaluation:
    size = mission.facts(Size)
    return replace(evaluation, labels={LEVEL: size.level, "lines": str(size.lines)}) if size else evaluation


class RealBench(Benchmark):
    """Designs in, projects out; a case per component and measure."""

    name = "realbench"
    input_sets: Mapping[str, tuple[str, ...]] = {name: DESIGNS[name] for name in ("package+class", "package")}
    strategies: Mapping[str, Strategy] = {"direct": DirectDesign(), **FILE_BY_FILE}

    def evaluators(self, mission: Mission) -> Sequence[Evaluator]:
        """Components of libraries are executed and tested; of websites they are read, and the site is used."""
        if mission.stack is not Stack.LIBRARY:
            return (Labelled(COMPLETION), SimulatedUse(), FileNotes(), Labelled(DesignOpinion()))
        return (*map(Labelled, MEASURES.values()), FileNotes(), Labelled(DesignOpinion()))

    def metrics(self, results: Sequence[AttemptResult]) -> Mapping[str, float | None]:
        """Return the paper's figures over all results, and for each strategy where there are several."""
        strategies = dict.fromkeys(result.attempt.strategy for result in results)
        metrics = dict(_figures(results))
        for strategy in strategies if len(strategies) > 1 else ():
            own = [result for result in results if result.attempt.strategy == strategy]
            metrics |= {f"{name} {strategy}": value for name, value in _figures(own)}
        return metrics

    def is_runnable(self, result: AttemptResult) -> bool:
        """Return True when a component could be executed."""
        evaluation = result.evaluations.get(EXECUTION.name)
        return evaluation is not None and evaluation.passed > 0


def _figures(results: Sequence[AttemptResult]) -> Iterator[tuple[str, float | None]]:
    samples = max(Counter(_sample_key(result) for result in results).values(), default=1)
    for name, evaluator in MEASURES.items():
        tasks = counts_of(results, evaluator.name)
        for k in sorted({1, samples}):
            yield f"{name}@{k}", over_levels(tasks, k)
        yield from ((f"{name}@1 {level}", value) for level, value in by_level(tasks, 1).items() if level)
    yield from ((f"{EXCEPTIONS} {name}", share) for name, share in shares(_exceptions(results)).items())
    yield from opinion_figures(results)


def _sample_key(result: AttemptResult) -> tuple[str, str, str]:
    return result.attempt.mission, result.attempt.input_set, result.attempt.strategy


def _exceptions(results: Sequence[AttemptResult]) -> dict[str, float]:
    """Return the number of failed tests by type of exception."""
    found: Counter[str] = Counter()
    for result in results:
        evaluation = result.evaluations.get(PASS.name)
        for measure in evaluation.measures if evaluation else ():
            prefix, _, name = measure.name.partition(".")
            if prefix == EXCEPTIONS:
                found[name] += int(measure.value or 0)
    return dict(found)
