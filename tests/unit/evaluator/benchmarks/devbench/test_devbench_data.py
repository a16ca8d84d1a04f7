"""Reading of DevBench's data: documents, code, tests and resources of a repository; what is misspelt has a note."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evaluator.benchmarks.devbench.data import DevBenchCatalog
from evaluator.benchmarks.devbench.task import DevBenchTask, Task
from evaluator.diagrams.model import depth_first
from evaluator.model.options import Rule
from missions.errors import MissionError
from missions.project_files import ArtifactKind
from tests.support.commands import ROOT

DATA = ROOT / "tests" / "fixtures" / "devbench"


def _task(folder: Path = DATA) -> DevBenchTask:
    task = DevBenchCatalog(folder).mission("tally").facts(DevBenchTask)
    assert task is not None
    return task


def test_a_repository_has_documents_suites_and_facts() -> None:
    mission = DevBenchCatalog(DATA).mission("tally")
    assert set(mission.documents) >= {"prd", "uml_class", "uml_sequence", "architecture"}
    assert {suite.name: suite.test_files() for suite in mission.suites} == {
        "unit": ("unit_tests/test_counter.py",),
        "acceptance": ("acceptance_tests/test_report.py",),
    }
    task = _task()
    assert task.plan == ("tally/counter.py", "tally/report.py")
    assert set(task.examples) == {"examples/demo.sh"}
    assert set(task.laid_beside(Rule.PAPER)) == {"samples/words.txt"}
    assert set(task.laid_beside(Rule.STRICT)) == {"samples/words.txt", "examples/demo.sh"}


def test_a_misspelt_key_is_read_and_noted_and_a_missing_one_is_noted(tmp_path: Path) -> None:
    assert _task().requests[Task.ACCEPTANCE_TESTS].keys() == {"acceptance_tests/test_report.py"}
    assert _task().notes == (
        "unit_tests_linking is read as unit_test_linking",
        "fine_acceptence_test_prompt is read as fine_acceptance_test_prompt",
    )
    shutil.copytree(DATA, tmp_path / "copy")
    path = tmp_path / "copy" / "benchmark_data" / "python" / "tally" / "repo_config.json"
    path.write_text(json.dumps({"language": "python"}))
    assert "code_file_DAG is missing" in _task(tmp_path / "copy").notes


def test_the_reference_has_the_artifacts_of_every_task() -> None:
    reference = DevBenchCatalog(DATA).reference("tally")
    assert reference is not None
    assert set(reference.files) == {"tally/__init__.py", "tally/counter.py", "tally/report.py"}
    assert set(reference.artifacts) == {task.kind for task in Task} - {ArtifactKind.CODE}


def test_planned_sources_that_a_solution_lacks_are_empty_files() -> None:
    suite = DevBenchCatalog(DATA).mission("tally").suites[0]
    completed = _task().completed(suite, {"tally/counter.py": b""}, Rule.STRICT)
    added = {path for path, place in completed.files.items() if place.read_bytes() == b""}
    assert added == {"tally/__init__.py", "tally/report.py"}


def test_files_are_planned_after_those_that_they_depend_on_also_in_a_cycle() -> None:
    assert depth_first({"a": ["b", "c"], "c": ["b"]}) == ("b", "c", "a")
    assert set(depth_first({"a": ["b"], "b": ["a"]})) == {"a", "b"}


@pytest.mark.parametrize(
    ("content", "problem"),
    [("{", "cannot be read"), ("[]", "not an object"), ('{"language": "cobol"}', "cobol")],
)
def test_an_unreadable_configuration_is_named(tmp_path: Path, content: str, problem: str) -> None:
    folder = tmp_path / "python" / "broken"
    folder.mkdir(parents=True)
    (folder / "repo_config.json").write_text(content)
    with pytest.raises(MissionError, match=f"repo_config.json.*{problem}"):
        DevBenchCatalog(tmp_path).mission("broken")


def test_a_folder_without_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissionError, match=r"no LANGUAGE/NAME/repo_config\.json"):
        DevBenchCatalog(tmp_path).ids()
