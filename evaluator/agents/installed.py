"""Named coding agents on this machine: whether they are installed and start in the sandbox, and what they need."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from evaluator.agents.coding_agents import CODING_AGENTS, MODEL, CodingAgent, coding_agent
from evaluator.agents.command import CommandAgent
from evaluator.agents.settings import AgentSettings
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.pythons import python_problem
from simulators.runtime.sandbox import SandboxError

ENVIRONMENT = "console"
"""Environment of the box in which an agent is asked for its version."""

VERSION_SECONDS = 120.0
"""Seconds in which a program must have told its version; those in Python import for long."""

FOLDER = "~/agents"
"""Folder of the installations that are proposed."""


@dataclass(frozen=True)
class InstalledAgent:
    """A named agent: the path of its program (empty: not installed), its version, and what is wrong with it."""

    name: str
    path: str
    version: str
    problem: str
    needs: tuple[str, ...]
    hosts: tuple[str, ...]
    installation: str


def installed_agents(settings: AgentSettings) -> list[InstalledAgent]:
    """Return all named agents as they are found in the tools of `settings` and on the search path."""
    return [_installed(name, found, settings) for name, found in CODING_AGENTS.items()]


def _installed(name: str, found: CodingAgent, settings: AgentSettings) -> InstalledAgent:
    agent = coding_agent(name, MODEL, settings)
    path = agent.found() or ""
    version, problem = _version(agent, found) if path else ("", _python_problem(found) or "not installed")
    needs = tuple(key for key in agent.settings.passed_on if key not in os.environ)
    hosts = tuple(map(str, agent.settings.network))
    return InstalledAgent(name, path, version, problem, needs, hosts, found.installation(f"{FOLDER}/{name}"))


def _python_problem(found: CodingAgent) -> str:
    return f"not installed: {problem}" if found.python and (problem := python_problem(found.python)) else ""


def _version(agent: CommandAgent, found: CodingAgent) -> tuple[str, str]:
    """Return its version, or why it does not start in the sandbox."""
    try:
        answer = agent.answer(found.version, environments.find(ENVIRONMENT), VERSION_SECONDS)
    except (SandboxError, environments.EnvironmentNotReady) as error:
        return "", str(error)
    if told := re.search(found.told, answer.output):
        return told[1], ""
    if answer.status is None:
        return "", f"it told no version in {VERSION_SECONDS:g} seconds"
    last = answer.output.strip().rpartition("\n")[2][-200:]
    return "", f"it does not start in the sandbox (name its whole folder with --agent-tools): {last}"
