"""Real coding agents in the default sandbox, led through TLS by a scripted service in place of their provider.

They are those of ``make agents``; a program that is not installed is skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.agents.coding_agents import CODING_AGENTS
from tests.support.commands import MISSIONS, ROOT, projecteval
from tests.support.led_programs import KEY, LED_PROGRAMS, LedProgram, script_of
from tests.support.provider_network import TRUST, Authority, Led, led, new_authority, works
from tests.support.scripted_provider import provider

NEEDED = "needs unshare, ip and openssl, and the right to make a network namespace"

GROWING = ROOT / "tests" / "fixtures" / "growing"
TOOL_CALLS = {"mini-swe-agent": 3}
"""Calls of tools that the script asks for, where it is not two: mini-swe-agent ends by one."""

WITHOUT_COST = ("codex", "gemini-cli")


@pytest.fixture(params=LED_PROGRAMS)
def program(request: pytest.FixtureRequest) -> LedProgram:
    found = LED_PROGRAMS[request.param]
    if not works():
        pytest.skip(NEEDED)
    if not found.is_installed:
        pytest.skip(f"{found.folder}/bin/{found.executable} is not installed: make agents")
    return found


def run(program: LedProgram, case: str, tmp_path: Path, *options: str | Path) -> Led:
    asked = ("--missions", MISSIONS, "--trust", "--select", "hello-console", "--out", tmp_path / "run", "--json")
    return called(program, case, new_authority(tmp_path), "run", *asked, *options)


def called(program: LedProgram, case: str, authority: Authority, verb: str, *options: str | Path) -> Led:
    tools, passed = f"{program.folder},{authority.certificate.parent}", ",".join((program.key, *TRUST))
    consent = ("--agent", program.agent, "--agent-tools", tools, "--pass-env", passed, *program.options)
    return led(program.name, case, authority, [verb, *consent, *options], {program.key: KEY})


@pytest.mark.parametrize("name", LED_PROGRAMS)
def test_the_documentation_has_an_example_of_each_program(name: str) -> None:
    program, known = LED_PROGRAMS[name], CODING_AGENTS[name]
    words = ["projecteval", "run", "--agent", program.agent, "--agent-tools", f"~/agents/{name}", *program.options]
    words += [] if program.key in known.keys else ["--pass-env", program.key]
    lines = (ROOT / "docs" / "agents.md").read_text().splitlines()
    example = lines.index(" ".join(words))
    assert lines[example - 1].partition("  #")[0].rstrip() == known.installation(f"~/agents/{name}")


@pytest.mark.slow
def test_an_installed_program_builds_and_reports_what_it_used(program: LedProgram, tmp_path: Path) -> None:
    done = run(program, "ok", tmp_path)
    assert (done.status, done.json["passed"], done.json["total"]) == (0, 2, 2), done.stderr
    used = done.json["usage"]
    if program.name == "aider":
        assert (used["turns"], used["tools"]) == (1, 2), "one answer with two edits"
        assert used["input_tokens"] > 100 < used["output_tokens"] * 10
    else:
        assert (used["turns"], used["tools"]) == (3, TOOL_CALLS.get(program.name, 2))
        assert (used["input_tokens"], used["output_tokens"]) == (3000, 150)
    assert (used["cost"] is None) == (program.name in WITHOUT_COST)


SERVICE_FAILURES = ("401", "429", "500", "hang")
LIMIT_SECONDS = "60"
"""Time of a program whose service never answers; most of them retry for longer."""


@pytest.mark.slow
@pytest.mark.parametrize("case", SERVICE_FAILURES)
def test_an_attempt_that_the_service_failed_remains_to_be_done(program: LedProgram, case: str, tmp_path: Path) -> None:
    done = run(program, case, tmp_path, "--max-seconds", LIMIT_SECONDS)
    assert (done.status, done.json["total"]) == (1, 0), done.stderr
    assert "the service" in done.stderr
    assert not list((tmp_path / "run").rglob("generation.json")), "nothing is recorded"
    again = tmp_path / "again"
    again.mkdir()
    resumed = called(program, "ok", new_authority(again), "resume", tmp_path / "run", "--json")
    assert (resumed.status, resumed.json["passed"], resumed.json["total"]) == (0, 2, 2), resumed.stderr


SILENT = ("opencode", "aider", "mini-swe-agent")
"""Programs that say nothing of a request that they repeat, or have no second one."""


@pytest.mark.slow
def test_a_program_that_is_refused_after_its_first_turn_says_so(program: LedProgram, tmp_path: Path) -> None:
    if program.name in SILENT:
        pytest.skip(f"{program.name} says nothing of it")
    done = run(program, "late-429", tmp_path, "--max-seconds", LIMIT_SECONDS)
    assert (done.status, done.json["total"]) == (1, 0), done.stderr
    assert "the service" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("case", ["cut-off", "absurd"])
def test_a_program_recovers_from_broken_answers(program: LedProgram, case: str, tmp_path: Path) -> None:
    done = run(program, case, tmp_path)
    if (program.name, case) == ("gemini-cli", "cut-off"):  # it does not repeat the request
        assert (done.status, done.json["total"]) == (1, 0), done.stderr
        assert "the service failed" in done.stderr
    elif (program.name, case) == ("aider", "absurd"):  # it has no tools, and asks once
        assert (done.status, done.json["passed"], done.json["total"]) == (0, 0, 2), done.stderr
    else:
        assert (done.status, done.json["passed"], done.json["total"]) == (0, 2, 2), done.stderr


FEW = ("claude-code", "codex")
"""Programs of the proofs that do not differ between programs."""


@pytest.mark.slow
def test_an_installed_program_is_tried(program: LedProgram, tmp_path: Path) -> None:
    if program.name not in FEW:
        pytest.skip("two programs show it")
    authority = new_authority(tmp_path)
    tools, passed = f"{program.folder},{authority.certificate.parent}", ",".join((program.key, *TRUST))
    tried = ("agents", "--try", program.agent, "--agent-tools", tools, "--pass-env", passed, *program.options)
    done = led(program.name, "greeter", authority, [*tried, "--out", tmp_path / "tried"], {program.key: KEY})
    assert done.status == 0, done.stderr
    assert "4 of 4 passed" in done.stdout


@pytest.mark.slow
def test_a_program_goes_on_with_its_own_project_at_later_requests(program: LedProgram, tmp_path: Path) -> None:
    if program.name not in FEW:
        pytest.skip("two programs show it")
    asked = ("--missions", GROWING, "--trust", "--strategy", "growing", "--out", tmp_path / "run", "--json")
    done = called(program, "growing", new_authority(tmp_path), "run", *asked, "--evaluators", "simulated-use")
    assert (done.status, done.json["passed"], done.json["total"]) == (0, 5, 5), done.stderr
    stages = [(each["name"], each["passed"], each["total"]) for each in done.json["built"]["guest-list"]["stages"]]
    assert stages == [("code", 3, 3), ("2-tables", 4, 4), ("3-farewell", 5, 5)]


@pytest.mark.slow
def test_a_program_is_led_by_a_model_server_on_this_machine(tmp_path: Path) -> None:
    program = LED_PROGRAMS["mini-swe-agent"]
    if not program.is_installed:
        pytest.skip("mini-swe-agent is not installed: make agents")
    with provider(script_of(program.name, "ok")) as service:
        done = projecteval(
            *("run", "--agent", program.agent, "--agent-tools", program.folder, "--missions", MISSIONS),
            *("--agent-network", f"127.0.0.1:{service.port}", "--pass-env", "OPENAI_API_KEY,OPENAI_API_BASE"),
            *("--select", "hello-console", "--out", tmp_path / "run", "--json"),
            env={"OPENAI_API_KEY": KEY, "OPENAI_API_BASE": f"{service.url}/v1"},
        )
    assert (done.status, done.json["passed"], done.json["total"]) == (0, 2, 2), done.stderr
