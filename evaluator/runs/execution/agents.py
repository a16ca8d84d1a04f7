"""Agent of a run, made from its request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from evaluator.agents.interface import Agent
from evaluator.agents.models.errors import Patience
from evaluator.agents.registry import agent_named
from evaluator.agents.settings import AgentSettings, Budget, BudgetLimits
from evaluator.runs.folder.request import RunRequest
from simulators.runtime.sandbox.egress_proxy import host_of


def agent_of(request: RunRequest, budget: Budget | None = None, tell: Callable[[str], None] = lambda _: None) -> Agent:
    """Return the agent of a run; `budget` is shared by its attempts, `tell` shows notes. Raises `UsageError`."""
    return agent_named(request.agent, settings_of(request, budget, tell))


def settings_of(request: RunRequest, budget: Budget | None, tell: Callable[[str], None]) -> AgentSettings:
    """Return the settings that a request gives its agent."""
    return AgentSettings(
        limits=BudgetLimits(request.max_tokens, request.max_cost, request.max_seconds),
        patience=Patience(in_all=request.retry_seconds, one_answer=request.answer_seconds),
        temperature=request.temperature,
        seed=request.seed,
        most_tokens=request.max_output_tokens,
        most_bytes=request.max_answer_bytes,
        sandbox=request.sandbox,
        passed_on=request.pass_env,
        network=tuple(map(host_of, request.agent_network)),
        tools=tuple(Path(folder) for folder in request.agent_tools),
        budget=budget or Budget(limits_of_run(request)),
        tell=tell,
    )


def limits_of_run(request: RunRequest) -> BudgetLimits:
    return BudgetLimits(request.run_max_tokens, request.run_max_cost, request.run_max_seconds)
