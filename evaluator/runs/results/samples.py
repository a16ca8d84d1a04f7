"""Figures over samples: pass@k of every case, mission and run; the rounds, their mean and their best; warnings.

A *round* is one sample of every mission. The public leaderboard calls the best of its rounds "Pass@1" and the mean
of five rounds "Pass@5"; neither is pass@k in the sense of the literature, so they have descriptive names here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.io.terminal import counted
from evaluator.model.evaluation import MissingProtection, Outcome
from evaluator.model.result import Attempt, AttemptResult
from evaluator.model.statistics import MIN_MISSIONS, Mean, clustered_pass_at_k, mean_pass_at_k, mean_rate
from evaluator.runs.results.results import AttemptGroup, Results, groups_of

DEFAULT_KS = (1, 5, 10)

MAX_GROUPS = 12
"""Combinations of agent, input set and strategy printed on a terminal."""

Counts = Mapping[str, tuple[int, int]]
"""Testcase → number of evaluated samples and of passed ones, without infrastructure failures. Cases that are defects
of the mission are left out."""


@dataclass(frozen=True, order=True)
class SampleGroup:
    """Attempts that differ by the sample only: a mission, an input set, a strategy, a recorded run."""

    mission: str
    input_set: str
    strategy: str
    recorded: str = ""


def counts_of(attempts: Iterable[AttemptResult]) -> dict[SampleGroup, dict[str, tuple[int, int]]]:
    """Return the counts of every group's cases, "runnable" included."""
    found: dict[SampleGroup, dict[str, tuple[int, int]]] = {}
    for result in attempts:
        if not result.cases:
            continue
        attempt = result.attempt
        counts = found.setdefault(
            SampleGroup(attempt.mission, attempt.input_set, attempt.strategy, attempt.recorded), {}
        )
        for testcase in result.cases:
            if testcase.is_mission_defect:
                continue
            samples, passed = counts.get(testcase.id, (0, 0))
            evaluated = testcase.outcome is not Outcome.INFRASTRUCTURE
            counts[testcase.id] = samples + evaluated, passed + testcase.passed
    return found


def ks_for(samples: int) -> tuple[int, ...]:
    """Return the k that are reported: 1, 5, 10 and the number of samples."""
    return tuple(sorted({*DEFAULT_KS, samples}))


def pass_at(counts: Iterable[Counts], ks: Sequence[int]) -> dict[str, float | None]:
    """Return pass@k, the mean over all cases; None where one of them has fewer than k samples."""
    pairs = [pair for each in counts for pair in each.values()]
    return {str(k): _number(mean_pass_at_k(pairs, k)) for k in ks}


def pass_at_means(attempts: Iterable[AttemptResult], ks: Sequence[int]) -> dict[str, Mean]:
    """Return pass@k of attempts of one agent, input set and strategy, with its interval over missions."""
    missions = [tuple(each.values()) for each in counts_of(attempts).values()]
    return {str(k): clustered_pass_at_k(missions, k) for k in ks}


@dataclass(frozen=True)
class Rounds:
    """Pass rate of every round that was evaluated completely, with mean and best."""

    rates: tuple[float, ...]

    @property
    def mean(self) -> Mean:
        return mean_rate(self.rates, at_least=2)

    @property
    def best(self) -> float:
        return max(self.rates, default=math.nan)

    def as_json(self) -> dict[str, Any]:
        mean = self.mean
        return {
            "pass_rates": list(self.rates),
            "mean_of_the_rounds": _number(mean.value),
            "mean_low": _number(mean.low),
            "mean_high": _number(mean.high),
            "best_of_the_rounds": _number(self.best),
        }


def rounds_of(attempts: Iterable[AttemptResult]) -> Rounds:
    """Return the rates round by round."""
    rounds: dict[int, list[AttemptResult]] = {}
    for result in attempts:
        rounds.setdefault(result.attempt.sample, []).append(result)
    return Rounds(tuple(rate for _, results in sorted(rounds.items()) if (rate := _rate(results)) is not None))


def _rate(results: Sequence[AttemptResult]) -> float | None:
    if not all(result.cases for result in results):
        return None
    return sum(result.passed for result in results) / sum(result.total for result in results)


def samples_as_json(results: Results) -> dict[str, Any]:
    """``groups``, ``pass_at`` and, with more than one sample, ``samples``: the rounds, and pass@k in detail.

    Each group has figures of its own; those of the run are undefined where it consists of several groups.
    """
    number, groups = results.run.request.samples, groups_of(results)
    ks = ks_for(number) if number > 1 else (1,)
    only = groups[0].attempts if len(groups) == 1 else ()
    return {
        "groups": [_group_as_json(results, group, ks) for group in groups],
        "pass_at": pass_at(counts_of(only).values(), ks),
        "samples": None
        if number == 1
        else {"count": number, **rounds_of(only).as_json(), "missions": _missions_as_json(results, ks)},
    }


def _group_as_json(results: Results, group: AttemptGroup, ks: Sequence[int]) -> dict[str, Any]:
    return {
        "agent": group.agent,
        **results.benchmark.labels(group.attempts[0].attempt),
        "missions": len(group.by_mission()),
        "samples": group.samples,
        "passed": group.passed,
        "total": group.total,
        "micro": _limits(group.micro()),
        "macro": _limits(group.macro()),
        "pass_at": pass_at(counts_of(group.attempts).values(), ks),
        "rounds": rounds_of(group.attempts).as_json() if group.samples > 1 else None,
    }


def _missions_as_json(results: Results, ks: Sequence[int]) -> list[dict[str, Any]]:
    return [
        {
            "agent": group.recorded or results.run.request.agent,
            "mission": group.mission,
            **results.benchmark.labels(Attempt(group.mission, group.input_set, group.strategy)),
            "pass_at": pass_at([each], ks),
            "testcodes": {name: pass_at([{name: pair}], ks) for name, pair in each.items()},
        }
        for group, each in counts_of(results.attempts).items()
    ]


def _limits(mean: Mean) -> dict[str, float | None]:
    return {"value": _number(mean.value), "low": _number(mean.low), "high": _number(mean.high)}


def figures_in_words(results: Results) -> list[str]:
    """Lines for a terminal: averages of every group, and with several samples pass@k and rounds."""
    groups = [group for group in groups_of(results) if group.total]
    lines = []
    for group in groups[:MAX_GROUPS]:
        name = "" if len(groups) == 1 else f"{group.agent}, {group.input_set}, {group.strategy}: "
        lines += [name + words for words in (_averages_in_words(group), *_samples_in_words(group))]
    if len(groups) > MAX_GROUPS:
        lines.append(f"… and {len(groups) - MAX_GROUPS} more combinations; --json has them")
    return lines


def _averages_in_words(group: AttemptGroup) -> str:
    missions = len(group.by_mission())
    over = f"{missions} mission{'' if missions == 1 else 's'}"
    micro, macro = in_percent(group.micro()), in_percent(group.macro())
    few = f" (no intervals: fewer than {MIN_MISSIONS} missions)" if missions < MIN_MISSIONS else ""
    return f"micro average {micro} over cases clustered by mission, macro average {macro} over {over}{few}"


def _samples_in_words(group: AttemptGroup) -> list[str]:
    if group.samples == 1:
        return []
    figures = pass_at(counts_of(group.attempts).values(), ks_for(group.samples))
    known = [f"pass@{k} {100 * value:.1f} %" for k, value in figures.items() if value is not None]
    unknown = [f"pass@{k}" for k, value in figures.items() if value is None]
    few = f" ({', '.join(unknown)}: too few samples)" if unknown else ""
    rounds = rounds_of(group.attempts)
    lines = [", ".join(known) + few if known else f"too few samples for {', '.join(unknown)}"]
    if rounds.rates:
        lines.append(
            f"rounds: {len(rounds.rates)}, mean {in_percent(rounds.mean)}, best {100 * rounds.best:.1f} % "
            '(the public leaderboard calls the best "Pass@1", the mean of five "Pass@5")'
        )
    return lines


def in_percent(mean: Mean) -> str:
    """``83.3 % [71.0, 95.6]``; without limits where there are none, ``–`` where there is nothing."""
    if math.isnan(mean.value):
        return "–"
    limits = "" if math.isnan(mean.low) else f" [{100 * mean.low:.1f}, {100 * mean.high:.1f}]"
    return f"{100 * mean.value:.1f} %{limits}"


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


MAX_NAMED_CASES = 10

MEANINGS: Mapping[MissingProtection, str] = {
    MissingProtection.BROWSER_SANDBOX: "where Chromium runs with --no-sandbox: the machine was not protected against "
    "attacks of pages on the browser (docs/isolation.md)"
}


def warnings_of(results: Results) -> tuple[str, ...]:
    """Return a sentence for every mission with defects, for cases without a verdict, for every missing protection."""
    return (
        *_running_already(results),
        *_defects(results),
        *_left_out(results),
        *_protections(results),
        *_of_evaluators(results),
        *_opinions(results),
    )


def _running_already(results: Results) -> Iterator[str]:
    if running := results.run.lock.running:
        yield (
            f"NOTE: the project at {running} was running already: nothing was started, no sandbox was around it, and "
            "its data, clock and output are its own"
        )


def _defects(results: Results) -> Iterator[str]:
    for mission, defects in sorted(results.defects.items()):
        if names := sorted(defects.reasons):
            more = f" and {len(names) - MAX_NAMED_CASES} more" if len(names) > MAX_NAMED_CASES else ""
            yield (
                f"WARNING: {mission}: {counted(len(names), 'case')} not counted for any agent, since the testcode "
                f"raises on the reference solution as well: {', '.join(names[:MAX_NAMED_CASES])}{more}"
            )


def _left_out(results: Results) -> Iterator[str]:
    if results.evaluated and results.unfinished:
        yield (
            f"WARNING: {counted(len(results.unfinished), 'attempt')} not done and in no figure; continue with "
            "`projecteval resume`"
        )
    if results.infrastructure:
        yield (
            f"WARNING: {counted(results.infrastructure, 'case')} could not be evaluated, which is no failure of the "
            "agent but counts as not passed until `projecteval resume` repeats it"
        )


def _protections(results: Results) -> Iterator[str]:
    found = Counter(missing for result in results.attempts for missing in _missing(result))
    for missing in MissingProtection:
        if found[missing]:
            yield f"WARNING: {counted(found[missing], 'attempt')} evaluated on a machine {MEANINGS[missing]}"


def _of_evaluators(results: Results) -> Iterator[str]:
    """Yield the evaluators' own warnings, each once per mission."""
    found = Counter(
        (result.attempt.mission, evaluation.evaluator, warning)
        for result in results.attempts
        for evaluation in result.evaluations.values()
        for warning in evaluation.warnings
    )
    for (mission, evaluator, warning), number in found.items():
        yield f"WARNING: {mission}: {evaluator}: {warning}" + (f" ({counted(number, 'attempt')})" if number > 1 else "")


def _opinions(results: Results) -> Iterator[str]:
    """Label every evaluator whose evaluations hold a model's opinion."""
    found = Counter(
        (each.evaluator, each.judge)
        for result in results.attempts
        for evaluations in (result.evaluations, *(stage.evaluations for stage in result.stages))
        for each in evaluations.values()
        if each.judge
    )
    for (evaluator, judge), number in sorted(found.items()):
        yield f"NOTE: {evaluator} is the opinion of the model {judge}, in {counted(number, 'evaluation')}"


def _missing(result: AttemptResult) -> set[MissingProtection]:
    return {missing for evaluation in result.evaluations.values() for missing in evaluation.missing_protections}
