"""Results of a run, from what its attempts left on disk, and groups of attempts that may be averaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from evaluator.benchmarks.interface import Benchmark, Summary, benchmark_named
from evaluator.model.evaluation import (
    RUNNABLE,
    Case,
    Cases,
    FailureClass,
    MissionDefects,
    Outcome,
    count_failure_classes,
)
from evaluator.model.generation import Usage, total_usage
from evaluator.model.result import Attempt, AttemptResult, StageGrowth, StageOutcome, growth_of
from evaluator.model.statistics import Mean, clustered_rate, mean_rate
from evaluator.runs.execution.stages import StageStore
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.records import opinions_usage, read_defects, read_result
from evaluator.runs.folder.run import Run

SCHEMA = "urn:projecteval:results:1"
"""Id of the JSON Schema of `as_json` (``evaluator/reports/schemas``); the number changes when a key is removed or
changes its meaning."""


@dataclass(frozen=True)
class Results(Cases):
    """What is known of a run, or of a part of its attempts; `defects` are those of its missions by id."""

    run: Run
    benchmark: Benchmark
    attempts: tuple[AttemptResult, ...]
    defects: Mapping[str, MissionDefects] = field(default_factory=dict)

    @property
    def evaluated(self) -> tuple[AttemptResult, ...]:
        return tuple(result for result in self.attempts if result.evaluations)

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for result in self.attempts for case in result.cases)

    @property
    def infrastructure(self) -> int:
        """Number of cases that the infrastructure failed: shown apart, never counted as the agent's failure."""
        return self.counts().get(Outcome.INFRASTRUCTURE, 0)

    @property
    def mission_defects(self) -> int:
        """Number of cases that no figure counts, since their testcode raises on the reference as well."""
        return sum(case.is_mission_defect for case in self.cases)

    @property
    def failure_classes(self) -> dict[FailureClass, int]:
        """Number of failed cases of each class."""
        return count_failure_classes(self.cases)

    @property
    def unfinished(self) -> tuple[Attempt, ...]:
        evaluate = Step.EVALUATE in self.run.request.steps
        return tuple(r.attempt for r in self.attempts if r.generation is None or (evaluate and not r.evaluations))

    @property
    def evaluates(self) -> bool:
        """True when the run was asked to evaluate what it builds, or something was evaluated since."""
        return Step.EVALUATE in self.run.request.steps or bool(self.evaluated)

    def files_built(self, attempt: Attempt) -> int:
        """Number of files of the built solution."""
        folder = self.run.paths.of(attempt).solution
        return sum(path.is_file() for path in folder.rglob("*")) if folder.is_dir() else 0

    def building_usage(self) -> Usage | None:
        """What building cost, also of attempts that are not finished; None when no step was recorded."""
        steps = [
            usage
            for result in self.attempts
            for usage in (
                (step.usage for step in result.generation.steps)
                if result.generation
                else StageStore(self.run.paths.of(result.attempt)).unfinished_usage()
            )
        ]
        return total_usage(steps) if steps else None

    def summary(self) -> Summary:
        return self.benchmark.summarize(self.evaluated)

    def marked(self, defects: Mapping[str, MissionDefects]) -> Results:
        """Return the results with the `defects` of missions marked, as all compared runs have to leave out the same."""
        marked = (result.marked(defects.get(result.attempt.mission, MissionDefects())) for result in self.attempts)
        return replace(self, attempts=tuple(marked), defects=defects)

    def of(self, attempts: Sequence[AttemptResult]) -> Results:
        """Return the results of some of the attempts."""
        return replace(self, attempts=tuple(attempts))


def results_of(run: Run) -> Results:
    """Read the results of `run`. Raises `UsageError` when its benchmark is not installed."""
    attempts = tuple(read_result(attempt, run.paths.of(attempt)) for attempt in run.attempts())
    defects = {mission: read_defects(run.paths, mission) for mission in run.lock.missions}
    return Results(run, benchmark_named(run.lock.benchmark), attempts).marked(defects)


def with_common_defects(runs: Sequence[Results]) -> tuple[Results, ...]:
    """Return the runs with the defects that any of them knows of a mission left out of all: a run in which no testcode
    raised has not evaluated the reference."""
    common: dict[tuple[str, str], MissionDefects] = {}
    for results in runs:
        for key in results.run.lock.missions.items():
            common[key] = common.get(key, MissionDefects()) | results.defects.get(key[0], MissionDefects())
    return tuple(results.marked({key[0]: common[key] for key in results.run.lock.missions.items()}) for results in runs)


def as_json(results: Results, seconds: float) -> dict[str, Any]:
    """Return the object that ``--json`` prints and ``results.json`` holds.

    With one attempt per mission `missions` is keyed by mission, else by attempt. `recorded` has the figures of every
    recorded run of the request.
    """
    from evaluator.runs.results.samples import samples_as_json, warnings_of

    summary = results.summary()
    return {
        "schema": SCHEMA,
        **_figures(summary),
        "missions": {_name(results, result): attempt_as_json(result) for result in results.evaluated},
        "recorded": {name: recorded_as_json(each) for name, each in by_recording(results).items()},
        **samples_as_json(results),
        "similarity": dict(summary.similarity),
        "metrics": dict(summary.metrics),
        "failure_classes": plain_classes(results.failure_classes),
        "usage": asdict(usage) if (usage := results.building_usage()) else {},
        "judge": _judge(results),
        "built": {_name(results, result): _built(result) for result in results.attempts if result.generation},
        "infrastructure": results.infrastructure,
        "mission_defects": results.mission_defects,
        "warnings": list(warnings_of(results)),
        "unfinished": [attempt.label for attempt in results.unfinished],
        "seconds": round(seconds, 3),
        "run": str(results.run.folder),
    }


def _judge(results: Results) -> dict[str, Any] | None:
    """Return the model that was asked for opinions, and what these cost; None without one."""
    model = results.run.lock.judge
    return {"model": model, "usage": asdict(total_usage(opinions_usage(results.run.paths.judge)))} if model else None


def _name(results: Results, result: AttemptResult) -> str:
    return result.attempt.mission if one_attempt_per_mission(results) else result.attempt.label


def _built(result: AttemptResult) -> dict[str, Any]:
    """Return whether an attempt was built, or why not, and what that cost."""
    assert result.generation is not None
    usage = total_usage(step.usage for step in result.generation.steps)
    return {
        "built": result.generation.built,
        "reason": result.generation.failure,
        "usage": asdict(usage),
        "stages": stages_as_json(result.stages),
    }


def stages_as_json(stages: Sequence[StageOutcome]) -> list[dict[str, Any]]:
    """Return the stages of an attempt: outcome, cost, time, the cases of their evaluations, and what they broke."""
    growth = {each.folder: each for each in growth_of(stages)}
    return [_stage_as_json(stage, growth.get(stage.summary.folder)) for stage in stages]


def _stage_as_json(stage: StageOutcome, growth: StageGrowth | None) -> dict[str, Any]:
    measures = {m.name: m.value for e in stage.evaluations.values() for m in e.measures}
    return {
        "name": stage.summary.name,
        "failure": stage.summary.failure,
        "seconds": stage.summary.seconds,
        "passed": stage.passed,
        "total": stage.total,
        "usage": asdict(stage.summary.usage),
        "new": growth.new if growth else 0,
        "new_passed": growth.new_passed if growth else 0,
        "broken": list(growth.broken) if growth else [],
        "repaired": list(growth.repaired) if growth else [],
        "done": growth.done if growth else 0,
        "measures": measures,
    }


def by_recording(results: Results) -> dict[str, Results]:
    """Return the results of every recorded run by its name, in order; empty where none was replayed."""
    found: dict[str, list[AttemptResult]] = {}
    for result in results.attempts:
        if result.attempt.recorded:
            found.setdefault(result.attempt.recorded, []).append(result)
    return {name: results.of(attempts) for name, attempts in found.items()}


def recorded_as_json(results: Results) -> dict[str, Any]:
    """Return the figures of one recorded run."""
    summary = results.summary()
    return {
        **results.benchmark.labels(results.attempts[0].attempt),
        **_figures(summary),
        "similarity": dict(summary.similarity),
        "metrics": dict(summary.metrics),
    }


def _figures(summary: Summary) -> dict[str, Any]:
    return {
        "passed": summary.passed,
        "total": summary.total,
        "pass_rate": summary.pass_rate,
        "runnable": summary.runnable,
    }


def one_attempt_per_mission(results: Results) -> bool:
    """Return True when every mission was attempted once, so that an attempt may be named after it."""
    return len(results.attempts) == len({result.attempt.mission for result in results.attempts})


def attempt_as_json(result: AttemptResult) -> dict[str, Any]:
    """Return one attempt as ``--json`` shows it."""
    runnable = result.case(RUNNABLE)
    cases = [case for case in result.cases if case.id != RUNNABLE]
    return {
        "passed": result.passed,
        "total": result.total,
        "runnable": runnable.outcome.value if runnable else None,
        "reason": runnable.reason if runnable else "",
        "testcodes": {case.id: case.outcome.value for case in cases},
        "reasons": {case.id: case.reason for case in cases if case.reason},
        "failure_classes": plain_classes(count_failure_classes(result.cases)),
        "measures": _measures(result),
    }


def plain_classes(counts: Mapping[FailureClass, int]) -> dict[str, int]:
    return {name.value: count for name, count in counts.items()}


def _measures(result: AttemptResult) -> Mapping[str, Mapping[str, float | None]]:
    return {
        name: {measure.name: measure.value for measure in evaluation.measures}
        for name, evaluation in result.evaluations.items()
        if evaluation.measures
    }


@dataclass(frozen=True)
class AttemptGroup(Cases):
    """Attempts of one agent (`agent` is the name of a recorded run, where it is one), input set and strategy.

    No figure mixes groups: agents, input sets and strategies differ in what they measure.
    """

    agent: str
    input_set: str
    strategy: str
    recorded: str
    attempts: tuple[AttemptResult, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for result in self.attempts for case in result.cases)

    @property
    def samples(self) -> int:
        return len({result.attempt.sample for result in self.attempts})

    def by_mission(self) -> dict[str, tuple[int, int]]:
        """Return passed and all cases of every mission that was evaluated, samples together."""
        found: dict[str, tuple[int, int]] = {}
        for result in self.attempts:
            passed, total = found.get(result.attempt.mission, (0, 0))
            found[result.attempt.mission] = passed + result.passed, total + result.total
        return {mission: counts for mission, counts in found.items() if counts[1]}

    def micro(self) -> Mean:
        """Return the share of all cases that passed; its interval regards cases as clustered by mission."""
        return clustered_rate(list(self.by_mission().values()))

    def macro(self) -> Mean:
        """Return the mean over missions of their pass rates, with its interval over missions."""
        return mean_rate([passed / total for passed, total in self.by_mission().values()])


def groups_of(results: Results, attempts: Sequence[AttemptResult] | None = None) -> tuple[AttemptGroup, ...]:
    """Return the groups of a run in the order of its attempts; `attempts` restricts them."""
    found: dict[tuple[str, str, str], list[AttemptResult]] = {}
    for result in results.attempts if attempts is None else attempts:
        attempt = result.attempt
        found.setdefault((attempt.recorded, attempt.input_set, attempt.strategy), []).append(result)
    agent = results.run.request.agent
    return tuple(
        AttemptGroup(recorded or agent, input_set, strategy, recorded, tuple(members))
        for (recorded, input_set, strategy), members in found.items()
    )
