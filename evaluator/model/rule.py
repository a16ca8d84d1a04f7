"""Rule by which a benchmark's results are computed."""

from __future__ import annotations

from enum import StrEnum


class Rule(StrEnum):
    """As published, with the defects of that computation, or corrected; each evaluator says how they differ."""

    PAPER = "paper"
    STRICT = "strict"
