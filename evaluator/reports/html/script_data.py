"""Data of the report's script, safe to embed whatever it contains: index of all attempts, and matrix."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from evaluator.model.evaluation import Case
from evaluator.model.result import Attempt, AttemptResult
from evaluator.reports.templates import shown
from evaluator.reports.terminal import usage_of
from evaluator.runs.results.results import Results

UNSAFE = {ord(each): f"\\u{ord(each):04x}" for each in "<>&\u2028\u2029"}
"""Characters that could end a script element or a line of a script; in JSON they occur in strings only."""


def script_data(value: object) -> str:
    """Return JSON of plain data in ASCII, every text made safe to show, that may stand inside a script."""
    text = json.dumps(_shown_everywhere(value), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.translate(UNSAFE)


def received(name: str, value: object) -> str:
    """Return a script that hands `value` to the report under `name`: from disk, a page may load scripts only."""
    return f"projectevalReport.receive({script_data(name)},{script_data(value)});\n"


def address(*parts: str) -> str:
    """Return a relative address; each part may be any text without slashes of its own meaning."""
    return "/".join(quote(part, safe="/") for part in parts)


def _shown_everywhere(value: object) -> object:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, Mapping):
        return {shown(str(key)): _shown_everywhere(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_shown_everywhere(each) for each in value]
    if isinstance(value, float) and value - value != 0:
        return None  # neither NaN nor infinity is JSON
    return value


MAX_REASON_CHARS = 160
"""Characters of a reason in the index; the details have all of it."""

MAX_PART_CHARS = 4_000_000
"""Characters of one part of the index. The first part is in the page, the others are files beside it."""

AT_ONCE = 250
"""Attempts after which the size of a part is measured."""


@dataclass
class _Texts:
    """Table of texts, each named by its number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


def index_parts(results: Results) -> Iterator[str]:
    """Yield the index as JSON in parts of a few megabytes at most; always at least one part."""
    attempts, begin = results.attempts, 0
    while begin == 0 or begin < len(attempts):
        end, part = _largest_part(results, begin)
        yield part
        begin = max(end, 1)


def _largest_part(results: Results, begin: int) -> tuple[int, str]:
    """Return the end and the JSON of the part that begins with attempt `begin`."""
    end = min(begin + AT_ONCE, len(results.attempts))
    part = script_data(_part(results, begin, end))
    while end < len(results.attempts):
        size = len(part) * (1 + AT_ONCE / (end - begin))  # what one more step will give, about
        if size > MAX_PART_CHARS:
            break
        step = max(AT_ONCE, int((MAX_PART_CHARS / len(part) - 1) * (end - begin) * 0.8))
        larger_end = min(end + step, len(results.attempts))
        larger = script_data(_part(results, begin, larger_end))
        if len(larger) > MAX_PART_CHARS:
            break
        end, part = larger_end, larger
    return end, part


def _part(results: Results, begin: int, end: int) -> dict[str, Any]:
    texts = _Texts()
    attempts = [_attempt(results.run.request.agent, result, texts) for result in results.attempts[begin:end]]
    return {"begin": begin, "attempts": attempts, "texts": list(texts.numbers)}


MAX_TITLE_CHARS = 80


def agent_title(agent: str) -> str:
    """Return the name of an agent without the folders of its path: ``folder:/home/ada/shop`` → ``folder shop``."""
    kind, _, rest = agent.partition(":")
    if not rest or "/" not in rest:
        return agent[:MAX_TITLE_CHARS]
    parts = [part for part in rest.strip("'\"").split("/") if part not in ("", ".")]
    return f"{kind} {parts[-1] if parts else rest}"[:MAX_TITLE_CHARS]


def _attempt(agent: str, result: AttemptResult, texts: _Texts) -> list[object]:
    attempt, usage = result.attempt, usage_of([result.generation] if result.generation else [])
    names = (attempt.mission, attempt.recorded or agent_title(agent), attempt.input_set, attempt.strategy)
    return [
        *map(texts.number, names),
        attempt.sample if not attempt.recorded else 0,
        result.passed,
        result.total,
        round(result.seconds, 2),
        usage.input_tokens + usage.output_tokens,
        usage.cost,
        int(bool(result.evaluations)),
        list(_cases(result.cases, texts)),
    ]


def _cases(cases: Sequence[Case], texts: _Texts) -> Iterator[int]:
    """Yield four numbers for each case: id, outcome, failure kind, reason."""
    for case in cases:
        kind = case.failure.kind.value if case.failure else ""
        yield from map(texts.number, (case.id, case.outcome.value, kind, case.reason[:MAX_REASON_CHARS]))


@dataclass(frozen=True, order=True)
class Column:
    """An agent (a recorded run has its own name) with one input set and one strategy."""

    agent: str
    input_set: str
    strategy: str

    @property
    def words(self) -> str:
        return f"{self.agent}, {self.input_set}, {self.strategy}"


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

    @property
    def percent(self) -> int:
        """Percent that passed; 100 only where all did, 0 only where none did."""
        rounded = round(100 * self.passed / self.total)
        return min(max(rounded, int(self.passed > 0)), 100 - int(self.passed < self.total))

    @property
    def tenth(self) -> int:
        return round(self.percent / 10)


MAX_COLUMNS = 6
"""Columns of a matrix whose names have room at 1280 pixels."""


def _share(cells: Sequence[Cell | None]) -> float:
    there = [cell for cell in cells if cell is not None]
    return sum(cell.passed for cell in there) / max(1, sum(cell.total for cell in there))


@dataclass(frozen=True)
class Matrix:
    """Columns in the order of the run, and for each mission a cell or None in every column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]

    @property
    def is_turned(self) -> bool:
        """True where agents are rows: there are more of them than missions, and more than fit beside each other."""
        return len(self.columns) > max(len(self.rows), MAX_COLUMNS)

    @property
    def turned(self) -> list[tuple[Column, list[Cell | None]]]:
        """Each column with its cells, those that pass most first."""
        cells = [(column, [row[1][at] for row in self.rows]) for at, column in enumerate(self.columns)]
        return sorted(cells, key=lambda each: -_share(each[1]))


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
    return Column(attempt.recorded or agent_title(agent), attempt.input_set, attempt.strategy)


def _cell(mission: str, column: Column, numbers: Sequence[int], attempts: Sequence[AttemptResult]) -> Cell:
    found = [attempts[number] for number in numbers]
    wanted = {"mission": mission, "agent": column.agent, "input": column.input_set, "strategy": column.strategy}
    link = f"#attempt-{numbers[0] + 1}" if len(numbers) == 1 else f"#?{urlencode(wanted)}"
    return Cell(sum(each.passed for each in found), sum(each.total for each in found), len(found), link)
