"""The summary of a run, from what its attempts left on disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from evaluator.model.attempt import Attempt
from evaluator.model.verdicts import Judgement, Verdict
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import GenerationRecord, read_generation, read_judgement
from evaluator.runs.folder.request import Step
from evaluator.runs.folder.run import Run
from evaluator.strategies.inquiry import total_of

if TYPE_CHECKING:
    from evaluator.runs.results.scoring import Scored

SIMILARITIES = ("checklist", "skeleton", "code", "parameters")


@dataclass(frozen=True)
class AttemptResult:
    """What is known of one attempt; None where a step is still to be done."""

    attempt: Attempt
    generation: GenerationRecord | None
    judgement: Judgement | None
    scored: Scored | None


@dataclass(frozen=True)
class Results:
    """What is known of a run."""

    run: Run
    attempts: tuple[AttemptResult, ...]

    @property
    def judged(self) -> tuple[Judgement, ...]:
        return tuple(result.judgement for result in self.attempts if result.judgement is not None)

    @property
    def passed(self) -> int:
        return sum(judgement.passed for judgement in self.judged)

    @property
    def total(self) -> int:
        return sum(judgement.total for judgement in self.judged)

    @property
    def infrastructure(self) -> int:
        """Testcases that failed on our side: never counted as the agent's failure, always shown."""
        return sum(judgement.counts().get(Verdict.INFRASTRUCTURE, 0) for judgement in self.judged)

    @property
    def unfinished(self) -> tuple[Attempt, ...]:
        judge = Step.JUDGE in self.run.request.steps
        return tuple(r.attempt for r in self.attempts if r.generation is None or (judge and r.judgement is None))


def results_of(run: Run) -> Results:
    """Read what is there."""
    return Results(run, tuple(_result_of(run, attempt) for attempt in run.attempts()))


def _result_of(run: Run, attempt: Attempt) -> AttemptResult:
    paths = run.paths.of(attempt)
    return AttemptResult(attempt, read_generation(paths), read_judgement(paths), _similarity(paths))


def _similarity(paths: AttemptPaths) -> Scored | None:
    if not paths.scores.exists():
        return None
    from evaluator.runs.results.scoring import read_scores

    return read_scores(paths)


def as_json(results: Results, seconds: float) -> dict[str, Any]:
    """The object that ``--json`` prints and ``results.json`` holds (see the design page, command line).

    With one attempt per mission `missions` is keyed by mission, else by attempt. `recorded` has the figures of every
    recorded run that was handed in.
    """
    from evaluator.runs.results.samples import samples_as_json

    once = names_are_missions(results)
    return {
        **_figures(results),
        "missions": {
            result.attempt.mission if once else result.attempt.label: mission_as_json(result.judgement)
            for result in results.attempts
            if result.judgement is not None
        },
        "recorded": {name: recorded_as_json(each) for name, each in by_recording(results).items()},
        **samples_as_json(results),
        "similarity": mean_similarity(results),
        "usage": _usage(results),
        "infrastructure": results.infrastructure,
        "unfinished": [attempt.label for attempt in results.unfinished],
        "seconds": round(seconds, 3),
        "run": str(results.run.folder),
    }


def _usage(results: Results) -> dict[str, Any]:
    """What building cost, all steps of all attempts; null where nothing was asked for."""
    steps = [step.usage for result in results.attempts if result.generation for step in result.generation.steps]
    return asdict(total_of(steps)) if steps else {}


def mean_similarity(results: Results) -> dict[str, float | None]:
    """The average over the run's attempts of each similarity that was scored, in percent."""
    return similarity_of(results.attempts)


def similarity_of(attempts: Iterable[AttemptResult]) -> dict[str, float | None]:
    """The average over `attempts` of each similarity that was scored, in percent."""
    scored = [result.scored for result in attempts if result.scored is not None]
    if not scored:
        return dict.fromkeys(SIMILARITIES)
    from evaluator.evaluators.similarity import Product, average

    rule = scored[0].rule
    return {
        product.value: average([getattr(each.scores, product.value) for each in scored], product, rule)
        for product in Product
    }


def by_recording(results: Results) -> dict[str, Results]:
    """The results of every recorded run by its name, in order; none where nothing was recorded."""
    found: dict[str, list[AttemptResult]] = {}
    for result in results.attempts:
        if result.attempt.recorded:
            found.setdefault(result.attempt.recorded, []).append(result)
    return {name: Results(results.run, tuple(attempts)) for name, attempts in found.items()}


def recorded_as_json(results: Results) -> dict[str, Any]:
    """The figures of one recorded run."""
    attempt = results.attempts[0].attempt
    return {
        "level": int(attempt.level),
        "mode": attempt.mode.value,
        **_figures(results),
        "similarity": mean_similarity(results),
    }


def _figures(results: Results) -> dict[str, Any]:
    return {
        "passed": results.passed,
        "total": results.total,
        "pass_rate": results.passed / results.total if results.total else None,
        "runnable": sum(judgement.runnable.verdict is Verdict.PASSED for judgement in results.judged),
    }


def names_are_missions(results: Results) -> bool:
    """Whether every mission was attempted once, so that an attempt may be called after it."""
    return len(results.attempts) == len({result.attempt.mission for result in results.attempts})


def mission_as_json(judgement: Judgement) -> dict[str, Any]:
    """One judged mission, as ``--json`` shows it."""
    return {
        "passed": judgement.passed,
        "total": judgement.total,
        "runnable": judgement.runnable.verdict.value,
        "reason": judgement.runnable.reason,
        "testcodes": {result.id: result.verdict.value for result in judgement.testcodes},
        "reasons": {result.id: result.reason for result in judgement.testcodes if result.reason},
    }
