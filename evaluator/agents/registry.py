"""Agents by the name given on the command line."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.agents import Agent
from evaluator.agents.budget import Budget
from evaluator.agents.canonical import CanonicalAgent
from evaluator.agents.command import CommandAgent
from evaluator.agents.masked import MaskedAgent
from evaluator.agents.model import ModelAgent
from evaluator.agents.nop import NopAgent
from evaluator.agents.providers import PROVIDERS
from evaluator.agents.replay import ReplayAgent
from evaluator.agents.settings import AgentSettings, Patience
from evaluator.model.errors import UsageError
from evaluator.strategies.inquiry import Limits
from evaluator.strategies.prompts import OWN, Prompts

if TYPE_CHECKING:
    from evaluator.runs.folder.request import RunRequest

GROUP = "projecteval.agents"

AgentMaker = Callable[[str, AgentSettings], Agent]
"""Gets what stands behind the first colon of the agent's name, and what the run asks of its agents."""

PLAIN: dict[str, Callable[[], Agent]] = {"canonical": CanonicalAgent, "nop": NopAgent, "masked": MaskedAgent}


def _model(provider: str) -> AgentMaker:
    return lambda name, settings: ModelAgent(f"{provider}:{name}", settings)


WITH_TEXT: dict[str, AgentMaker] = {
    "replay": lambda folder, _: ReplayAgent(folder),
    "command": CommandAgent,
    **{provider: _model(provider) for provider in PROVIDERS},
}


def agent_of(request: RunRequest, budget: Budget | None = None, tell: Callable[[str], None] = lambda _: None) -> Agent:
    """The agent that a run asked for; `budget` is shared by its attempts, `tell` is for what the user should know
    meanwhile. Raises `UsageError`."""
    return agent_named(request.agent, settings_of(request, budget, tell))


def settings_of(request: RunRequest, budget: Budget | None, tell: Callable[[str], None]) -> AgentSettings:
    """What the run's request says to its agent."""
    return AgentSettings(
        prompts=Prompts(Path(request.prompts) if request.prompts else OWN),
        repairs=request.repair,
        limits=Limits(request.max_tokens, request.max_cost, request.max_seconds),
        patience=Patience(in_all=request.retry_seconds, one_answer=request.answer_seconds),
        temperature=request.temperature,
        seed=request.seed,
        most_tokens=request.max_output_tokens,
        sandbox=request.sandbox,
        passed_on=request.pass_env,
        budget=budget or Budget(limits_of_run(request)),
        tell=tell,
    )


def limits_of_run(request: RunRequest) -> Limits:
    return Limits(request.run_max_tokens, request.run_max_cost, request.run_max_seconds)


def agent_named(spec: str, settings: AgentSettings | None = None) -> Agent:
    """The agent for ``canonical``, ``nop``, ``masked``, ``NAME`` or ``NAME:TEXT``. Raises `UsageError`."""
    if spec in PLAIN:
        return PLAIN[spec]()
    name, _, rest = spec.partition(":")
    if name in WITH_TEXT:
        return WITH_TEXT[name](rest, settings or AgentSettings())
    for entry in entry_points(group=GROUP, name=name):
        return _loaded(entry)(rest, settings or AgentSettings())
    others = sorted({*WITH_TEXT, *(entry.name for entry in entry_points(group=GROUP))})
    known = ", ".join([*PLAIN, *(f"{other}:…" for other in others)])
    raise UsageError(f"there is no agent {spec!r}; there are {known}")


def full_name(spec: str) -> str:
    """The name by which `agent_named` finds the same agent from any folder. Raises `UsageError`."""
    name, _, _ = spec.partition(":")
    return agent_named(spec).name if name in ("replay", "command") else spec


def _loaded(entry: EntryPoint) -> AgentMaker:
    try:
        maker: AgentMaker = entry.load()
    except (ImportError, AttributeError) as error:
        raise UsageError(f"agent {entry.name!r} ({entry.value}) cannot be loaded: {error}") from error
    return maker
