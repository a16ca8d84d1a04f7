"""Comparison of runs: agents, input sets, strategies, the significance of differences, and the cases that differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict, dataclass, field
from itertools import combinations
from statistics import fmean

from evaluator.benchmarks.interface import Summary
from evaluator.model.errors import UsageError
from evaluator.model.generation import Usage
from evaluator.model.result import AttemptResult
from evaluator.model.statistics import MIN_MISSIONS, Difference, Mean, paired_difference
from evaluator.reports.growth import GrownAttempt, grown_attempts
from evaluator.reports.terminal import usage_of
from evaluator.runs.results.results import Results, groups_of, plain_classes, with_common_defects
from evaluator.runs.results.samples import counts_of, ks_for, pass_at_means, warnings_of

SCHEMA = "urn:projecteval:comparison:1"
"""Id of the JSON Schema of `as_json` (``evaluator/reports/schemas``)."""


@dataclass(frozen=True)
class Row:
    """Row of the table: an agent with one input set and one strategy; a recorded run has a row of its own.

    `rate` is the micro average, the share of all cases that passed; its interval regards cases as clustered by mission.
    `macro` is the mean of the missions' rates. Similarities are in percent, `pass_at` has pass@k by k, `failures`
    counts failed cases by class. Of a recorded run, `agent` is its name.
    """

    run: str
    agent: str
    input_set: str
    strategy: str
    missions: int
    samples: int
    passed: int
    total: int
    rate: Mean
    macro: Mean
    similarity: dict[str, float | None]
    metrics: dict[str, float | None]
    pass_at: dict[str, Mean]
    failures: dict[str, int]
    usage: Usage

    @property
    def name(self) -> str:
        return f"{self.agent} ({self.run}), {self.input_set}, {self.strategy}"


@dataclass(frozen=True)
class Pair:
    """Two rows over the same missions: `one` − `other`, and the testcases that pass more often in one of them:
    mission, testcase, the pass rate in each."""

    one: str
    other: str
    what: str
    difference: Difference
    apart: tuple[tuple[str, str, float, float], ...]


@dataclass(frozen=True)
class AgentPair:
    """Two agents over everything that both built: `one` − `other`, pooled over input sets and strategies by mission."""

    one: str
    other: str
    settings: int
    """Number of pairs of input set and strategy that both have."""
    difference: Difference

    def in_words(self) -> str:
        """Return the comparison as one line."""
        found = self.difference
        few = f" (no interval: fewer than {MIN_MISSIONS} missions)" if found.pairs < MIN_MISSIONS else ""
        p = "" if math.isnan(found.p) else f", p = {found.p:.3f}"
        differ = f"{found.differing} of {found.pairs} missions differ"
        return f"{self.one} − {self.other}: {found.points()}{few}{p}, {differ}"


@dataclass(frozen=True)
class Comparison:
    """Agents by pairs, rows, and pairs of rows; `left_out` names the missions that were not compared, with reasons.

    `across` are the benchmark's figures over all rows, `warnings` those of the runs, `grown` the attempts with several
    evaluated stages.
    """

    agents: tuple[AgentPair, ...]
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    left_out: tuple[str, ...]
    across: dict[str, float | None] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    grown: tuple[GrownAttempt, ...] = ()

    @property
    def ks(self) -> tuple[str, ...]:
        """Return the k for which pass@k is known of some row."""
        known = {k for row in self.rows for k, mean in row.pass_at.items() if not math.isnan(mean.value)}
        return tuple(sorted(known, key=int))

    @property
    def similarities(self) -> tuple[str, ...]:
        """Return the names of the similarities of all rows."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.similarity))


def comparison_of(runs: Sequence[Results]) -> Comparison:
    """Compare the missions that all `runs` have in common. Raises `UsageError` when there is none."""
    runs = with_common_defects(runs)
    common, left_out = _common(runs)
    groups = [group for results in runs for group in _groups(results, common)]
    there = {(group.whose, group.row.input_set, group.row.strategy) for group in groups}
    comparable = [both for both in combinations(groups, 2) if _is_comparable(*both, there)]
    pairs = [pair for one, other in comparable if (pair := _pair(one, other)) is not None]
    rows, across = tuple(group.row for group in groups), _across(runs, [group.summary for group in groups])
    warnings = (f"{results.run.folder.name}: {words}" for results in runs for words in warnings_of(results))
    grown = grown_attempts(runs, frozenset(common))
    return Comparison(tuple(_agent_pairs(groups)), rows, tuple(pairs), tuple(left_out), across, tuple(warnings), grown)


def _agent_pairs(groups: Sequence[_Group]) -> Iterator[AgentPair]:
    """Yield the pairs of agents (of different runs, or recorded ones) that have a mission, input set and strategy in
    common; the rate of a mission is its mean over these."""
    by_agent: dict[tuple[str, str], list[_Group]] = {}
    for group in groups:
        by_agent.setdefault(group.whose, []).append(group)
    for one, other in combinations(by_agent.values(), 2):
        settings = {each.setting for each in one} & {each.setting for each in other}
        mine, theirs = _mission_rates(one, settings), _mission_rates(other, settings)
        if missions := sorted(mine.keys() & theirs.keys()):
            difference = paired_difference([mine[each] for each in missions], [theirs[each] for each in missions])
            yield AgentPair(one[0].agent_name, other[0].agent_name, len(settings), difference)


def _mission_rates(groups: Sequence[_Group], settings: Set[tuple[str, str]]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for group in groups:
        for mission in group.shares if group.setting in settings else ():
            found.setdefault(mission, []).extend(group.rates([mission]))
    return {mission: fmean(rates) for mission, rates in found.items()}


def _across(runs: Sequence[Results], summaries: Sequence[Summary]) -> dict[str, float | None]:
    """Return the figures over all rows; none for runs of several benchmarks."""
    one_benchmark = len({results.benchmark.name for results in runs}) == 1
    return dict(runs[0].benchmark.across(summaries)) if one_benchmark else {}


def as_json(comparison: Comparison) -> dict[str, object]:
    """Return plain data, with null instead of NaN."""
    found = _plain(asdict(comparison))
    assert isinstance(found, dict)
    for row in found["rows"]:
        row["pass_at"] = {k: mean["value"] for k, mean in row["pass_at"].items()}
    return {"schema": SCHEMA, **found}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return None if value != value else value  # only NaN differs from itself


@dataclass(frozen=True)
class _Group:
    """Row with its data: mission → testcase → share of the samples that passed."""

    row: Row
    summary: Summary
    whose: tuple[str, str]
    """Run folder and recorded run."""
    model: str
    shares: dict[str, dict[str, float]]

    @property
    def setting(self) -> tuple[str, str]:
        """Input set and strategy."""
        return self.row.input_set, self.row.strategy

    @property
    def agent_name(self) -> str:
        return f"{self.row.agent} ({self.row.run})"

    def rates(self, missions: Sequence[str]) -> list[float]:
        return [sum(self.shares[m].values()) / len(self.shares[m]) for m in missions]


def _common(runs: Sequence[Results]) -> tuple[set[str], list[str]]:
    """Return the missions that are equal in all runs, and why the others are not compared."""
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
    found: dict[tuple[str, str, str], list[AttemptResult]] = {}
    for result in results.attempts:
        attempt = result.attempt
        if attempt.mission in common and result.cases:
            found.setdefault((attempt.input_set, attempt.strategy, attempt.recorded), []).append(result)
    for (input_set, strategy, recorded), attempts in sorted(found.items()):
        yield _group(results, input_set, strategy, recorded, attempts)


def _group(results: Results, input_set: str, strategy: str, recorded: str, attempts: list[AttemptResult]) -> _Group:
    shares = {
        setting.mission: {name: passed / samples for name, (samples, passed) in counts.items() if samples}
        for setting, counts in counts_of(attempts).items()
    }
    shares = {mission: found for mission, found in shares.items() if found}
    (averages,) = groups_of(results, attempts)
    summary = results.of(attempts).summary()
    row = Row(
        run=results.run.folder.name,
        agent=recorded or results.run.request.agent,
        input_set=input_set,
        strategy=strategy,
        missions=len(shares),
        samples=len({result.attempt.sample for result in attempts}),
        passed=averages.passed,
        total=averages.total,
        rate=averages.micro(),
        macro=averages.macro(),
        similarity=dict(summary.similarity),
        metrics=dict(summary.metrics),
        pass_at=pass_at_means(attempts, ks_for(averages.samples)),
        failures=plain_classes(results.of(attempts).failure_classes),
        usage=usage_of(result.generation for result in attempts if result.generation is not None),
    )
    recording = results.run.lock.recorded.get(recorded)
    return _Group(row, summary, (str(results.run.folder), recorded), recording.model if recording else "", shares)


def _is_comparable(one: _Group, other: _Group, keys: set[tuple[tuple[str, str], str, str]]) -> bool:
    """Return True for rows with one input set: two strategies of a run, two runs with one strategy, or two runs that
    have different strategies only. Recorded runs of different models are compared with one strategy only."""
    given = one.row.input_set
    if given != other.row.input_set:
        return False
    if one.whose == other.whose or one.row.strategy == other.row.strategy:
        return True
    if one.model != other.model:
        return False
    return (one.whose, given, other.row.strategy) not in keys and (other.whose, given, one.row.strategy) not in keys


def _pair(one: _Group, other: _Group) -> Pair | None:
    """Return the difference of two rows; None when no mission was evaluated in both."""
    same = one.row.strategy == other.row.strategy
    if not same and one.row.strategy > other.row.strategy:
        one, other = other, one
    missions = sorted(one.shares.keys() & other.shares.keys())
    if not missions:
        return None
    what = "run − run" if same else f"{one.row.strategy} − {other.row.strategy}"
    difference = paired_difference(one.rates(missions), other.rates(missions))
    return Pair(one.row.name, other.row.name, what, difference, tuple(_apart(one, other, missions)))


def _apart(one: _Group, other: _Group, missions: Sequence[str]) -> Iterator[tuple[str, str, float, float]]:
    for mission in missions:
        for name, share in one.shares[mission].items():
            others = other.shares[mission].get(name)
            if others is not None and share != others:
                yield mission, name, share, others
