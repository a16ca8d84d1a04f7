"""Compact index of all attempts and cases: what the page searches and filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluator.model.evaluation import Case
from evaluator.model.result import AttemptResult
from evaluator.reports.costs import usage_of
from evaluator.reports.html.embedding import script_data
from evaluator.runs.results.results import Results

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


def _attempt(agent: str, result: AttemptResult, texts: _Texts) -> list[object]:
    attempt, usage = result.attempt, usage_of([result.generation] if result.generation else [])
    names = (attempt.mission, attempt.recorded or agent, attempt.input_set, attempt.strategy)
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
