"""Well-known coding agents by name: command line, keys and hosts of each, with fakes of their programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluator.agents.coding_agents import CODING_AGENTS, INSTRUCTION, coding_agent
from evaluator.agents.interface import Assignment
from evaluator.agents.registry import agent_named
from evaluator.agents.settings import AgentSettings
from evaluator.model.errors import UsageError
from evaluator.model.result import Attempt
from evaluator.model.trajectory import FinishReason
from missions.catalog import open_catalog
from missions.project_files import ArtifactKind
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.egress_proxy import Host
from tests.support.commands import MISSIONS, ROOT, projecteval
from tests.support.parameters import in_proofs

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
    "gemini-cli": "gemini",
    "opencode": "opencode",
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


RECORDED = ROOT / "tests" / "fixtures" / "traces"


def replaced(tools: Path, program: str, recorded: str, status: int = 1) -> None:
    """Let the fake program print what the real one printed when its service failed."""
    script = f"#!/bin/sh\ncat {tools}/{recorded}\nexit {status}\n"
    (tools / recorded).write_bytes((RECORDED / recorded).read_bytes())
    (tools / "bin" / program).write_text(script)


@pytest.mark.parametrize(
    ("agent", "recorded"),
    [
        ("claude-code", "claude-code-401.txt"),
        in_proofs("codex", "codex-401.txt"),
        in_proofs("gemini-cli", "gemini-cli-401.txt"),
    ],
)
def test_an_attempt_that_the_service_ended_remains_to_be_done(
    agent: str, recorded: str, tools: Path, tmp_path: Path
) -> None:
    working = (tools / "bin" / PROGRAMS[agent]).read_text()
    replaced(tools, PROGRAMS[agent], recorded)
    environment = dict.fromkeys(CODING_AGENTS[agent].keys, "sk-of-the-tests-12345")
    asked = ("--agent", f"{agent}:some-model", "--agent-tools", tools, "--missions", MISSIONS)
    called = projecteval(
        "run", *asked, "--select", "hello-console", "--out", tmp_path / "run", "--json", env=environment
    )
    assert called.status == 1, called.stderr
    assert "the service" in called.stderr
    assert not list((tmp_path / "run").rglob("generation.json")), "nothing is recorded"
    (tools / "bin" / PROGRAMS[agent]).write_text(working)
    consent = asked[: asked.index("--missions")]
    resumed = projecteval("resume", tmp_path / "run", *consent, "--json", env=environment)
    assert (resumed.status, resumed.json["passed"], resumed.json["total"]) == (0, 2, 2), resumed.stderr


def test_a_run_stops_after_three_attempts_that_the_service_ended(tools: Path, tmp_path: Path) -> None:
    replaced(tools, "claude", "claude-code-500.txt")
    asked = ("--agent", "claude-code:some-model", "--agent-tools", tools, "--missions", MISSIONS, "--calls", "1")
    called = projecteval(
        *("run", *asked, "--select", "hello-console", "--samples", "5", "--out", tmp_path / "run"),
        env={"ANTHROPIC_API_KEY": "sk-of-the-tests-12345"},
    )
    assert called.status == 1, called.stderr
    assert "the service answered 500, in 3 attempts in a row" in called.stderr
    assert len(list((tmp_path / "run").rglob("output.txt"))) == 3


def test_a_limit_of_cost_is_refused_for_a_program_that_reports_none(tools: Path, tmp_path: Path) -> None:
    called = projecteval(
        *("run", "--agent", "codex:some-model", "--agent-tools", tools, "--missions", MISSIONS, "--max-cost", "1"),
        *("--select", "hello-console", "--out", tmp_path / "run"),
        env={"CODEX_API_KEY": "sk-of-the-tests-12345"},
    )
    assert called.status == 2
    assert "codex:some-model does not report its cost" in called.stderr


def test_a_stated_price_makes_a_cost_of_the_tokens_that_are_reported(tools: Path, tmp_path: Path) -> None:
    (tools / "events.txt").write_bytes((RECORDED / "codex-ok.txt").read_bytes())
    leaves = "echo 'print(\"Hello, \" + input())' > project/main.py; echo '{}' > parameters.json"
    (tools / "bin" / "codex").write_text(f"#!/bin/sh\n{leaves}\ncat {tools}/events.txt\n")
    called = projecteval(
        *("run", "--agent", "codex:some-model", "--agent-tools", tools, "--missions", MISSIONS, "--max-cost", "1"),
        *("--price", "10", "100", "--select", "hello-console", "--out", tmp_path / "run", "--json"),
        env={"CODEX_API_KEY": "sk-of-the-tests-12345"},
    )
    assert (called.status, called.json["passed"]) == (0, 2), called.stderr
    assert called.json["usage"]["cost"] == pytest.approx(3000 * 10e-6 + 150 * 100e-6)


def test_a_named_agent_starts_without_isolation(tools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-tests-12345")
    coding_agent("claude-code", "m", AgentSettings(tools=(tools,), sandbox="none")).check()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tools: Path) -> None:
    monkeypatch.delenv("CODEX_API_KEY", raising=False)
    with pytest.raises(UsageError, match="codex needs a model: --agent codex:MODEL"):
        agent_named("codex")
    with pytest.raises(UsageError, match="--pass-env CODEX_API_KEY: the environment has no such variable"):
        coding_agent("codex", "m", AgentSettings(tools=(tools,))).check()
    with pytest.raises(UsageError, match="command:codex: there is no such program here"):
        coding_agent("codex", "m", AgentSettings()).check()


ENDLESS = """#!/bin/sh
number=0
while sleep 0.05; do
    number=$((number + 1))
    echo '{"type": "assistant", "message": {"id": "m'$number'", "content": [{"type": "tool_use", "name": "Bash"}]}}'
done
"""


def test_a_limit_of_turns_counts_those_that_a_program_prints(tools: Path, tmp_path: Path) -> None:
    (tools / "bin" / "claude").write_text(ENDLESS)
    mission = open_catalog(str(MISSIONS)).mission("hello-console")
    environments.build(mission.environment)
    attempt, expected = Attempt("hello-console", "level-1", "direct", 1), frozenset({ArtifactKind.CODE})
    assignment = Assignment(attempt, mission, {}, expected, None, tmp_path, turn_limit=5)
    trajectory = coding_agent("claude-code", "m", AgentSettings(tools=(tools,))).build(assignment).trajectory
    assert trajectory is not None
    assert trajectory.finish is FinishReason.TURN_LIMIT
    assert len(trajectory.turns) > 5
