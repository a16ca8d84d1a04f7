"""Upstream tests: what of pip is executed, which files and paths the rules give the tests, what commands leave."""

from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.benchmarks.nl2repo.commands import SITE, plan_of, sandboxed
from evaluator.benchmarks.nl2repo.task import UpstreamTask, pytest_configuration
from evaluator.benchmarks.nl2repo.upstream_tests import (
    CommandResult,
    Prepared,
    executed_suite,
    failed_preparation,
    in_words,
    of_reference,
    prepare,
    targets_of,
)
from evaluator.model.evaluation import Evaluation, Outcome
from evaluator.model.options import Rule
from missions import Suite
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named

TASK = UpstreamTask(("pytest test_more.py",), ("tests",), 3, {})
SUITE = Suite(
    "upstream",
    {"setup.cfg": Path("setup.cfg"), "tests/test_a.py": Path("a"), "test_more.py": Path("more")},
    arguments=("-c", "setup.cfg", "test_more.py"),
)


def test_the_workspace_is_installed_beside_itself_and_other_packages_must_be_there() -> None:
    assert sandboxed(("pip", "install", "-e", "."))[-3:] == ("--target", SITE, ".")
    assert sandboxed(("pip", "install", "--no-build-isolation", "-e", ".[dev]"))[-1] == ".[dev]"
    assert sandboxed(("pip", "install", "loguru"))[-2:] == ("--no-index", "loguru")
    broken = ("pip", "install", "-e", ".", "&", "pip", "install", "-r", "tests/requirements.txt")
    assert sandboxed(broken)[-8:] == ("--no-index", *broken[2:])
    assert sandboxed(("touch", "README.md")) == ("touch", "README.md")


def test_the_agents_own_file_replaces_a_named_test_by_rule_paper_only() -> None:
    agent = {"test_more.py": b"", "tests/test_a.py": b"", "setup.cfg": b""}
    paper = executed_suite(SUITE, plan_of(TASK.commands, Rule.PAPER), TASK, agent, Rule.PAPER)
    strict = executed_suite(SUITE, plan_of(TASK.commands, Rule.STRICT), TASK, agent, Rule.STRICT)
    assert set(paper.files) == {"setup.cfg", "tests/test_a.py"}
    assert set(strict.files) == set(SUITE.files)
    assert strict.arguments == ("-c", "setup.cfg", "test_more.py")
    assert strict.variables["PYTHONPATH"] == f".:{SITE}"


def test_a_call_without_paths_executes_the_upstream_tests_by_rule_strict_and_everything_by_rule_paper() -> None:
    task = replace(TASK, commands=("set REGION=east", "pytest"))
    plan = plan_of(task.commands, Rule.STRICT)
    assert targets_of(plan, task, Rule.STRICT) == ("tests",)
    assert targets_of(plan, task, Rule.PAPER) == ()
    assert executed_suite(SUITE, plan, task, {}, Rule.STRICT).variables["REGION"] == "east"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"setup.cfg": b"[tool:pytest]\n", "tox.ini": b"[tox]\n"}, "setup.cfg"),
        ({"pyproject.toml": b"[tool.pytest.ini_options]\n", "tox.ini": b"[pytest]\n"}, "pyproject.toml"),
        ({"pyproject.toml": b"[tool.ruff]\n", "tox.ini": b"[pytest]\n"}, "tox.ini"),
        ({"pytest.ini": b"", "pyproject.toml": b"= broken"}, "pytest.ini"),
        ({"pyproject.toml": b"= broken", "setup.cfg": b"no section"}, ""),
    ],
)
def test_the_configuration_is_the_file_that_pytest_would_take(files: dict[str, bytes], expected: str) -> None:
    assert pytest_configuration(files) == expected


@pytest.mark.parametrize(
    ("rule", "statuses", "left"),
    [
        (Rule.STRICT, [0, 0, 3, 3, 127], {"made/version.py": b"version = '1'\n", "here": b""}),
        (Rule.PAPER, [0, 0, 127, 127], {"here": b"", "&&": b""}),
    ],
)
def test_commands_leave_what_the_rule_lets_them_do(rule: Rule, statuses: list[int], left: dict[str, bytes]) -> None:
    environments.build("library")
    lines = [
        "echo \"version = '1'\" > made/version.py",
        "touch here && python -c 'raise SystemExit(3)' && touch never" if rule is Rule.STRICT else "touch here &&",
        "MODE=1 nothing-like-this",
        *(["set MODE=1"] if rule is Rule.PAPER else []),
    ]
    files = {"made/": b"", "kept.py": b"x"}
    prepared = prepare(files, plan_of(lines, rule), sandbox_named(), "library")
    assert [result.status for result in prepared.results] == statuses
    assert {name: content for name, content in prepared.files.items() if name not in files} == left


def test_a_failed_command_is_described_with_the_end_of_its_output() -> None:
    assert in_words(CommandResult(("pip", "install"), 1, "no such\n")) == "$ pip install → 1: no such"
    assert in_words(CommandResult(("touch", "x"), 0, "ignored")) == "$ touch x → 0"


def test_an_upstream_project_without_a_case_is_a_failure_of_the_evaluator() -> None:
    (case,) = of_reference(Evaluation("upstream_tests", log="no module named plug_in")).cases
    assert case.outcome is Outcome.INFRASTRUCTURE
    assert case.failure is not None
    assert "no module named plug_in" in case.failure.message


def test_a_command_that_failed_is_a_warning_with_its_last_line() -> None:
    results = (CommandResult(("pip", "install"), 1, "long\nERROR: no such option\n"), CommandResult(("true",), 0, "x"))
    (warning,) = failed_preparation(Prepared({}, results))
    assert warning == "the command before the tests `pip install` ended with status 1: ERROR: no such option"
    assert list(failed_preparation(Prepared({}, (), "cannot be read"))) == ["cannot be read"]
