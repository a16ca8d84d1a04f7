"""Result of one stage of building: artifacts, the steps that led to them and what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.model.solution import Solution
from evaluator.model.trajectory import Trajectory
from missions.artifacts import ArtifactKind


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
    """One step of building: a stage (``checklist``, ``code`` …), or what was wrong with one of its artifacts."""

    name: str
    usage: Usage = Usage()
    failure: str = ""


@dataclass(frozen=True)
class Generation:
    """Result of an agent for one stage: artifacts, or why there are none.

    With a failure, `solution` is what was produced until then. `asked` are the artifacts of a recording (None: those
    that the stage asks for), `trajectory` is what the agent's trace says, if it wrote one. With `over_limit` the
    attempt used up its limits: no further stage begins.
    """

    solution: Solution | None
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    asked: frozenset[ArtifactKind] | None = None
    trajectory: Trajectory | None = None
    over_limit: bool = False


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
