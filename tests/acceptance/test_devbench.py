"""DevBench's tasks in the sandbox: the reference, nothing, and the public data where it is on this machine."""

from __future__ import annotations

import json
import os
import re
import secrets
from pathlib import Path

import pytest

from evaluator.benchmarks.devbench.data import DevBenchCatalog
from tests.support.commands import ROOT, Called, projecteval
from tests.support.fault_injection import Faulty
from tests.support.model_server import Fault, says, serving

DATA = ROOT / "tests" / "fixtures" / "devbench"
PUBLIC = os.environ.get("PROJECTEVAL_DEVBENCH", "")
"""Folder with a copy of DevBench's repository."""


def _run(tmp_path: Path, *more: str, agent: str = "canonical", data: Path | str = DATA) -> tuple[str, ...]:
    return ("run", "--agent", agent, "--missions", f"devbench:{data}", "--out", str(tmp_path / "run"), "--json", *more)


def test_the_reference_passes_its_suites_and_its_usage_example(tmp_path: Path) -> None:
    called = projecteval(*_run(tmp_path, "--input", "implementation", "--input", "environment"))
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["total"]) == (6, 6)
    assert called.json["metrics"] == {"pass@accept": 100.0, "pass@unit": 100.0, "environment": 100.0}


def test_nothing_passes_nothing(tmp_path: Path) -> None:
    called = projecteval(*_run(tmp_path, agent="nop"))
    assert called.status == 0, called.stderr
    assert called.json["passed"] == 0
    assert called.json["total"] == 11
    metrics = {name: value for name, value in called.json["metrics"].items() if not name.endswith("_valid")}
    assert len(metrics) > 9
    assert set(metrics.values()) <= {0.0, None}


REPOSITORY = DATA / "benchmark_data" / "python" / "tally"
ANSWERS = {
    "design": ("docs/UML_class.md", "docs/UML_sequence.md", "docs/architecture_design.md"),
    "environment": ("requirements.txt",),
}
WRONG = {
    "design": {"design.md": "It will be good."},
    "environment": {"requirements.txt": "there-is-no-such-package\n"},
    "tally/counter.py": {"tally/counter.py": "class Counter: ..."},
    "acceptance_tests/test_report.py": {"acceptance_tests/test_report.py": "def test_it():\n    assert False\n"},
    "unit_tests/test_counter.py": {"unit_tests/test_counter.py": ""},
}
"""Answers that fail, by the task or the file that is asked for."""

MEASURED = {
    "design": {"design"},
    "environment": {"environment"},
    "tally/counter.py": {"unit", "acceptance"},
    "acceptance_tests/test_report.py": {"acceptance-tests"},
    "unit_tests/test_counter.py": {"unit-tests"},
}
"""Evaluators that notice each of them."""


def _scripted(question: str, failing: str) -> Fault | None:
    """Return the reference's answer, or a wrong one where `failing` is asked for."""
    found = re.search(r"Task: ([\w-]+)(?:, file (\S+))?\. You work", question)
    assert found is not None, question[:200]
    asked = found[2] or found[1]
    paths = ANSWERS.get(asked, (asked,))
    right = {path.removeprefix("docs/"): (REPOSITORY / path).read_text() for path in paths}
    files = WRONG[asked] if asked == failing else right
    return says(json.dumps([{"path": path, "code": text} for path, text in files.items()]))


def _led(tmp_path: Path, failing: str, *more: str) -> Called:
    """Return the run of a model that fails where `failing` is asked for."""
    with serving() as server:
        server.refuses = lambda question: _scripted(question, failing)
        call = ("run", "--agent", "openai:gpt-4o", "--missions", f"devbench:{DATA}", "--out", str(tmp_path / "run"))
        return projecteval(*call, "--json", *more, env=server.environment, timeout=600)


def _failing_evaluators(tmp_path: Path) -> set[str]:
    folder = tmp_path / "run" / "attempts" / "tally" / "requirements-life-cycle" / "sample-1" / "evaluations"
    found = [json.loads(path.read_text()) for path in folder.glob("*.json") if ".traces" not in path.suffixes]
    assert len(found) == 7
    return {each["evaluator"] for each in found if any(case["outcome"] != "passed" for case in each["cases"])}


@pytest.mark.slow
@pytest.mark.parametrize("failing", ["", *WRONG])
def test_figures_of_the_life_cycle_show_the_stage_that_failed_and_no_other(tmp_path: Path, failing: str) -> None:
    called = _led(tmp_path, failing, "--strategy", "life-cycle")
    assert called.status == 0, called.stderr
    assert _failing_evaluators(tmp_path) == MEASURED.get(failing, set())


@pytest.mark.slow
@pytest.mark.parametrize("tests", ["", "def test_it():\n    assert True\n"], ids=["empty", "assert True"])
def test_tests_that_assert_nothing_notice_no_mutant(tmp_path: Path, tests: str) -> None:
    with serving() as server:
        server.refuses = lambda question: says(json.dumps([{"path": "unit_tests/test_counter.py", "code": tests}]))
        call = ("run", "--agent", "openai:gpt-4o", "--missions", f"devbench:{DATA}", "--out", str(tmp_path / "run"))
        called = projecteval(*call, "--input", "unit-tests", "--json", env=server.environment, timeout=600)
    assert called.status == 0, called.stderr
    assert called.json["metrics"]["unit-tests_mutation_score"] == 0.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["duration-words", "grid-engine", "pack-stream", "plan-weaver", "rule-router", "table-align"]
)
def test_canonical_tests_of_a_library_pass_and_reach_every_statement(tmp_path: Path, name: str) -> None:
    call = ("run", "--benchmark", "devbench", "--missions", "libraries", "--agent", "canonical", "--select", name)
    inputs = ("--input", "acceptance-tests,unit-tests")
    called = projecteval(*call, *inputs, "--out", tmp_path / "run", "--json", timeout=1800)
    assert called.status == 0, called.stderr
    metrics = called.json["metrics"]
    for task in ("acceptance-tests", "unit-tests"):
        assert (metrics[f"{task}_oracle"], metrics[f"{task}_coverage"]) == (100.0, 100.0)
        assert metrics[f"{task}_mutation_score"] > 50


KILLS = 20


@pytest.mark.slow
def test_isolated_and_chained_attempts_killed_at_random_moments_leave_the_same_results(tmp_path: Path) -> None:
    with serving() as server:
        server.refuses = lambda question: _scripted(question, "acceptance_tests/test_report.py")
        arguments = ("--agent", "openai:gpt-4o", "--missions", f"devbench:{DATA}", "--strategy", "isolated,life-cycle")
        whole = projecteval("run", *arguments, "--out", tmp_path / "whole", env=server.environment, timeout=1800)
        assert whole.status == 0, whole.stderr
        expected = _results(tmp_path / "whole")
        assert len(expected) > 20
        killed = 0
        while killed < KILLS:
            run = Faulty(
                tmp_path / f"killed-{killed}", arguments, KILLS - killed, killed, secrets.token_hex(8),
                of=("evaluator",), variables=server.environment,
            )  # fmt: skip
            run.finish(gap=(0.5, 6.0))
            assert _results(run.folder) == expected
            assert run.processes() == []
            killed += run.hit["evaluator"]


BUILT = {"solution", "design", "environment", "acceptance-tests", "unit-tests"}
"""Folders of an attempt with what was built."""


def _results(run: Path) -> dict[str, object]:
    """Return the cases and measures of each evaluation, and the content of what was built, by path in the run."""
    found: dict[str, object] = {}
    for path in sorted((run / "attempts").rglob("*")):
        place = path.relative_to(run).as_posix()
        if path.parent.name == "evaluations" and path.suffixes == [".json"]:
            evaluation = json.loads(path.read_text())
            outcomes = [(case["id"], case["outcome"]) for case in evaluation["cases"]]
            measures = {each["name"]: each["value"] for each in evaluation["measures"] if each["unit"] != "s"}
            found[place] = outcomes, measures
        elif path.is_file() and BUILT & set(path.relative_to(run).parts[:-1]):
            found[place] = path.read_bytes()
    return found


def test_a_review_by_execution_shows_failures_and_takes_the_corrected_file(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(question: str) -> Fault | None:
        asked.append(question)
        if "Task: own tests of" in question:
            test = "import unittest\nfrom tally.counter import Counter\n\n\nclass T(unittest.TestCase):\n"
            test += "    def test_counts(self):\n        self.assertEqual(Counter().add('a b'), 2)\n"
            return says(json.dumps([{"path": "test_own.py", "code": test}]))
        if "Task: review of implementation" in question:
            return _scripted("Task: implementation, file tally/counter.py. You work", "")
        return _scripted(question, "tally/counter.py")

    with serving() as server:
        server.refuses = answer
        call = ("run", "--agent", "openai:gpt-4o", "--missions", f"devbench:{DATA}", "--out", str(tmp_path / "run"))
        more = ("--strategy", "isolated-execution-review", "--input", "implementation", "--json")
        called = projecteval(*call, *more, env=server.environment)
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["total"]) == (5, 5)
    assert "It was executed (own-tests)" in asked[-1]
    assert "test_report.py" not in asked[-1]


PUBLISHED = {
    "readtime": (12, 12),
    "hone": (12, 12),
    "lice": (31, 31),
    "particle-swarm-optimization": (6, 6),
    "area_calculation": (6, 6),
    "logistic_system": (24, 24),
    "xlsx2csv": (13, 13),
    "people_management": (16, 16),
    "idcenter": (7, 7),
    "image-similarity": (4, 4),
    "java_heap": (2, 2),
    "login-registration": (9, 9),
}
"""Cases of repositories that their references pass."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_references_of_the_public_data_pass_what_they_did_when_they_were_published(
    tmp_path: Path, name: str
) -> None:
    if not PUBLIC:
        pytest.skip("PROJECTEVAL_DEVBENCH does not name a copy of DevBench's data")
    if problem := DevBenchCatalog(Path(PUBLIC)).mission(name).unusable:
        pytest.skip(problem)
    called = projecteval(*_run(tmp_path, "--select", name, "--input", "implementation", data=PUBLIC), timeout=600)
    assert called.status == 0, called.stderr
    assert {each: (found["passed"], found["total"]) for each, found in called.json["missions"].items()} == {
        name: PUBLISHED[name]
    }
