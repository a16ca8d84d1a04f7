"""What a run asks of its agents, whichever they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from evaluator.agents.budget import Budget
from evaluator.strategies.inquiry import Limits
from evaluator.strategies.prompts import Prompts


@dataclass(frozen=True)
class Patience:
    """How long faults of network and service are borne: seconds in all per question, and for one answer."""

    in_all: float = 600.0
    one_answer: float = 600.0
    first_pause: float = 1.0
    longest_pause: float = 60.0


@dataclass(frozen=True)
class AgentSettings:
    """All of it comes from the run's request, apart from `budget`, which the attempts of a run share, and `tell`, which
    passes on what the user should know meanwhile (from any thread).

    `repairs` is how often a step may be asked again after an answer that cannot be read, `limits` are those of one
    attempt, `most_tokens` those of one answer. `sandbox` and `passed_on` (names of environment variables) are for
    agents that start programs.
    """

    prompts: Prompts = field(default_factory=Prompts)
    repairs: int = 0
    limits: Limits = Limits()
    patience: Patience = Patience()
    temperature: float | None = None
    seed: int | None = None
    most_tokens: int | None = None
    sandbox: str = "auto"
    passed_on: tuple[str, ...] = ()
    budget: Budget = field(default_factory=Budget, compare=False)
    tell: Callable[[str], None] = field(default=lambda _: None, compare=False)
