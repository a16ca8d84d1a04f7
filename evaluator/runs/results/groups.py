"""Groups of attempts that may be averaged: one agent or recorded run, one input set, one strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.model.result import AttemptResult
from evaluator.model.statistics import Mean, clustered_rate, mean_rate
from evaluator.runs.results.results import Results


@dataclass(frozen=True)
class AttemptGroup:
    """Attempts of one agent (`agent` is the name of a recorded run, where it is one), input set and strategy.

    No figure mixes groups: agents, input sets and strategies differ in what they measure.
    """

    agent: str
    input_set: str
    strategy: str
    recorded: str
    attempts: tuple[AttemptResult, ...]

    @property
    def passed(self) -> int:
        return sum(result.passed for result in self.attempts)

    @property
    def total(self) -> int:
        return sum(result.total for result in self.attempts)

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
