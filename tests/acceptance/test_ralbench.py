"""RAL-Bench in the sandbox: costs of suites relative to a reference, whole runs on the project's libraries."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from evaluator.evaluators.resources import cpu_ratio, memory_ratio, pairs_of, time_ratio
from missions.catalog import open_catalog
from missions.project_files import Files, write_files
from missions.reference import Suite
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Box, BoxLimits
from simulators.runtime.sandbox.choice import sandbox_named
from tests.support.commands import projecteval
from tests.support.ralbench_copy import write_task

SUITE = "import tinywork\n\n\ndef test_works():\n    assert tinywork.work() == 1\n"
REFERENCE = {"tinywork.py": b"def work():\n    return 1\n"}
SLOW = {
    "tinywork.py": b"import time\n\n\ndef work():\n    kept = bytearray(64 << 20)\n"
    b"    while time.process_time() < 1.5:\n        pass\n    return 1 if kept is not None else 0\n"
}


@contextmanager
def _opened(files: Files) -> Iterator[Box]:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "project"
        workspace.mkdir()
        write_files(files, workspace)
        with sandbox_named().box(workspace, environments.build("library"), BoxLimits()) as box:
            yield box


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    (tmp_path / "test_work.py").write_text(SUITE)
    return Suite("performance", {"tests/test_work.py": tmp_path / "test_work.py"}, seconds=60.0)


def test_a_solution_that_does_more_work_costs_more_than_the_reference(suite: Suite) -> None:
    pairs = list(pairs_of(suite, SLOW, REFERENCE, _opened, repeats=1))
    assert len(pairs) == 1
    ratios = time_ratio(pairs), cpu_ratio(pairs), memory_ratio(pairs)
    assert all(ratio is not None and ratio < 0.8 for ratio in ratios)


def test_executions_that_do_not_pass_count_with_ratio_0_unless_the_reference_s_do_not(suite: Suite) -> None:
    broken = {"tinywork.py": b"def work(): return 2\n"}
    pairs = list(pairs_of(suite, broken, REFERENCE, _opened, repeats=1))
    assert (time_ratio(pairs), cpu_ratio(pairs), memory_ratio(pairs)) == (0.0, 0.0, 0.0)
    assert list(pairs_of(suite, REFERENCE, broken, _opened, repeats=1)) == []


def test_a_task_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    write_task(tmp_path, description="")
    paths = {name: f"./tests/Whole/{name}_test.py" for name in ("functional", "performance", "resource", "robustness")}
    write_task(tmp_path, "Whole", test_suite=paths)
    called = projecteval("missions", "list", "--missions", f"ralbench:{tmp_path}")
    assert called.status == 1
    assert called.stdout.split()[0] == "Whole"
    assert "tiny.yaml: description" in called.stderr


def test_references_are_fetched_for_catalogs_that_name_releases_only() -> None:
    called = projecteval("missions", "fetch-references", "libraries")
    assert called.status == 2
    assert "nothing to fetch" in called.stderr


@pytest.mark.slow
def test_the_reference_of_our_own_library_has_full_scores(tmp_path: Path) -> None:
    run = ("run", "--benchmark", "ralbench", "--missions", "libraries", "--select", "table-align", "--json")
    metrics = projecteval(*run, "--agent", "canonical", "--out", tmp_path / "run").json["metrics"]
    assert (metrics["F"], metrics["M"], metrics["S"], metrics["Rb"]) == (100.0, 50.0, 100.0, 100.0)
    assert min(metrics["E"], metrics["Ru"]) > 90.0


@pytest.mark.slow
def test_an_empty_project_scores_nothing_by_the_strict_rule(tmp_path: Path) -> None:
    run = ("run", "--benchmark", "ralbench", "--missions", "libraries", "--select", "table-align", "--json")
    metrics = projecteval(*run, "--agent", "nop", "--out", tmp_path / "run").json["metrics"]
    assert metrics["F"] == metrics["NF"] == 0.0


@pytest.mark.slow
def test_published_generations_are_scored_by_both_rules(tmp_path: Path) -> None:
    write_task(tmp_path / "copy")
    environments.build(open_catalog(f"ralbench:{tmp_path / 'copy'}").mission("Tiny").environment)
    (tmp_path / "generations/tiny/tinyadd").mkdir(parents=True)
    (tmp_path / "generations/tiny/tinyadd/__init__.py").write_text("def add(a, b):\n    return a + b\n")
    scores = {}
    for rule in ("paper", "strict"):
        run = (
            "run",
            "--missions",
            f"ralbench:{tmp_path / 'copy'}",
            "--agent",
            f"generations:{tmp_path / 'generations'}",
        )
        scores[rule] = projecteval(*run, "--rule", rule, "--out", tmp_path / rule, "--json").json["metrics"]
    assert scores["paper"]["F"] == scores["strict"]["F"] == 100.0
    assert scores["paper"]["E"] > 0.0, json.dumps(scores)
    assert scores["strict"]["E"] is None
