"""Trajectory of an agent that works in a workspace: its turns, tools and end, and statistics over trajectories
(NL2Repo-Bench, sections 5 and 6).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class ActionKind(StrEnum):
    """What a tool call does to the workspace."""

    EDIT = "edit"
    EXECUTE = "execute"
    READ = "read"
    PLAN = "plan"
    FINISH = "finish"
    OTHER = "other"


class FinishReason(StrEnum):
    """How the agent ended."""

    FINISHED = "finished"  # the agent declared its work done
    TURN_LIMIT = "turn_limit"
    TIME_LIMIT = "time_limit"
    ERROR = "error"
    UNKNOWN = "unknown"  # the trace ends without an ending


@dataclass(frozen=True)
class ToolCall:
    """One call of the tool `tool`, by the name that the agent gives it."""

    tool: str
    kind: ActionKind = ActionKind.OTHER


@dataclass(frozen=True)
class Turn:
    """One answer of the agent's model, with the tools that it called in order."""

    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True)
class Trajectory:
    """Turns of one attempt; `unread` is the number of trace entries that could not be read.

    Tokens are those that the trace reports; `cost` is in US dollars (None: not reported). `service_failure` says that
    and how the model's service ended the work (empty: it did not); such an attempt remains to be done.
    """

    turns: tuple[Turn, ...] = ()
    finish: FinishReason = FinishReason.UNKNOWN
    unread: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    service_failure: str = ""

    @property
    def calls(self) -> Iterator[ToolCall]:
        """Yield the tool calls of all turns in order."""
        return (call for turn in self.turns for call in turn.calls)


EARLY = 100
"""An agent that finishes within fewer turns than this stops early."""

MAX_TOOLS = 20
"""Tools that are listed, the most frequent first."""

LOOP, BLIND, NAVIGATION = "edit_test_loops", "blind_edits", "navigation_steps"
PATTERNS: Mapping[tuple[ActionKind, ActionKind], str] = {
    (ActionKind.EDIT, ActionKind.EXECUTE): LOOP,
    (ActionKind.EDIT, ActionKind.EDIT): BLIND,
    (ActionKind.READ, ActionKind.READ): NAVIGATION,
}
"""Named pairs of successive tool calls."""

WORK = frozenset({ActionKind.EDIT, ActionKind.EXECUTE, ActionKind.READ})
"""Calls that pairs consist of; planning and finishing between two of them does not separate them."""


@dataclass(frozen=True)
class TrajectoryStatistics:
    """Figures of a set of trajectories; None where there is nothing to compute them from.

    `turns_std` is the population's standard deviation; `tools` are mean calls per trajectory of
    the most frequent tools, `patterns` mean numbers of successive pairs; `edit_execute_ratio` counts all trajectories
    together.
    """

    trajectories: int
    turns_mean: float | None
    turns_std: float | None
    turns_max: int | None
    calls_mean: float | None
    edit_execute_ratio: float | None
    early_stop_rate: float | None
    non_finish_rate: float | None
    tools: Mapping[str, float]
    patterns: Mapping[str, float | None]

    def metrics(self) -> dict[str, float | None]:
        """Return all figures as flat metrics: ``turns_mean``, ``tool:NAME``, ``edit_test_loops`` …"""
        return {
            "traces": float(self.trajectories),
            "turns_mean": self.turns_mean,
            "turns_std": self.turns_std,
            "turns_max": None if self.turns_max is None else float(self.turns_max),
            "tool_calls_mean": self.calls_mean,
            "edit_execute_ratio": self.edit_execute_ratio,
            "early_stop_rate": self.early_stop_rate,
            "non_finish_rate": self.non_finish_rate,
            **self.patterns,
            **{f"tool:{name}": value for name, value in self.tools.items()},
        }


def statistics_of(trajectories: Sequence[Trajectory]) -> TrajectoryStatistics:
    """Return the statistics of `trajectories`, one per attempt that left a trace."""
    turns = [len(each.turns) for each in trajectories]
    tools = Counter(call.tool for each in trajectories for call in each.calls)
    kinds = Counter(call.kind for each in trajectories for call in each.calls)
    pairs = Counter(name for each in trajectories for name in patterns_of(each))
    number = len(trajectories)
    return TrajectoryStatistics(
        number,
        _ratio(sum(turns), number),
        _deviation(turns),
        max(turns, default=None),
        _ratio(tools.total(), number),
        _ratio(kinds[ActionKind.EDIT], kinds[ActionKind.EXECUTE]),
        _ratio(sum(map(stops_early, trajectories)), number),
        _ratio(sum(each.finish is not FinishReason.FINISHED for each in trajectories), number),
        {name: count / number for name, count in tools.most_common(MAX_TOOLS)},
        {name: _ratio(pairs[name], number) for name in PATTERNS.values()},
    )


def stops_early(trajectory: Trajectory) -> bool:
    """Return True when the agent declared its work done in fewer than 100 turns."""
    return trajectory.finish is FinishReason.FINISHED and len(trajectory.turns) < EARLY


def patterns_of(trajectory: Trajectory) -> Iterator[str]:
    """Yield the name of each successive pair of tool calls that has one."""
    work = [call.kind for call in trajectory.calls if call.kind in WORK]
    yield from (PATTERNS[pair] for pair in pairwise(work) if pair in PATTERNS)


def _deviation(values: Iterable[int]) -> float | None:
    numbers = list(values)
    if not numbers:
        return None
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((value - mean) ** 2 for value in numbers) / len(numbers))


def _ratio(value: float, of: float) -> float | None:
    return value / of if of else None
