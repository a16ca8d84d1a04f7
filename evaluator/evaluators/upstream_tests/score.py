"""Score of one task."""

from __future__ import annotations


def success_rate(passed: int, count: float | None) -> float | None:
    """Return min(passed / count, 1); None where the count is unknown or zero (NL2Repo-Bench, section 4)."""
    return min(passed / count, 1.0) if count else None
