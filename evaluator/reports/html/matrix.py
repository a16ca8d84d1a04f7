"""Matrix of missions × agents, input sets and strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from evaluator.model.attempt import Attempt
from evaluator.model.result import AttemptResult
from evaluator.runs.results.results import Results


@dataclass(frozen=True, order=True)
class Column:
    """An agent (a recorded run has its own name) with one input set and one strategy."""

    agent: str
    input_set: str
    strategy: str


@dataclass(frozen=True)
class Cell:
    """Passed and all cases of a mission in a column; `link` leads to the attempt, or to the list of several."""

    passed: int
    total: int
    attempts: int
    link: str

    @property
    def state(self) -> str:
        if not self.total:
            return "none"
        return "passed" if self.passed == self.total else "failed" if not self.passed else "partly"


@dataclass(frozen=True)
class Matrix:
    """Columns in the order of the run, and for each mission a cell or None in every column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def matrix_of(results: Results) -> Matrix:
    """Return the matrix of a run."""
    found: dict[tuple[str, Column], list[int]] = {}
    for number, result in enumerate(results.attempts):
        key = result.attempt.mission, column_of(results.run.request.agent, result.attempt)
        found.setdefault(key, []).append(number)
    columns = tuple(dict.fromkeys(column for _, column in found))
    missions = dict.fromkeys(mission for mission, _ in found)
    cells = {key: _cell(*key, numbers, results.attempts) for key, numbers in found.items()}
    rows = ((mission, tuple(cells.get((mission, column)) for column in columns)) for mission in missions)
    return Matrix(columns, tuple(rows))


def column_of(agent: str, attempt: Attempt) -> Column:
    return Column(attempt.recorded or agent, attempt.input_set, attempt.strategy)


def _cell(mission: str, column: Column, numbers: Sequence[int], attempts: Sequence[AttemptResult]) -> Cell:
    found = [attempts[number] for number in numbers]
    wanted = {"mission": mission, "agent": column.agent, "input": column.input_set, "strategy": column.strategy}
    link = f"#attempt-{numbers[0] + 1}" if len(numbers) == 1 else f"#?{urlencode(wanted)}"
    return Cell(sum(each.passed for each in found), sum(each.total for each in found), len(found), link)
