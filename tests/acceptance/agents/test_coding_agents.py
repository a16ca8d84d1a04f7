"""Well-known coding agents by name: command line, keys and hosts of each, with fakes of their programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluator.agents.coding_agents import CODING_AGENTS, INSTRUCTION, coding_agent
from evaluator.agents.registry import agent_named
from evaluator.agents.settings import AgentSettings
from evaluator.model.errors import UsageError
from simulators.runtime.sandbox.egress_proxy import Host
from tests.support.commands import MISSIONS, projecteval

FAKE = """#!/bin/sh
test -r PROMPT.md || exit 9
printf 'print("Hello, " + input())\\n' > project/main.py
printf '{}' > parameters.json
echo "$0 $*"
echo '{"type": "assistant", "message": {"id": "m1", "content": [{"type": "tool_use", "name": "Write"}]}}'
echo '{"type": "result", "subtype": "success", "is_error": false}'
env | grep -E '^(HTTPS_PROXY|ANTHROPIC_API_KEY|LLM_MODEL|IS_SANDBOX)=' | sed 's/=.*//'
"""
PROGRAMS = {
    "claude-code": "claude",
    "codex": "codex",
    "openhands": "openhands",
    "aider": "aider",
    "mini-swe-agent": "mini",
}


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    (tmp_path / "tools" / "bin").mkdir(parents=True)
    for name in PROGRAMS.values():
        program = tmp_path / "tools" / "bin" / name
        program.write_text(FAKE)
        program.chmod(0o755)
    return tmp_path / "tools"


def test_claude_code_builds_in_the_sandbox(tools: Path, tmp_path: Path) -> None:
    key = "sk-of-nobody-12345"  # words: allow
    called = projecteval(
        *("run", "--agent", "claude-code:some-model", "--agent-tools", tools, "--out", tmp_path / "run", "--json"),
        *("--missions", MISSIONS, "--select", "hello-console"),
        env={"ANTHROPIC_API_KEY": key},
    )
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["total"]) == (2, 2)
    output = (tmp_path / "run/attempts/hello-console/level-1-direct/sample-1/transcript/output.txt").read_text()
    assert "--model some-model --dangerously-skip-permissions" in output
    assert {"HTTPS_PROXY", "ANTHROPIC_API_KEY", "IS_SANDBOX"} <= set(output.splitlines())
    assert called.json["usage"]["turns"] == 1, "the printed events are read as the trace"
    assert json.loads((tmp_path / "run/lock.json").read_text())["agent"] == "claude-code:some-model"


@pytest.mark.parametrize("name", CODING_AGENTS)
def test_each_agent_has_its_command_line(name: str, tools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in CODING_AGENTS[name].keys:
        monkeypatch.setenv(key, "x" * 20)
    agent = coding_agent(name, "maker/model", AgentSettings(tools=(tools,)))
    agent.check()
    assert agent.name == f"{name}:maker/model"
    words = (*agent.argv, *agent.settings.variables.values())
    assert words[0] == PROGRAMS[name]
    assert {"maker/model", INSTRUCTION} <= set(words)
    assert agent.settings.network == CODING_AGENTS[name].hosts


def test_the_options_of_a_run_replace_hosts_and_keys() -> None:
    own = (Host("gateway.example.com", 8443),)
    agent = coding_agent("claude-code", "m", AgentSettings(network=own, passed_on=("GATEWAY_KEY",)))
    assert (agent.settings.network, agent.settings.passed_on) == (own, ("GATEWAY_KEY",))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tools: Path) -> None:
    monkeypatch.delenv("CODEX_API_KEY", raising=False)
    with pytest.raises(UsageError, match="codex needs a model: --agent codex:MODEL"):
        agent_named("codex")
    with pytest.raises(UsageError, match="--pass-env CODEX_API_KEY: the environment has no such variable"):
        coding_agent("codex", "m", AgentSettings(tools=(tools,))).check()
    with pytest.raises(UsageError, match="command:codex: there is no such program here"):
        coding_agent("codex", "m", AgentSettings()).check()
