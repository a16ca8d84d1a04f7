"""Figures of the RealBench paper: estimates per component over tasks and levels of size, and points of the run's judge.

Requirement@k and Architecture@k, from 0 to 4, are a substitute for the paper's human assessment.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import fmean

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.agents.answers.json_values import UnreadableAnswer, the_one
from evaluator.evaluators.components.design import conformance, design_in_files, design_of
from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.model.evaluation import Evaluation, Measure, Outcome
from evaluator.model.generation import ChatMessage, Solution
from evaluator.model.result import AttemptResult
from evaluator.model.statistics import mean_pass_at_k
from evaluator.strategies.interface import files_text
from missions.mission import Mission


class SizeLevel(StrEnum):
    """Level of a mission by the lines of its reference."""

    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"


BOUNDS: Mapping[SizeLevel, float] = {
    SizeLevel.L1: 500,
    SizeLevel.L2: 1_000,
    SizeLevel.L3: 2_000,
    SizeLevel.L4: math.inf,
}
"""Lines below which a mission belongs to the level."""

LEVEL = "size_level"
"""Label of an evaluation with the level."""


def level_of(lines: int) -> SizeLevel:
    """Return the level of a reference with this many lines."""
    return next(level for level, bound in BOUNDS.items() if lines < bound)


@dataclass(frozen=True)
class TaskCounts:
    """Samples of one mission, input set and strategy: for each component the number evaluated and the number passed."""

    level: str
    components: Mapping[str, tuple[int, int]]

    def at(self, k: int) -> float:
        """Return the mean over components of the estimate for `k` samples; NaN where one has fewer samples."""
        return mean_pass_at_k(list(self.components.values()), k)


def counts_of(results: Iterable[AttemptResult], evaluator: str) -> tuple[TaskCounts, ...]:
    """Return the counts of each mission, input set and strategy; infrastructure failures are no samples."""
    found: dict[tuple[str, str, str], dict[str, tuple[int, int]]] = {}
    levels: dict[str, str] = {}
    for result in results:
        evaluation, attempt = result.evaluations.get(evaluator), result.attempt
        if evaluation is None or not evaluation.cases:
            continue
        levels[attempt.mission] = evaluation.labels.get(LEVEL, "")
        counts = found.setdefault((attempt.mission, attempt.input_set, attempt.strategy), {})
        for case in evaluation.cases:
            samples, passed = counts.get(case.id, (0, 0))
            counts[case.id] = samples + (case.outcome is not Outcome.INFRASTRUCTURE), passed + case.passed
    return tuple(TaskCounts(levels[mission], counts) for (mission, _, _), counts in found.items())


def by_level(tasks: Sequence[TaskCounts], k: int) -> dict[str, float | None]:
    """Return the mean over tasks of each level that has some."""
    levels = sorted({task.level for task in tasks})
    return {level: _mean([task.at(k) for task in tasks if task.level == level]) for level in levels}


def over_levels(tasks: Sequence[TaskCounts], k: int) -> float | None:
    """Return the mean of the levels, unweighted, as in the paper; None where one is undefined or there is none."""
    values = list(by_level(tasks, k).values())
    known = [value for value in values if value is not None]
    return _mean(known) if len(known) == len(values) else None


def _mean(values: Sequence[float]) -> float | None:
    value = math.fsum(values) / len(values) if values else math.nan
    return None if math.isnan(value) else value


def shares(numbers: Mapping[str, float]) -> dict[str, float]:
    """Return each number as a part of all, the greatest first."""
    total = sum(numbers.values())
    return {name: number / total for name, number in Counter(numbers).most_common()} if total else {}


RUBRIC = (Path(__file__).parent / "rubric.md").read_text(encoding="utf-8")
OPINIONS = 2
"""Opinions of one solution; how far they are apart is the repeatability."""

MAX_CODE_CHARS = 200_000
MAX_ELEMENTS = 200
REQUIREMENT, ARCHITECTURE = "requirement", "architecture"


class Points(BaseModel):
    """Answer of the judge."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    requirement: float = Field(ge=0, le=4)
    architecture: float = Field(ge=0, le=4)


@dataclass(frozen=True)
class DesignOpinion(Evaluator):
    """Points of the judge for requirement and architecture, by the rubric beside this file; without a judge none."""

    name: str = "design_opinion"

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"judge": options.judge}

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        judge, settings = workbench.model(), self.settings(workbench.options)
        if judge is None:
            return Evaluation(self.name, settings=settings)
        found, problems = [], []
        for number in range(1, OPINIONS + 1):
            reply = judge.ask([ChatMessage("user", _question(solution, mission, workbench, number))])
            try:
                found.append(the_one(reply.text, _points))
            except UnreadableAnswer as error:
                problems.append(f"opinion {number} cannot be read: {error}")
        return Evaluation(self.name, measures=tuple(_measures(found)), log="\n".join(problems), settings=settings)


def _points(value: object) -> Points:
    try:
        return Points.model_validate(value)
    except ValidationError as error:
        raise UnreadableAnswer("points from 0 to 4 for requirement and architecture were expected") from error


def _question(solution: Solution, mission: Mission, workbench: Workbench, number: int) -> str:
    """Return the question of one opinion; its number keeps it from being answered by an earlier one."""
    design = design_of(mission, workbench.reference())
    found = conformance(design, design_in_files(solution.files)[0])
    elements = {name: list(each)[:MAX_ELEMENTS] for name, each in vars(found).items()}
    return RUBRIC.format(
        number=number,
        opinions=OPINIONS,
        requirement=mission.prompt,
        design="\n".join(line for module in design.elements for line in (f"module {module}", *design.lines(module))),
        differences=json.dumps(elements),
        code=files_text(solution.files)[:MAX_CODE_CHARS],
    )


def _measures(found: Sequence[Points]) -> Iterator[Measure]:
    for name in (REQUIREMENT, ARCHITECTURE):
        values = [float(vars(points)[name]) for points in found]
        yield Measure(name, fmean(values) if values else None, "points of 4, by the judge")
        apart = max(values) - min(values) if len(values) == OPINIONS else None
        yield Measure(f"{name}_disagreement", apart, "points", higher_is_better=False)


def opinion_figures(results: Sequence[AttemptResult]) -> Iterator[tuple[str, float | None]]:
    """Yield the means over attempts that a judge gave points to, labelled as a substitute; nothing without a judge."""
    judged = [found for each in results if (found := each.evaluations.get(DesignOpinion.name)) and found.judge]
    for name in (REQUIREMENT, ARCHITECTURE) if judged else ():
        for measure, label in ((name, f"{name} (judge)"), (f"{name}_disagreement", f"{name} disagreement (judge)")):
            values = [value for each in judged if (value := each.measure(measure)) is not None]
            yield label, fmean(values) if values else None
