"""Strategies of the RAL-Bench paper lead a model behind an API: real HTTP, the real client, the real sandbox."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from tests.support.commands import Called, projecteval
from tests.support.model_server import Server, serving

MISSION = "table-align"
BROKEN = {"tinyadd.py": "def add(a, b):\n    return a - b\n"}
WORKING = {"tinyadd.py": "def add(a, b):\n    return a + b\n"}
TESTS = {
    "test_add.py": "import unittest\nfrom tinyadd import add\n\n\nclass Adds(unittest.TestCase):\n"
    "    def test_adds(self):\n        self.assertEqual(add(2, 3), 5)\n"
}


def _files(files: dict[str, str]) -> str:
    return json.dumps([{"path": path, "code": code} for path, code in files.items()])


def _generated(server: Server, out: Path, strategy: str, *options: str) -> Called:
    choice = ("--benchmark", "ralbench", "--missions", "libraries", "--select", MISSION, "--strategy", strategy)
    built = ("--agent", "openai:gpt-4o", "--steps", "generate", "--json")
    return projecteval("run", *built, *choice, "--out", out, *options, env=server.environment)


def _record(out: Path, strategy: str) -> Any:
    path = out / f"attempts/{MISSION}/requirement-{strategy}/sample-1"
    return json.loads((path / "generation.json").read_text()), path / "solution"


def _own_tests(solution: Path, stage: str) -> tuple[str, str]:
    """Return outcome and reason of the execution of the agent's own tests after a stage."""
    path = solution.parent / "stages" / stage / "evaluations" / "own-tests.json"
    (case,) = json.loads(path.read_text())["cases"]
    return case["outcome"], case["failure"]["message"] if case["failure"] else ""


def _prompts(server: Server) -> list[str]:
    return [body["messages"][0]["content"] for body in server.bodies]


@pytest.fixture(scope="module", autouse=True)
def _environment() -> None:
    environments.build(open_catalog("libraries").mission(MISSION).environment)


def test_self_repair_executes_the_agents_own_tests_and_repairs_once(tmp_path: Path) -> None:
    answers = {
        "plan": "First add.",
        "code": _files(BROKEN),
        "own_tests": _files(TESTS),
        "self_repair": _files(WORKING),
    }
    with serving(answers=answers) as server:
        called = _generated(server, tmp_path / "run", "self-repair")
        resumed = projecteval("resume", tmp_path / "run", "--json", env=server.environment)
    assert (called.status, resumed.status) == (0, 0), called.stderr
    record, solution = _record(tmp_path / "run", "self-repair")
    assert [stage["folder"] for stage in record["stages"]] == ["01-plan", "02-code", "03-own_tests", "04-self_repair"]
    assert _own_tests(solution, "03-own_tests") == ("failed", "with exit status 1")
    assert _own_tests(solution, "04-self_repair") == ("passed", "")
    assert {path.name: path.read_text() for path in solution.iterdir()} == WORKING
    repair = _prompts(server)[-1]
    assert "AssertionError: -1 != 5" in repair
    assert "First add." in _prompts(server)[1]
    assert len(server.asked) == 4


def test_self_repair_is_left_out_where_the_tests_pass(tmp_path: Path) -> None:
    with serving(answers={"plan": "Add.", "code": _files(WORKING), "own_tests": _files(TESTS)}) as server:
        called = _generated(server, tmp_path / "run", "self-repair")
    assert called.status == 0, called.stderr
    record, solution = _record(tmp_path / "run", "self-repair")
    assert [stage["name"] for stage in record["stages"]] == ["plan", "code", "own_tests"]
    assert _own_tests(solution, "03-own_tests") == ("passed", "")


def test_environment_repair_asks_again_for_packages_that_are_not_available(tmp_path: Path) -> None:
    answers = {"requirements": '["numpy>=1"]', "code": _files(WORKING)}
    with serving(answers=answers) as server:
        called = _generated(server, tmp_path / "run", "environment-repair")
    assert called.status == 0, called.stderr
    record, _ = _record(tmp_path / "run", "environment-repair")
    assert [step["name"] for step in record["steps"]] == ["requirements", "requirements", "code"]
    assert "numpy is not available" in _prompts(server)[1]
    assert "nothing else: none" in _prompts(server)[2]


def test_contract_first_puts_the_contract_into_the_request_for_code(tmp_path: Path) -> None:
    contract = {"tinyadd": {"add": {"signature": "add(a, b)"}}}
    with serving(answers={"contract": json.dumps(contract), "code": _files(WORKING)}) as server:
        called = _generated(server, tmp_path / "run", "contract-first", "--prompts", "clarified")
    assert called.status == 0, called.stderr
    assert "This is its contract" in _prompts(server)[1]
    assert '"signature": "add(a, b)"' in _prompts(server)[1]
    assert "tests that you do not see" in _prompts(server)[1]


def test_a_variant_of_the_prompts_is_named_like_a_folder(tmp_path: Path) -> None:
    with serving(answers={"code": _files(WORKING)}) as server:
        called = _generated(server, tmp_path / "run", "direct", "--prompts", "paraphrased")
    assert called.status == 0, called.stderr
    assert _prompts(server)[0].startswith("Your task is to write all the source code")


def test_an_agent_that_builds_by_itself_is_refused() -> None:
    called = projecteval(
        *("run", "--agent", "canonical", "--benchmark", "ralbench", "--missions", "libraries"),
        *("--select", MISSION, "--strategy", "contract-first", "--steps", "generate"),
    )
    assert called.status == 2
    assert "use --strategy direct" in called.stderr
