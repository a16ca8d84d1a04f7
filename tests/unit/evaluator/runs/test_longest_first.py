"""AttemptJob in which attempts are executed."""

from __future__ import annotations

from pathlib import Path

from evaluator.model.result import Attempt
from evaluator.runs.execution.attempt import AttemptJob
from evaluator.runs.execution.schedule import longest_first
from evaluator.runs.folder.request import RunRequest
from missions.catalog import open_catalog
from tests.support.commands import MISSIONS

CATALOG = open_catalog(str(MISSIONS))
SITE, PROGRAM = "hello-site", "hello-console"
"""Three testcodes at a browser, one at a console."""


def _orders(samples: int, *missions: str) -> list[AttemptJob]:
    request = RunRequest(agent="canonical", missions=str(MISSIONS))
    attempts = [
        Attempt(mission, "level-1", "direct", sample=number) for mission in missions for number in range(1, samples + 1)
    ]
    return [AttemptJob(Path("run"), attempt, request, "projecteval", "none", ()) for attempt in attempts]


def _told(jobs: list[AttemptJob]) -> list[tuple[int, str]]:
    return [(job.attempt.sample, job.attempt.mission) for job in jobs]


def test_round_by_round_what_has_more_to_do_first() -> None:
    found = longest_first(_orders(2, PROGRAM, SITE), lambda attempt: None, CATALOG)

    assert _told(list(found)) == [(1, SITE), (1, PROGRAM), (2, SITE), (2, PROGRAM)]


def test_a_later_round_goes_by_what_the_missions_took() -> None:
    took = {(1, SITE): 1.0, (1, PROGRAM): 9.0, (2, PROGRAM): 0.1}
    evaluated: set[tuple[int, str]] = set()
    in_turn = longest_first(
        _orders(4, SITE, PROGRAM),
        lambda attempt: took.get((attempt.sample, attempt.mission)) if (1, SITE) in evaluated else None,
        CATALOG,
    )

    rounds = [_told([next(in_turn), next(in_turn)])]
    rounds.append(_told([next(in_turn), next(in_turn)]))  # began before anything was evaluated
    evaluated.add((1, SITE))
    rounds += [_told([next(in_turn), next(in_turn)]) for _ in range(2)]

    assert [missions for _, missions in (zip(*one, strict=True) for one in rounds)] == [
        (SITE, PROGRAM),
        (SITE, PROGRAM),
        (PROGRAM, SITE),
        (PROGRAM, SITE),
    ]


def test_what_was_not_evaluated_yet_is_guessed_by_what_was() -> None:
    seconds = {PROGRAM: 5.0}
    found = longest_first(_orders(2, PROGRAM, SITE), lambda attempt: seconds.get(attempt.mission), CATALOG)

    assert _told(list(found))[2:] == [(2, SITE), (2, PROGRAM)], "three testcodes of a site, at 5 s for one of a program"


def test_nothing_to_do() -> None:
    assert list(longest_first([], lambda attempt: None, CATALOG)) == []
