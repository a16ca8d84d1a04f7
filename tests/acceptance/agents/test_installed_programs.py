"""Real coding agents in the default sandbox, led through TLS by a scripted service in place of their provider.

They are those of ``make agents``; a program that is not installed is skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import MISSIONS
from tests.support.led_programs import KEY, LED_PROGRAMS, LedProgram
from tests.support.provider_network import TRUST, Authority, Led, led, new_authority, works

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not works(), reason="needs unshare, ip and openssl, and the right to make a network namespace"),
]
TOOL_CALLS = {"mini-swe-agent": 3}
"""Calls of tools that the script asks for, where it is not two: mini-swe-agent ends by one."""

WITHOUT_COST = ("codex", "gemini-cli")


@pytest.fixture(params=LED_PROGRAMS)
def program(request: pytest.FixtureRequest) -> LedProgram:
    found = LED_PROGRAMS[request.param]
    if not found.is_installed:
        pytest.skip(f"{found.folder}/bin/{found.executable} is not installed: make agents")
    return found


def run(program: LedProgram, case: str, tmp_path: Path, *options: str | Path) -> Led:
    authority = new_authority(tmp_path)
    asked = ("--missions", MISSIONS, "--trust", "--select", "hello-console", "--out", tmp_path / "run", "--json")
    return led(program.name, case, authority, ["run", *consent(program, authority), *asked, *options], keys(program))


def consent(program: LedProgram, authority: Authority) -> list[str]:
    tools, variables = f"{program.folder},{authority.certificate.parent}", ",".join((program.key, *TRUST))
    return ["--agent", program.agent, "--agent-tools", tools, "--pass-env", variables, *program.options]


def keys(program: LedProgram) -> dict[str, str]:
    return {program.key: KEY}


def test_an_installed_program_builds_and_reports_what_it_used(program: LedProgram, tmp_path: Path) -> None:
    called = run(program, "ok", tmp_path)
    assert (called.status, called.json["passed"], called.json["total"]) == (0, 2, 2), called.stderr
    used = called.json["usage"]
    if program.name == "aider":
        assert (used["turns"], used["tools"]) == (1, 2), "one answer with two edits"
        assert used["input_tokens"] > 100 < used["output_tokens"] * 10
    else:
        assert (used["turns"], used["tools"]) == (3, TOOL_CALLS.get(program.name, 2))
        assert (used["input_tokens"], used["output_tokens"]) == (3000, 150)
    assert (used["cost"] is None) == (program.name in WITHOUT_COST)
