"""AttemptJob of attempts: the longest first, so that no processor waits at the end for one that started late."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from statistics import fmean

from evaluator.model.result import Attempt
from evaluator.runs.execution.attempt import AttemptJob
from missions.catalog import Catalog
from missions.mission import Mission

WEBSITE = 1.5
"""Approximate duration of a website's testcode relative to a program's."""


def longest_first(
    jobs: Sequence[AttemptJob], seconds: Callable[[Attempt], float | None], catalog: Catalog
) -> Iterator[AttemptJob]:
    """Yield jobs round by round, so that an early end leaves complete rounds; within a round the longest first.

    The length of a mission is what it took in earlier rounds, as far as `seconds` knows it when a round begins (None:
    not yet), and is estimated from its testcodes otherwise.
    """
    lengths, begun = _Lengths(_guesses(jobs, catalog)), list[Attempt]()
    for _, one_round in groupby(sorted(jobs, key=_sample), key=_sample):
        begun = [attempt for attempt in begun if not lengths.learn(attempt.mission, seconds(attempt))]
        length = lengths.now()
        for job in sorted(one_round, key=lambda job: -length[job.attempt.mission]):
            begun.append(job.attempt)
            yield job


def _sample(job: AttemptJob) -> int:
    return job.attempt.sample


class _Lengths:
    """Durations of an attempt by mission."""

    def __init__(self, guesses: dict[str, float]) -> None:
        self._guesses = guesses
        self._took = defaultdict[str, list[float]](list)

    def learn(self, mission: str, seconds: float | None) -> bool:
        """Take note of what an attempt took; whether that was known."""
        if seconds is not None:
            self._took[mission].append(seconds)
        return seconds is not None

    def now(self) -> dict[str, float]:
        """Return for each mission the mean of known durations, otherwise its guess scaled to them."""
        took = {mission: fmean(seconds) for mission, seconds in self._took.items()}
        unit = sum(took.values()) / sum(self._guesses[mission] for mission in took) if took else 1.0
        return {mission: took.get(mission, guess * unit) for mission, guess in self._guesses.items()}


def _guesses(jobs: Sequence[AttemptJob], catalog: Catalog) -> dict[str, float]:
    return {mission: _guess(catalog.mission(mission)) for mission in {job.attempt.mission for job in jobs}}


def _guess(mission: Mission) -> float:
    tests = len(mission.testcodes) * (WEBSITE if mission.stack.is_website else 1)
    return tests + sum(len(suite.test_files()) for suite in mission.suites)
