"""Models of each provider build and are evaluated; refusals of their services are not always the agent's failure."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import MISSIONS, Called, projecteval
from tests.support.model_server import KEY, Fault, Server, says, serving, status

OUT = "attempts/hello-console/level-1-direct/sample-1"


def run(server: Server, out: Path, agent: str, *options: str, mission: str = "hello-console") -> Called:
    asked = ("--missions", MISSIONS, "--select", mission, "--out", out, "--json")
    return projecteval("run", "--agent", agent, *asked, *options, env=server.environment)


def read(out: Path, name: str) -> Any:
    return json.loads((out / name).read_text())


@pytest.mark.parametrize("agent", ["anthropic:claude-sonnet-4-6", "google:gemini-2.5-pro", "ollama:llama3.3"])
def test_a_model_of_each_provider_builds_and_is_judged(agent: str, tmp_path: Path) -> None:
    with serving() as server:
        server.faults.extend([status(529, "overloaded_error", Retry_After="0"), says("Sure!")])
        called = run(server, tmp_path, agent, "--repair", "1", "--steps", "generate,evaluate")
    assert called.status == 0, called.stderr
    assert called.json["passed"] == 2, called.stdout
    usage = called.json["usage"]
    assert (usage["calls"], usage["repairs"], usage["input_tokens"]) == (3, 1, 200)
    assert (usage["cost"] is None) == agent.startswith("ollama")
    assert read(tmp_path, f"{OUT}/transcript/01-code.json")["reply"]["model"] == agent.partition(":")[2]
    assert [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()] == []


def test_a_refused_key_stops_the_run_and_nothing_is_recorded(tmp_path: Path) -> None:
    out, limits = tmp_path / "run", ("--samples", "4", "--calls", "1", "--steps", "generate")
    with serving(refuses=lambda _: status(401, "invalid_api_key", "Incorrect API key")) as server:
        called = run(server, out, "openai:gpt-4o", *limits)
        assert called.status == 2, called.stderr
        assert "the key in OPENAI_API_KEY was refused" in called.stderr
        assert (
            f"4 attempts are left, and what was done is kept: then continue with projecteval resume {out}"
            in called.stderr
        )
        assert (called.stdout, len(server.asked)) == ("", 1)
        assert list(out.rglob("generation.json")) == []
        server.refuses = lambda question: _quota() if len(server.asked) > 2 else None
        again = projecteval("resume", out, "--calls", "1", "--json", env=server.environment)
        assert again.status == 1
        assert "no quota or money left" in again.stderr
        assert "3 attempts are left" in again.stderr
        assert len(list(out.glob("attempts/*/*/*/generation.json"))) == 1
        server.refuses = lambda _: None
        assert projecteval("resume", out, env=server.environment).status == 0
    assert len(list(out.glob("attempts/*/*/*/generation.json"))) == 4


def test_a_question_that_is_refused_is_the_agents_failure_and_not_asked_again(tmp_path: Path) -> None:
    too_long = status(400, "context_length_exceeded", "Your input exceeds the context window.")
    out = tmp_path / "run"
    with serving(refuses=lambda question: too_long if "needs these" in question else None) as server:
        called = run(server, out, "openai:gpt-4o", "--steps", "generate,evaluate", mission="hello-site")
        assert called.status == 0, called.stderr
        assert called.json["runnable"] == 1  # the code is there, and evaluated without answers
        assert set(called.json["missions"]["hello-site"]["testcodes"].values()) <= {"unanswered", "blocked"}
        step = read(out, "attempts/hello-site/level-1-direct/sample-1/generation.json")["steps"][1]
        assert "the question is too long for openai:gpt-4o" in step["failure"]
        asked = len(server.asked)
        assert projecteval("resume", out, env=server.environment).status == 0
    assert len(server.asked) == asked


def test_a_service_of_ones_own_is_asked_without_a_key(tmp_path: Path) -> None:
    with serving() as server:
        asked = ("--missions", MISSIONS, "--select", "hello-console", "--steps", "generate", "--out", tmp_path)
        called = projecteval("run", "--agent", "openai:mine", *asked, env={"OPENAI_BASE_URL": server.url})
    assert called.status == 0, called.stderr
    assert read(tmp_path, f"{OUT}/generation.json")["built"]


def _quota() -> Fault:
    return status(429, "insufficient_quota", "You exceeded your current quota.")
