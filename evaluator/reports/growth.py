"""Attempts with several evaluated stages: what each stage passed, broke and repaired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.model.result import StageGrowth, growth_of
from evaluator.runs.results.results import Results, groups_of


@dataclass(frozen=True)
class GrownAttempt:
    """An attempt with its evaluated stages; `whose` names agent, run, input set and strategy."""

    whose: str
    mission: str
    sample: int
    stages: tuple[StageGrowth, ...]

    @property
    def versions(self) -> tuple[StageGrowth, ...]:
        """The stages without tries that were followed by another one."""
        return tuple({each.name: each for each in self.stages}.values())


def grown_attempts(runs: Sequence[Results], missions: frozenset[str] | None = None) -> tuple[GrownAttempt, ...]:
    """Return the attempts with several evaluated stages, of `missions` (default: all)."""
    return tuple(
        GrownAttempt(
            f"{who}, {group.input_set}, {group.strategy}", result.attempt.mission, result.attempt.sample, grown
        )
        for results in runs
        for group in groups_of(results)
        for who in [f"{group.agent} ({results.run.folder.name})" if len(runs) > 1 else group.agent]
        for result in group.attempts
        if (missions is None or result.attempt.mission in missions) and len(grown := growth_of(result.stages)) > 1
    )


STAGE_COLUMNS = (
    *("agent", "mission", "sample", "stage", "passed", "total", "new", "new_passed"),
    *("broken", "repaired", "tasks_done"),
)


def stage_rows(attempts: Sequence[GrownAttempt]) -> Iterator[tuple[str | int, ...]]:
    """Yield a row for every stage, with the values of `STAGE_COLUMNS`."""
    for one in attempts:
        for each in one.stages:
            counts = each.passed, each.total, each.new, each.new_passed
            lists = ", ".join(each.broken), ", ".join(each.repaired)
            yield (one.whose, one.mission, one.sample, each.name, *counts, *lists, each.done)
