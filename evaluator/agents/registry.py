"""Agents by the name given on the command line."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points

from evaluator.agents.coding_agents import CODING_AGENTS, coding_agent
from evaluator.agents.command import CommandAgent
from evaluator.agents.controls import AnswersAgent, AnswersRecorder, ControlsAgent
from evaluator.agents.folders import FolderAgent, GenerationsAgent
from evaluator.agents.interface import Agent
from evaluator.agents.models.client import ModelAgent
from evaluator.agents.models.services import PROVIDERS
from evaluator.agents.references import CanonicalAgent, MaskedAgent, MutantsAgent, NopAgent, ViolationsAgent
from evaluator.agents.settings import AgentSettings
from evaluator.model.errors import UsageError

GROUP = "projecteval.agents"

AgentMaker = Callable[[str, AgentSettings], Agent]
"""Takes the text after the first colon of the agent's name and the settings of the run."""

PLAIN: dict[str, Callable[[], Agent]] = {
    "canonical": CanonicalAgent,
    "nop": NopAgent,
    "masked": MaskedAgent,
    "controls": ControlsAgent,
}


def _model(provider: str) -> AgentMaker:
    return lambda name, settings: ModelAgent(f"{provider}:{name}", settings)


def _coding_agent(name: str) -> AgentMaker:
    return lambda model, settings: coding_agent(name, model, settings)


WITH_TEXT: dict[str, AgentMaker] = {
    "answers": lambda folder, _: AnswersAgent(folder),
    "answers-recorder": lambda folder, _: AnswersRecorder(folder),
    "canonical": lambda alternative, _: CanonicalAgent(alternative),
    "controls": lambda names, _: ControlsAgent(names),
    "command": CommandAgent,
    "folder": lambda spec, _: FolderAgent(spec),
    "generations": lambda folder, _: GenerationsAgent(folder),
    "mutants": lambda spec, _: MutantsAgent(spec),
    "violations": lambda spec, _: ViolationsAgent(spec),
    **{name: _coding_agent(name) for name in CODING_AGENTS},
    **{provider: _model(provider) for provider in PROVIDERS},
}


SELF_CONTAINED = frozenset({*PLAIN, "canonical", "mutants", "violations", *PROVIDERS})
"""Agents that start no program and read no folder that their name would choose."""


def is_self_contained(spec: str) -> bool:
    """Return True for an agent of the project whose name neither starts a program nor names files."""
    return spec.partition(":")[0] in SELF_CONTAINED


NAMING_PATHS = frozenset({"command", "folder", "generations"})
"""Built-in agents whose text may be a relative path."""


def agent_named(spec: str, settings: AgentSettings | None = None) -> Agent:
    """Return the agent for ``canonical``, ``nop``, ``masked``, ``NAME`` or ``NAME:TEXT``. Raises `UsageError`."""
    if spec in PLAIN:
        return PLAIN[spec]()
    name, _, rest = spec.partition(":")
    if name in WITH_TEXT:
        return WITH_TEXT[name](rest, settings or AgentSettings())
    for entry in entry_points(group=GROUP, name=name):
        return _loaded(entry)(rest, settings or AgentSettings())
    others = sorted({*WITH_TEXT, *(entry.name for entry in entry_points(group=GROUP))})
    known = ", ".join([*PLAIN, *(f"{other}:…" for other in others)])
    close = get_close_matches(name, [*PLAIN, *others], 1)
    meant = f"did you mean {close[0]}{'' if close[0] in PLAIN else ':…'}?" if close else f"there are {known}"
    raise UsageError(f"there is no agent {spec!r}; {meant}")


def full_name(spec: str) -> str:
    """Return the name by which `agent_named` finds the same agent from any folder. Raises `UsageError`."""
    name, _, rest = spec.partition(":")
    if spec in PLAIN or name in WITH_TEXT:
        return agent_named(spec).name if name in NAMING_PATHS else spec
    plug_ins = [_loaded(entry)(rest, AgentSettings()) for entry in entry_points(group=GROUP, name=name)]
    return next((agent.name for agent in plug_ins if agent.names_a_path), spec)


def _loaded(entry: EntryPoint) -> AgentMaker:
    try:
        maker: AgentMaker = entry.load()
    except Exception as error:  # a plug-in may raise anything while it is imported
        raise UsageError(f"agent {entry.name!r} ({entry.value}) cannot be loaded: {error}") from error
    return maker
