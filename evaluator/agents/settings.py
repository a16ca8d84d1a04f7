"""Settings of a run for every agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evaluator.agents.budget import Budget, BudgetLimits
from simulators.runtime.sandbox.egress_proxy import Dialer, Host


@dataclass(frozen=True)
class Patience:
    """Seconds to keep retrying a request after transient errors, and to wait for one answer."""

    in_all: float = 600.0
    one_answer: float = 600.0
    first_pause: float = 1.0
    longest_pause: float = 60.0


@dataclass(frozen=True)
class AgentSettings:
    """Values of the run's request, the `budget` that its attempts share, and `tell`, which shows a note to the user.

    `limits` are those of one attempt, `most_tokens` and `most_bytes` those of one answer. `sandbox` and `passed_on`
    (environment variables by name), `variables` (with their values), `network` (hosts that they may reach) and `tools`
    (folders that they may read) are for agents that start programs; `dialer` opens their connections. Any thread may
    call `tell`.
    """

    limits: BudgetLimits = BudgetLimits()
    patience: Patience = Patience()
    temperature: float | None = None
    seed: int | None = None
    most_tokens: int | None = None
    most_bytes: int = 16 << 20
    sandbox: str = "auto"
    passed_on: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    network: tuple[Host, ...] = ()
    tools: tuple[Path, ...] = ()
    dialer: Dialer = field(default_factory=Dialer, compare=False)
    budget: Budget = field(default_factory=Budget, compare=False)
    tell: Callable[[str], None] = field(default=lambda _: None, compare=False)
