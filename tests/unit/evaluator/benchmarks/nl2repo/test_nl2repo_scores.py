"""Scores of NL2Repo-Bench."""

import pytest

from evaluator.benchmarks.nl2repo.scores import TaskResult, scores_of, success_rate


def test_a_success_rate_is_at_most_one_and_undefined_without_a_count() -> None:
    assert success_rate(9, 10) == pytest.approx(0.9)
    assert success_rate(11, 10) == 1.0
    assert success_rate(0, 10) == 0.0
    assert success_rate(3, None) is None
    assert success_rate(0, 0) is None


def test_the_score_is_the_mean_over_tasks_of_the_means_over_attempts() -> None:
    scores = scores_of(
        [
            TaskResult("a", 1.0, "easy", "text"),
            TaskResult("a", 0.5, "easy", "text"),
            TaskResult("b", 0.25, "hard"),
            TaskResult("c", None, "hard", "web"),
        ]
    )
    assert scores.success_rate == pytest.approx((0.75 + 0.25) / 2)
    assert (scores.tasks, scores.fully_passed) == (2, 0.5)
    assert scores.by_difficulty == {"easy": 0.75, "medium": None, "hard": 0.25}
    assert scores.by_category == {"text": 0.75, "web": None}


def test_nothing_is_defined_without_attempts() -> None:
    metrics = scores_of([]).metrics()
    assert metrics.pop("tasks") == 0
    assert set(metrics.values()) == {None}


def test_the_levels_of_the_published_table_give_its_overall_score() -> None:
    results = [
        TaskResult(f"{level}-{number}", rate, level)
        for level, count, rate in (("easy", 26, 0.518), ("medium", 46, 0.445), ("hard", 32, 0.251))
        for number in range(count)
    ]
    scores = scores_of(results)
    assert scores.success_rate == pytest.approx(0.404, abs=0.001)
    assert scores.by_difficulty["medium"] == pytest.approx(0.445)
