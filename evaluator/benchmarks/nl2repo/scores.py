"""Scores of NL2Repo-Bench as pure functions of per-task results (sections 3 and 4 of the paper)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

DIFFICULTIES = ("easy", "medium", "hard")


@dataclass(frozen=True)
class TaskResult:
    """One attempt of one task; `success_rate` is None where it is undefined (no count, or the evaluator failed)."""

    task: str
    success_rate: float | None
    difficulty: str = ""
    category: str = ""


@dataclass(frozen=True)
class NL2RepoScores:
    """Figures of a set of attempts; None where nothing defines them.

    `success_rate` is the mean over tasks of the mean over their attempts; `fully_passed` is the number of tasks that
    passed completely, a task with several attempts counting by its share of complete ones.
    """

    tasks: int
    success_rate: float | None
    fully_passed: float | None
    by_difficulty: Mapping[str, float | None]
    by_category: Mapping[str, float | None]

    def metrics(self) -> dict[str, float | None]:
        """Return the figures as flat metrics."""
        return {
            "tasks": float(self.tasks),
            "success_rate": self.success_rate,
            "fully_passed_tasks": self.fully_passed,
            **{f"success_rate_{name}": value for name, value in self.by_difficulty.items()},
            **{f"success_rate:{name}": value for name, value in self.by_category.items()},
        }


def scores_of(results: Sequence[TaskResult]) -> NL2RepoScores:
    """Return the scores of `results`; attempts without a success rate are left out."""
    defined = [result for result in results if result.success_rate is not None]
    categories = sorted({result.category for result in results if result.category})
    return NL2RepoScores(
        len({result.task for result in defined}),
        mean_over_tasks(defined, _rate),
        _total_over_tasks(defined),
        {name: mean_over_tasks([each for each in defined if each.difficulty == name], _rate) for name in DIFFICULTIES},
        {name: mean_over_tasks([each for each in defined if each.category == name], _rate) for name in categories},
    )


def mean_over_tasks(results: Iterable[TaskResult], value: Callable[[TaskResult], float]) -> float | None:
    """Return the mean over tasks of the means over their attempts; None without results."""
    means = _means(results, value)
    return sum(means) / len(means) if means else None


def _total_over_tasks(results: Sequence[TaskResult]) -> float | None:
    means = _means(results, lambda result: float(_rate(result) >= 1.0))
    return sum(means) if means else None


def _means(results: Iterable[TaskResult], value: Callable[[TaskResult], float]) -> list[float]:
    by_task: dict[str, list[float]] = {}
    for result in results:
        by_task.setdefault(result.task, []).append(value(result))
    return [sum(values) / len(values) for values in by_task.values()]


def _rate(result: TaskResult) -> float:
    return result.success_rate or 0.0


def success_rate(passed: int, count: float | None) -> float | None:
    """Return min(passed / count, 1); None where the count is unknown or zero (NL2Repo-Bench, section 4)."""
    return min(passed / count, 1.0) if count else None
