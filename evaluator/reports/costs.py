"""Cost of building: tokens, dollars, seconds."""

from __future__ import annotations

from collections.abc import Iterable

from evaluator.model.generation import Usage, total_usage
from evaluator.model.result import GenerationRecord


def usage_of(records: Iterable[GenerationRecord]) -> Usage:
    """Return the total usage of all steps of `records`."""
    return total_usage(step.usage for record in records for step in record.steps)


def usage_in_words(usage: Usage) -> str:
    """Format a usage: ``3 calls, 1,234 tokens, 0.0123 dollars, 12 s``; unknown figures and zeros are omitted."""
    parts = [f"{usage.calls} {'call' if usage.calls == 1 else 'calls'}"]
    if tokens := usage.input_tokens + usage.output_tokens:
        parts.append(f"{tokens:,} tokens")
    if usage.cost is not None:
        parts.append(f"{usage.cost:.4f} dollars")
    parts.append(f"{usage.seconds:.1f} s")
    counted = {"repair": usage.repairs, "turn": usage.turns, "tool call": usage.tools}
    parts += [f"{number} {name}{'' if number == 1 else 's'}" for name, number in counted.items() if number]
    return ", ".join(parts)


def building_in_words(record: GenerationRecord) -> str:
    """Format usage and failure of building one attempt."""
    words = usage_in_words(usage_of([record]))
    return f"{words}; {record.failure}" if record.failure else words
