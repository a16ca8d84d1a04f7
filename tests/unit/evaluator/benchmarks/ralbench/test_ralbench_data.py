"""Tasks in the layout of RAL-Bench's repository are read as missions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluator.benchmarks.ralbench.data import RalBenchCatalog, RalTask
from evaluator.benchmarks.ralbench.references import REFERENCES, WITHOUT, without_src
from missions.catalog import open_catalog
from missions.errors import MissionError
from missions.mission import Stack
from missions.project_files import write_files
from tests.support.ralbench_copy import SUITES, write_task


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    write_task(tmp_path)
    return tmp_path


def test_a_task_is_a_library_mission_with_four_suites(copy: Path) -> None:
    catalog = open_catalog(f"ralbench:{copy}")
    mission = catalog.mission("Tiny")
    assert (catalog.benchmark, mission.stack, mission.package) == ("ralbench", Stack.LIBRARY, "tinyadd")
    assert [suite.name for suite in mission.suites] == list(SUITES)
    assert mission.prompt == "Add two numbers.\n\n[Required files]\n- tinyadd/__init__.py\n"
    suite = mission.suite("functional")
    assert suite is not None
    assert suite.test_files() == ("tests/Tiny/functional_test.py",)
    assert suite.folder == "generation/Tiny"
    assert suite.packages == ("tinyadd",)
    assert dict(suite.variables) == {
        "RACB_REPO_ROOT": "generation/Tiny",
        "RACB_PACKAGE_NAME": "tinyadd",
        "TINY_TARGET": "generated",
    }


def test_published_figures_are_kept_and_no_agent_is_given_them(copy: Path) -> None:
    mission = RalBenchCatalog(copy).mission("Tiny")
    task = mission.facts(RalTask)
    assert task is not None
    assert task.baselines["minimum_maintainability"] == 50.0
    assert task.baselines["wall_seconds"] == 1.5
    assert task.baselines["functional_tests"] == 2.0
    assert "mi_min" not in mission.prompt
    assert set(mission.documents) == {"prompt", "checklist"}


def test_sample_files_of_the_reference_are_given_to_the_suites_without_its_code(tmp_path: Path) -> None:
    write_task(tmp_path)
    samples = tmp_path / "repositories" / "Tiny" / "tests" / "sample-files"
    samples.mkdir(parents=True)
    (samples / "picture.png").write_bytes(b"x")
    (samples / "answers.py").write_text("import tinyadd")
    mission = RalBenchCatalog(tmp_path).mission("Tiny")
    place = "repositories/Tiny/tests/sample-files/picture.png"
    assert [set(suite.files) - {f"tests/Tiny/{suite.name}_test.py"} for suite in mission.suites] == [{place}] * 4


def test_changed_facts_change_the_fingerprint(tmp_path: Path) -> None:
    def fingerprint(index: float) -> str:
        write_task(tmp_path / str(index), baseline_metrics={"maintainability": {"mi_min": index}})
        return RalBenchCatalog(tmp_path / str(index)).mission("Tiny").fingerprint

    first, second = fingerprint(50.0), fingerprint(51.0)
    assert first != second


def test_a_list_as_the_path_of_a_suite_is_read_and_noted(tmp_path: Path) -> None:
    paths = {name: f"./tests/Tiny/{name}_test.py" for name in SUITES}
    write_task(tmp_path, test_suite={**paths, "functional": ["./tests/Tiny/functional_test.py"]})
    mission = RalBenchCatalog(tmp_path).mission("Tiny")
    task = mission.facts(RalTask)
    assert task is not None
    assert task.unreadable_suites == ("functional",)
    assert mission.suite("functional") is not None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"description": ""}, "description"),
        ({"package": None}, "package"),
        ({"test_suite": {}}, "no functional suite"),
        ({"test_suite": {"functional": "./tests/Tiny/gone_test.py"}}, r"gone_test\.py is missing"),
        ({"test_suite": {"functional": "../../../etc/passwd"}}, "is missing"),
        ({"generated_repository": "../elsewhere"}, "leads out"),
    ],
)
def test_what_is_missing_in_a_task_is_named_and_hides_no_other(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    write_task(tmp_path, **changes)
    write_task(tmp_path, "Whole", test_suite={name: f"./tests/Whole/{name}_test.py" for name in SUITES})
    catalog = RalBenchCatalog(tmp_path)
    with pytest.raises(MissionError, match=said):
        catalog.mission("Tiny")
    assert catalog.mission("Whole").package == "tinyadd"


def test_a_folder_without_tasks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissionError, match="no tasks"):
        RalBenchCatalog(tmp_path).ids()


def test_references_come_from_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    write_task(tmp_path, "Cachetools", test_suite={name: f"./tests/Cachetools/{name}_test.py" for name in SUITES})
    catalog = RalBenchCatalog(tmp_path)
    assert catalog.reference("Cachetools") is None
    release = catalog.release("Cachetools")
    release.folder.mkdir(parents=True)
    write_files({"src/cachetools/__init__.py": b"x = 1\n", "README.md": b""}, release.folder)
    reference = catalog.reference("Cachetools")
    assert reference is not None
    assert dict(reference.files) == {"cachetools/__init__.py": b"x = 1\n", "README.md": b""}


def test_a_project_without_a_release_says_why(tmp_path: Path) -> None:
    write_task(tmp_path, "Mailpile", test_suite={name: f"./tests/Mailpile/{name}_test.py" for name in SUITES})
    with pytest.raises(MissionError, match="not released"):
        RalBenchCatalog(tmp_path).release("Mailpile")


def test_every_project_of_the_benchmark_has_a_release_or_a_reason() -> None:
    assert len(REFERENCES) + len(WITHOUT) == 38
    assert not set(REFERENCES) & set(WITHOUT)


def test_packages_below_src_are_put_at_the_root() -> None:
    assert without_src({"src/": b"", "src/a/b.py": b"x", "setup.py": b""}) == {"a/b.py": b"x", "setup.py": b""}
