"""Result of building one attempt: a solution, the steps that led to it and what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.model.solution import ArtifactKind, Solution
from evaluator.model.trajectory import Trajectory


@dataclass(frozen=True)
class Usage:
    """Cost of one step of building: tokens, US dollars (None: price unknown), seconds, calls.

    `turns` and `tools` are counted by coding agents that report them.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0
    calls: int = 0
    repairs: int = 0
    turns: int = 0
    tools: int = 0


@dataclass(frozen=True)
class StepRecord:
    """One step of building (``checklist``, ``skeleton``, ``code``, ``parameters``, ``start``)."""

    name: str
    usage: Usage = Usage()
    failure: str = ""


@dataclass(frozen=True)
class Generation:
    """A solution, or why there is none (then every case is `not_runnable`).

    With a failure, `solution` is what was produced until then. `asked` are the artifacts that the agent had to produce,
    `trajectory` is what the agent's trace says, if it wrote one.
    """

    solution: Solution | None
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    asked: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
    trajectory: Trajectory | None = None


def total_usage(usages: Iterable[Usage]) -> Usage:
    """Return the sum of all usages."""
    total = Usage()
    for usage in usages:
        total = add_usage(total, usage)
    return total


def add_usage(one: Usage, other: Usage) -> Usage:
    """Return the sum of two usages; the cost is unknown as soon as that of a call is."""
    known = one.cost is not None or not one.calls
    cost = None if other.cost is None or not known else (one.cost or 0.0) + other.cost
    return Usage(
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        cost if other.calls else one.cost,
        round(one.seconds + other.seconds, 3),
        one.calls + other.calls,
        one.repairs + other.repairs,
        one.turns + other.turns,
        one.tools + other.tools,
    )
