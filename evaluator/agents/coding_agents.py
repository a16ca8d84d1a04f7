"""Well-known coding agents as commands: ``claude-code:MODEL`` runs Claude Code in the sandbox; which of them are
installed.

Each is a command line for the folder that holds the task, the variables that it needs, and the hosts of its service.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evaluator.agents.command import CommandAgent
from evaluator.agents.reporting import Reporting
from evaluator.agents.settings import AgentSettings
from evaluator.agents.traces.openhands import with_usage_of_openhands
from evaluator.agents.workspace import AGENT_FOLDER
from evaluator.model.errors import UsageError
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.pythons import python_problem
from simulators.runtime.sandbox import SandboxError
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.sandbox.egress_proxy import Host

INSTRUCTION = "Read PROMPT.md in this folder and do what it says. Work without asking questions."
MODEL = "{model}"
"""Stands for the model in command and variables."""


@dataclass(frozen=True)
class CodingAgent:
    """How a coding agent is started: its command line, keys (variables that are passed on), variables and hosts.

    `package` is its name at npm, or at PyPI (`from_pypi`); `version` are the arguments by which it tells its version,
    `told` finds that in what it prints. `python` is the version of Python that it needs (empty: that of this
    installation). Files in which it reports its work belong into `AGENT_FOLDER`.
    """

    command: tuple[str, ...]
    package: str
    keys: tuple[str, ...] = ()
    hosts: tuple[Host, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    reporting: Reporting = field(default_factory=Reporting)
    version: tuple[str, ...] = ("--version",)
    told: str = r"(\d+\.\d+\.\d+)"
    from_pypi: bool = False
    python: str = ""

    def installation(self, folder: str) -> str:
        """Return the commands that install it into `folder`."""
        if not self.from_pypi:
            return f"npm install --global --prefix {folder} {self.package}"
        if self.python:
            return f"uv venv --python {self.python} {folder} && uv pip install --python {folder} {self.package}"
        return f"python3 -m venv {folder} && {folder}/bin/pip install {self.package}"


CODING_AGENTS: Mapping[str, CodingAgent] = {
    "claude-code": CodingAgent(
        (
            *("claude", "--print", "--model", MODEL, "--dangerously-skip-permissions"),
            *("--output-format", "stream-json", "--verbose", INSTRUCTION),
        ),
        "@anthropic-ai/claude-code",
        ("ANTHROPIC_API_KEY",),
        (Host("api.anthropic.com", 443),),
        {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "IS_SANDBOX": "1"},
        Reporting("claude-code"),
    ),
    "codex": CodingAgent(
        (
            *("codex", "exec", "--json", "--skip-git-repo-check", "--sandbox", "danger-full-access"),
            *("--model", MODEL, INSTRUCTION),
        ),
        "@openai/codex",
        ("CODEX_API_KEY",),
        (Host("api.openai.com", 443),),
        reporting=Reporting("codex", has_cost=False),
        told=r"codex-cli (\S+)",
    ),
    "gemini-cli": CodingAgent(
        (
            *("gemini", "--skip-trust", "--yolo", "--model", MODEL),
            *("--output-format", "stream-json", "--prompt", INSTRUCTION),
        ),
        "@google/gemini-cli",
        ("GEMINI_API_KEY",),
        (Host("generativelanguage.googleapis.com", 443),),
        reporting=Reporting("gemini-cli", has_cost=False),
    ),
    "opencode": CodingAgent(
        ("opencode", "run", "--format", "json", "--auto", "--model", MODEL, INSTRUCTION),
        "opencode-ai",
        variables={"OPENCODE_DISABLE_AUTOUPDATE": "true"},
        reporting=Reporting("opencode"),
    ),
    "openhands": CodingAgent(
        ("openhands", "--headless", "--json", "--override-with-envs", "--task", INSTRUCTION),
        "openhands",
        ("LLM_API_KEY",),
        variables={
            "LLM_MODEL": MODEL,
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            "OPENHANDS_CONVERSATIONS_DIR": f"{AGENT_FOLDER}/conversations",
            "OPENHANDS_SUPPRESS_BANNER": "1",
            "PYTHONUNBUFFERED": "1",
        },
        reporting=Reporting("openhands", with_stored_usage=with_usage_of_openhands),
        told=r"OpenHands CLI (\S+)",
        from_pypi=True,
        python="3.12",
    ),
    "aider": CodingAgent(
        (
            *("aider", "--yes-always", "--no-git", "--no-check-update", "--no-analytics", "--model", MODEL),
            *("--chat-history-file", f"{AGENT_FOLDER}/chat.md", "--input-history-file", f"{AGENT_FOLDER}/input.txt"),
            *("--read", "PROMPT.md", "--message", INSTRUCTION),
        ),
        "aider-chat",
        variables={"LITELLM_LOCAL_MODEL_COST_MAP": "True", "PYTHONUNBUFFERED": "1"},
        reporting=Reporting("aider"),
        from_pypi=True,
    ),
    "mini-swe-agent": CodingAgent(
        (
            *("mini", "--yolo", "--exit-immediately", "--model", MODEL),
            *("--output", f"{AGENT_FOLDER}/trajectory.json"),
            *("--task", INSTRUCTION),
        ),
        "mini-swe-agent mcp",
        variables={
            "MSWEA_CONFIGURED": "true",
            "MSWEA_COST_TRACKING": "ignore_errors",
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        },
        reporting=Reporting(writes=True),
        version=("--help",),
        told=r"version (\d+\.\d+\.\d+)",
        from_pypi=True,
    ),
}
"""Agents by name. Those without hosts work with any service: the run names its host and key."""


def coding_agent(name: str, model: str, settings: AgentSettings) -> CommandAgent:
    """Return the coding agent `name` with `model`; options of the run replace its hosts and keys.

    Raises `UsageError` without a model.
    """
    if not model:
        raise UsageError(f"{name} needs a model: --agent {name}:MODEL")
    if settings.trace:
        raise UsageError(f"--agent-trace: the format of {name} is known; leave the option out")
    found = CODING_AGENTS[name]
    chosen = replace(
        settings,
        network=settings.network or (found.hosts if sandbox_named(settings.sandbox).listens else ()),
        passed_on=settings.passed_on or found.keys,
        variables={key: value.replace(MODEL, model) for key, value in found.variables.items()},
    )
    command = shlex.join(word.replace(MODEL, model) for word in found.command)
    return CommandAgent(command, chosen, f"{name}:{model}", found.reporting)


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


def _installed(name: str, entry: CodingAgent, settings: AgentSettings) -> InstalledAgent:
    agent = coding_agent(name, MODEL, settings)
    path = agent.found() or ""
    version, problem = _version(agent, entry) if path else ("", _python_problem(entry) or "not installed")
    needs = tuple(key for key in agent.settings.passed_on if key not in os.environ)
    hosts = tuple(map(str, agent.settings.network))
    return InstalledAgent(name, path, version, problem, needs, hosts, entry.installation(f"{FOLDER}/{name}"))


def _python_problem(entry: CodingAgent) -> str:
    return f"not installed: {problem}" if entry.python and (problem := python_problem(entry.python)) else ""


def _version(agent: CommandAgent, entry: CodingAgent) -> tuple[str, str]:
    """Return its version, or why it does not start in the sandbox."""
    try:
        answer = agent.answer(entry.version, environments.find(ENVIRONMENT), VERSION_SECONDS)
    except (SandboxError, environments.EnvironmentNotReady) as error:
        return "", str(error)
    if told := re.search(entry.told, answer.output):
        return told[1], ""
    if answer.status is None:
        return "", f"it told no version in {VERSION_SECONDS:g} seconds"
    last = answer.output.strip().rpartition("\n")[2][-200:]
    return "", f"it does not start in the sandbox (name its whole folder with --agent-tools): {last}"
