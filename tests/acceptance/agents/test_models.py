"""A model behind an API builds the fixture missions: real HTTP, the real client."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from evaluator.cli.progress import listener_for
from evaluator.model.errors import UsageError
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.start import begin
from evaluator.runs.folder.request import read_request, request_of
from tests.support.commands import MISSIONS, Called, environment, projecteval
from tests.support.model_dialects import INPUT_TOKENS, OUTPUT_TOKENS
from tests.support.model_server import (
    KEY,
    Server,
    cut,
    nonsense,
    says,
    serving,
    silence,
    status,
)

STEPS = {"direct": ["code", "parameters"], "cascade": ["checklist", "skeleton", "code", "parameters"]}
CONSOLE = ("--select", "hello-console")
EVERYTHING = ("--level", "1,2,3", "--mode", "direct,cascade")
CASCADE = ("--level", "2", "--mode", "cascade")


def asked(server: Server, out: Path, *options: str, steps: str = "generate,evaluate,report") -> Called:
    asks = ("run", "--agent", "openai:gpt-4o", "--missions", MISSIONS, "--out", out, "--json", "--steps", steps)
    return projecteval(*asks, *options, env=server.environment)


def generation(out: Path, attempt: str) -> Any:
    return json.loads((out / "attempts" / attempt / "generation.json").read_text())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Called, Server]:
    """All levels, both modes."""
    out = tmp_path_factory.mktemp("models") / "run"
    with serving(pace=0.05) as server:
        return out, asked(server, out, *EVERYTHING), server


@pytest.fixture(scope="module")
def cascade(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Called, Server]:
    """One level, one mode."""
    out = tmp_path_factory.mktemp("cascade") / "run"
    with serving(pace=0.05) as server:
        return out, asked(server, out, *CASCADE), server


@pytest.mark.slow
def test_all_levels_and_modes_are_built_and_judged(whole: tuple[Path, Called, Server]) -> None:
    out, called, server = whole
    assert called.status == 0, called.stderr
    attempts = called.json["missions"]
    assert len(attempts) == 10  # two missions, level 3 once
    assert called.json["passed"] == called.json["total"] == 30
    built = generation(out, "hello-site/level-1-cascade/sample-1")
    assert [step["name"] for step in built["steps"]] == STEPS["cascade"]
    assert built["checklist"]["pages"][0]["name"] == "Home"
    assert (out / "attempts/hello-site/level-1-cascade/sample-1/skeleton/manage.py").is_file()
    assert [s["name"] for s in generation(out, "hello-site/level-3-direct/sample-1")["steps"]] == STEPS["direct"]
    assert server.most_at_once > 1


def test_every_step_says_what_it_cost(cascade: tuple[Path, Called, Server]) -> None:
    usage = generation(cascade[0], "hello-site/level-2-cascade/sample-1")["steps"][0]["usage"]
    assert (usage["input_tokens"], usage["output_tokens"], usage["calls"]) == (INPUT_TOKENS, OUTPUT_TOKENS, 1)
    assert usage["cost"] == pytest.approx((INPUT_TOKENS * 2.5 + OUTPUT_TOKENS * 10) / 1e6)
    assert usage["seconds"] >= 0.05


def test_the_key_is_in_no_file(cascade: tuple[Path, Called, Server]) -> None:
    out, called, _ = cascade
    assert KEY not in called.stdout + called.stderr
    assert [p for p in out.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()] == []


def test_resuming_asks_nothing_again(cascade: tuple[Path, Called, Server]) -> None:
    out, before, _ = cascade
    with serving() as server:
        called = projecteval("resume", out, "--json", env=server.environment)
    assert server.asked == []
    assert called.json["missions"] == before.json["missions"]


def test_faults_of_the_service_are_borne(tmp_path: Path) -> None:
    """Three requests at a time, each with at most two faults, so that pauses stay short."""
    options = ("--samples", "3", "--calls", "3", "--answer-seconds", "2")
    with serving() as server:
        server.faults.extend([silence(3.0), nonsense, cut, status(429, Retry_After="0"), status(500)])
        called = asked(server, tmp_path / "run", *CONSOLE, *options, steps="generate")
    assert called.status == 0, called.stderr
    records = [generation(tmp_path / "run", f"hello-console/level-1-direct/sample-{n}") for n in (1, 2, 3)]
    assert [record["built"] for record in records] == [True] * 3
    assert sum(record["steps"][0]["usage"]["calls"] for record in records) == 3 + 5


@pytest.mark.slow
def test_an_unreachable_service_is_not_the_agents_failure(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with serving() as server:
        server.faults.extend([status(503)] * 50)
        called = asked(server, out, *CONSOLE, "--retry-seconds", "0")
        assert called.status == 1
        assert called.json["unfinished"] == ["hello-console/level-1-direct/sample-1"]
        assert called.json["total"] == 0
        assert "503" in called.stderr
        assert f"projecteval resume {out}" in called.stderr
        server.faults.clear()
        again = projecteval("resume", out, "--json", env=server.environment)
    assert again.status == 0, again.stderr
    assert again.json["passed"] == 2


UNREADABLE = {
    "I am sorry, I cannot do that.": "no complete JSON value",
    '[{"path": "main.py", "code": "print(': "no complete JSON value",
    '[{"path": "../../main.py", "code": ""}]': "leads out of the project",
    '[{"path": "a", "code": ""}, {"path": "a/b", "code": ""}]': "clashes",
}


def test_an_answer_that_cannot_be_read_is_the_agents_failure(tmp_path: Path) -> None:
    with serving() as server:
        server.faults.extend(map(says, UNREADABLE))
        called = asked(server, tmp_path / "run", *CONSOLE, "--samples", "4", "--calls", "1")
    assert called.status == 0, called.stderr
    assert len(server.asked) == 4  # nothing is repaired in silence
    for number, (answer, words) in enumerate(UNREADABLE.items(), 1):
        attempt = f"hello-console/level-1-direct/sample-{number}"
        found = called.json["missions"][attempt]
        assert found["testcodes"] == {"greets": "not_runnable"}
        assert words in found["reason"]
        raw = (tmp_path / "run/attempts" / attempt / "transcript/01-code.json").read_text()
        assert json.loads(raw)["reply"]["text"] == answer


def test_repairs_are_asked_for_and_counted(tmp_path: Path) -> None:
    with serving() as server:
        server.faults.extend([says("Sure! \ud83d"), says("[{")])  # an answer may be cut off within a character
        called = asked(server, tmp_path / "run", *CONSOLE, "--repair", "2", steps="generate")
    assert called.status == 0, called.stderr
    usage = generation(tmp_path / "run", "hello-console/level-1-direct/sample-1")["steps"][0]["usage"]
    assert (usage["repairs"], usage["calls"]) == (2, 3)
    assert "Your last answer could not be read" in server.bodies[1]["messages"][-1]["content"]


def test_settings_reach_the_model(tmp_path: Path) -> None:
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "code.md.j2").write_text("{# version: mine #}\nYou build a complete thing: {{ mission.prompt }}")
    options = ("--temperature", "0.5", "--seed", "7", "--max-output-tokens", "1000", "--prompts", str(prompts))
    with serving() as server:
        called = asked(server, tmp_path / "run", *CONSOLE, *options, steps="generate")
    assert called.status == 0, called.stderr
    body = server.bodies[0]
    assert (body["temperature"], body["seed"]) == (0.5, 7)
    assert 1000 in (body.get("max_completion_tokens"), body.get("max_tokens"))
    assert body["messages"][0]["content"].startswith("You build a complete thing: A program that asks")
    assert "mine" in (tmp_path / "run/lock.json").read_text()
    (prompts / "code.md.j2").write_text("Something else.")
    again = projecteval("resume", tmp_path / "run", "--prompts", prompts, env=server.environment)
    assert again.status == 2
    assert "prompts.code" in again.stderr


def test_an_attempt_over_its_limit_has_failed(tmp_path: Path) -> None:
    with serving() as server:
        called = asked(server, tmp_path / "run", "--select", "hello-site", "--max-tokens", "100")
    assert called.status == 0
    assert "120 tokens, more than 100" in called.json["missions"]["hello-site"]["reason"]
    assert len(server.asked) == 1


@pytest.mark.parametrize("how", ["numbers", "file"])
def test_a_stated_price_is_what_answers_cost(how: str, tmp_path: Path) -> None:
    (tmp_path / "prices.toml").write_text('["openai:gpt-4o"]\ninput = 1000\noutput = 5000.5\n')
    price = ("1000", "5000.5") if how == "numbers" else (str(tmp_path / "prices.toml"),)
    with serving() as server:
        called = asked(server, tmp_path / "run", *CONSOLE, "--price", *price, steps="generate")
    usage = called.json["usage"]
    assert usage["cost"] == pytest.approx((usage["input_tokens"] * 1000 + usage["output_tokens"] * 5000.5) / 1e6)
    assert usage["cost"] > 0
    stored = read_request(tmp_path / "run" / "run.toml").price
    assert list(map(float, stored)) == [1000, 5000.5]  # not the file, which may change


@pytest.mark.slow
def test_a_run_over_its_limit_stops_and_goes_on_with_a_higher_one(tmp_path: Path) -> None:
    out, samples = tmp_path / "run", ("--samples", "4", "--calls", "1", "--run-max-tokens", "200")
    with serving() as server:
        called = asked(server, out, *CONSOLE, *samples, steps="generate")
        assert called.status == 1
        assert "the run used 240 tokens, more than 200; 2 attempts are left" not in called.stdout
        assert "240 tokens, more than 200; 2 attempts are left" in called.stderr
        assert len(server.asked) == 2
        still = projecteval("resume", out, env=server.environment)
        assert (still.status, len(server.asked)) == (1, 2)  # what was used before the end of the process counts
        again = projecteval("resume", out, "--run-max-tokens", "1000", "--json", env=server.environment)
    assert again.status == 0, again.stderr
    assert (again.json["unfinished"], len(server.asked)) == ([], 4)


def test_a_missing_key_is_named_before_anything_starts(tmp_path: Path) -> None:
    asked = ("--agent", "anthropic:claude-sonnet-4-6", "--missions", MISSIONS, "--out", tmp_path / "run")
    called = projecteval("run", *asked)
    assert called.status == 2, called.stderr
    assert "set the environment variable ANTHROPIC_API_KEY" in called.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("request_fields", "words"),
    [
        ({"agent": "openai:gpt-4o"}, "OPENAI_API_KEY"),
        ({"agent": "google:gemini-2.5-pro"}, "GOOGLE_API_KEY or GEMINI_API_KEY"),
        ({"agent": "openai:"}, "PROVIDER:MODEL"),
        ({"agent": "ollama:never-heard-of", "max_cost": 1}, "price"),
        ({"agent": "ollama:never-heard-of", "price": ("1", "cheap")}, "dollars per million tokens"),
        ({"agent": "ollama:never-heard-of", "price": ("-1", "2")}, "dollars per million tokens"),
        ({"agent": "nop", "max_cost": 0}, "max_cost"),
        ({"agent": "openai:gpt-4o", "prompts": "/nowhere"}, "no such folder"),
        ({"agent": "command:no-such-program-here"}, "no such program"),
        ({"agent": "command:python x", "pass_env": ("NOT_SET_ANYWHERE",)}, "NOT_SET_ANYWHERE"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_starts(
    tmp_path: Path, request_fields: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in set(os.environ) - set(environment()):
        monkeypatch.delenv(name)
    with listener_for() as listener, pytest.raises(UsageError, match=words):
        begin(ResolvedRun.open(request_of(missions=str(MISSIONS), **request_fields)), tmp_path / "run", listener)
    assert not (tmp_path / "run").exists()
