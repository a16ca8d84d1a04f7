"""Who builds: an agent turns a task into a solution, or fails for a reason.

A new agent is a class with `name` and `build`, and an entry point in the group ``projecteval.agents``: a function that
gets the text behind the colon of ``--agent NAME:TEXT`` and the run's `AgentSettings`, and returns the agent.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from evaluator.model.attempt import Attempt
from evaluator.model.solution import Solution
from missions.mission import Mission


@dataclass(frozen=True)
class Usage:
    """What one step of building cost: tokens, money (US dollars; None = price unknown), seconds, calls.

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


RECORDED = "recorded.json"
"""In an attempt's transcript: answers that were recorded elsewhere, as they were, for the scores of them."""


@dataclass(frozen=True)
class Generation:
    """What came of building: a solution, or why there is none (then every testcode is `not_runnable`).

    With a failure, `solution` is what was produced until then. `asked` names the products that the agent had to
    produce, where level and mode do not say it.
    """

    solution: Solution | None
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    asked: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Task:
    """What an agent is given. `canonical` is there for `canonical` and `masked` and for the skeleton that is
    derived from it at level 3; `workplace` is a folder of the attempt for transcripts and raw answers."""

    attempt: Attempt
    mission: Mission
    canonical: Solution | None
    workplace: Path


class Agent(Protocol):
    """Whatever turns a task into a solution.

    It may have more, all of it optional: `asks = True` (it waits for somebody else most of the time: many attempts are
    built at once, in threads of one process), `check()` (raises `UsageError` before anything starts), `prompts` (a
    mapping of names to versions that becomes part of the run's lock), `starts_programs = True` (it needs the missions'
    environments), `recorded(level)` (recordings by name, `level` for those that do not say theirs: they are the run's
    attempts), `close()` (when the run is done).
    """

    name: str

    def build(self, task: Task) -> Generation: ...
