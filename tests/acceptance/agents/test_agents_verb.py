"""``projecteval agents``: which named agents are installed, and a trial of one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.commands import projecteval

PROGRAMS = {
    "claude": "echo '9.8.7 (Claude Code)'",
    "codex": "echo 'node: not found'; exit 127",
    "mini": 'test "$1" = --help && echo This is mini-swe-agent version 7.6.5.',
}


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    (tmp_path / "tools" / "bin").mkdir(parents=True)
    for name, script in PROGRAMS.items():
        program = tmp_path / "tools" / "bin" / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    return tmp_path / "tools"


def test_programs_are_listed_with_their_version_and_what_they_lack(tools: Path) -> None:
    asked = ("agents", "--agent-tools", tools)
    called = projecteval(*asked, "--json", env={"PATH": os.defpath, "ANTHROPIC_API_KEY": "sk-of-the-tests-12345"})
    assert called.status == 0, called.stderr
    found = {agent["name"]: agent for agent in called.json["agents"]}
    assert (found["claude-code"]["version"], found["claude-code"]["needs"]) == ("9.8.7", [])
    assert found["mini-swe-agent"]["version"] == "7.6.5"
    assert "it does not start in the sandbox" in found["codex"]["problem"]
    assert found["codex"]["problem"].endswith("node: not found")
    assert (found["codex"]["needs"], found["codex"]["hosts"]) == (["CODEX_API_KEY"], ["api.openai.com:443"])
    assert (found["aider"]["path"], found["aider"]["problem"]) == ("", "not installed")
    text = projecteval(*asked, env={"PATH": os.defpath}).stdout
    assert "needs ANTHROPIC_API_KEY, which the environment lacks" in text
    assert "pip install aider-chat" in text


@pytest.mark.parametrize(("agent", "status"), [("canonical", 0), ("nop", 3)])
def test_an_agent_is_tried_on_a_tiny_mission(agent: str, status: int, tmp_path: Path) -> None:
    called = projecteval("agents", "--try", agent, "--out", tmp_path / "tried", "--json")
    assert called.status == status, called.stderr
    assert called.json["total"] > 2
    assert (called.json["passed"] == called.json["total"]) == (status == 0)
    assert json.loads((tmp_path / "tried" / "run" / "lock.json").read_text())["agent"] == agent
    assert str(tmp_path) not in projecteval("trust", "--list").stdout
