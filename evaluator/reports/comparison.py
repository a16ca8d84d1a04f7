"""Comparison of runs, levels and modes: figures, significance of differences, testcases that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from evaluator.agents import Usage
from evaluator.model.errors import UsageError
from evaluator.model.statistics import Difference, Mean, mean_of, paired_difference
from evaluator.reports.costs import usage_of
from evaluator.runs.results.results import AttemptResult, Results, similarity_of
from evaluator.runs.results.samples import counts_of, rounds_of
from missions.mission import Level, Mode


@dataclass(frozen=True)
class Row:
    """One line of the table: what a run did at a level in a mode; a recorded run has a line of its own, and its name
    in the place of the agent.

    `rate` is the share of testcases that passed; its interval is over rounds with more than one sample, else over
    missions (`over` says which). Similarities are in percent.
    """

    run: str
    agent: str
    level: Level
    mode: Mode
    missions: int
    samples: int
    passed: int
    total: int
    rate: Mean
    over: str
    similarity: dict[str, float | None]
    usage: Usage

    @property
    def name(self) -> str:
        return f"{self.agent} ({self.run}), level {int(self.level)}, {self.mode}"


@dataclass(frozen=True)
class Pair:
    """Two rows over the same missions: `one` − `other`, and the testcases that pass more often in one of them:
    mission, testcase, the share passed in each."""

    one: str
    other: str
    what: str
    difference: Difference
    apart: tuple[tuple[str, str, float, float], ...]


@dataclass(frozen=True)
class Comparison:
    """`left_out` says which missions were not compared, and why."""

    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    left_out: tuple[str, ...]


def comparison_of(runs: Sequence[Results]) -> Comparison:
    """Compare the missions that all `runs` have in common. Raises `UsageError` when there is none."""
    common, left_out = _common(runs)
    groups = [group for results in runs for group in _groups(results, common)]
    there = {(group.whose, group.row.level, group.row.mode) for group in groups}
    comparable = [both for both in combinations(groups, 2) if _is_comparable(*both, there)]
    pairs = [pair for one, other in comparable if (pair := _pair(one, other)) is not None]
    return Comparison(tuple(group.row for group in groups), tuple(pairs), tuple(left_out))


def as_json(comparison: Comparison) -> dict[str, object]:
    """Plain data; what is not a number is null."""
    found = _plain(asdict(comparison))
    assert isinstance(found, dict)
    return found


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return None if value != value else value  # only NaN is not itself


@dataclass(frozen=True)
class _Group:
    """A row with what it was made from: mission → testcase → share of the samples that passed."""

    row: Row
    whose: tuple[str, str]
    """Run folder and recorded run."""
    model: str
    shares: dict[str, dict[str, float]]

    def rates(self, missions: Sequence[str]) -> list[float]:
        return [sum(self.shares[m].values()) / len(self.shares[m]) for m in missions]


def _common(runs: Sequence[Results]) -> tuple[set[str], list[str]]:
    """The missions that are the same in all runs, and why the others are not compared."""
    locks = [results.run.lock.missions for results in runs]
    everywhere = {mission: {lock.get(mission) for lock in locks} for lock in locks for mission in lock}
    common = {mission for mission, digests in everywhere.items() if len(digests) == 1}
    left_out = [
        f"{mission} is not in every run" if None in digests else f"{mission} has changed between the runs"
        for mission, digests in sorted(everywhere.items())
        if mission not in common
    ]
    if not common:
        raise UsageError("these runs have no mission in common: " + "; ".join(left_out))
    return common, left_out


def _groups(results: Results, common: set[str]) -> Iterator[_Group]:
    found: dict[tuple[Level, Mode, str], list[AttemptResult]] = {}
    for result in results.attempts:
        attempt = result.attempt
        if attempt.mission in common and result.judgement is not None:
            found.setdefault((attempt.level, attempt.mode, attempt.recorded), []).append(result)
    for (level, mode, recorded), attempts in sorted(found.items()):
        yield _group(results, level, mode, recorded, attempts)


def _group(results: Results, level: Level, mode: Mode, recorded: str, attempts: list[AttemptResult]) -> _Group:
    shares = {
        setting.mission: {name: passed / samples for name, (samples, passed) in counts.items() if samples}
        for setting, counts in counts_of(attempts).items()
    }
    shares = {mission: found for mission, found in shares.items() if found}
    judged = [result.judgement for result in attempts if result.judgement is not None]
    passed, total = sum(j.passed for j in judged), sum(j.total for j in judged)
    rounds = rounds_of(attempts)
    per_mission = mean_of([sum(found.values()) / len(found) for found in shares.values()])
    several = len(rounds.rates) > 1
    spread = rounds.mean if several else per_mission
    row = Row(
        run=results.run.folder.name,
        agent=recorded or results.run.request.agent,
        level=level,
        mode=mode,
        missions=len(shares),
        samples=len({result.attempt.sample for result in attempts}),
        passed=passed,
        total=total,
        rate=spread if several else Mean(passed / total, *_moved(spread, passed / total)),
        over="rounds" if several else "missions",
        similarity=similarity_of(attempts),
        usage=usage_of(result.generation for result in attempts if result.generation is not None),
    )
    recording = results.run.lock.recorded.get(recorded)
    return _Group(row, (str(results.run.folder), recorded), recording.model if recording else "", shares)


def _moved(spread: Mean, value: float) -> tuple[float, float]:
    """The interval over missions, around the share of testcases, within what a share can be."""
    low, high = value - (spread.value - spread.low), value + (spread.high - spread.value)
    return (low, high) if low != low else (max(0.0, low), min(1.0, high))


def _is_comparable(one: _Group, other: _Group, there: set[tuple[tuple[str, str], Level, Mode]]) -> bool:
    """At one level: two modes of a run, two runs in one mode, or two runs that have different modes only. Recorded
    runs of different models are compared in one mode only."""
    level = one.row.level
    if level is not other.row.level:
        return False
    if one.whose == other.whose or one.row.mode is other.row.mode:
        return True
    if one.model != other.model:
        return False
    return (one.whose, level, other.row.mode) not in there and (other.whose, level, one.row.mode) not in there


def _pair(one: _Group, other: _Group) -> Pair | None:
    """Cascade against direct, or one run against another; None when no mission was judged in both."""
    same_mode = one.row.mode is other.row.mode
    if not same_mode and one.row.mode is Mode.DIRECT:
        one, other = other, one
    missions = sorted(one.shares.keys() & other.shares.keys())
    if not missions:
        return None
    what = "run − run" if same_mode else "cascade − direct"
    difference = paired_difference(one.rates(missions), other.rates(missions))
    return Pair(one.row.name, other.row.name, what, difference, tuple(_apart(one, other, missions)))


def _apart(one: _Group, other: _Group, missions: Sequence[str]) -> Iterator[tuple[str, str, float, float]]:
    for mission in missions:
        for name, share in one.shares[mission].items():
            others = other.shares[mission].get(name)
            if others is not None and share != others:
                yield mission, name, share, others
