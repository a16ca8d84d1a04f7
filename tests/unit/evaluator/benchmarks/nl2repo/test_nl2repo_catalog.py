"""The public layout of NL2Repo-Bench, read as a catalog."""

from pathlib import Path

import pytest

from evaluator.benchmarks.nl2repo.data import LOCKS, NL2RepoCatalog, source_distributions
from evaluator.benchmarks.nl2repo.specification import pinned_packages, python_version
from missions import MissionError, Stack
from missions.catalog import open_catalog, usable
from tests.support.nl2repo_data import SPECIFICATION, UPSTREAM, add_task, add_upstream

TWINS = "## Goals of the pack-sorter Project\n\npack-sorter sorts packs. Import pack_sorter.\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    add_task(tmp_path, "adder")
    add_task(tmp_path, "lost", specification=None)
    add_task(tmp_path, "pack-sorter", TWINS)
    add_task(tmp_path, "other-Tool", TWINS)
    add_task(tmp_path, "tinydb", "# tinydb\n")
    return tmp_path


def test_every_task_is_listed_and_the_defective_ones_say_why(data: Path, home: Path) -> None:
    catalog = NL2RepoCatalog(data)
    assert catalog.ids() == ("adder", "lost", "other-Tool", "pack-sorter", "tinydb")
    assert catalog.defects() == {
        "lost": "start.md is missing in the data",
        "other-Tool": "its start.md is the one of pack-sorter",
    }
    assert catalog.mission("lost").unusable == "start.md is missing in the data"
    assert "fetch-tests nl2repo:" in catalog.mission("tinydb").unusable
    assert str(home / "nl2repo" / "adder" / "upstream") in catalog.mission("adder").unusable


def test_a_mission_has_the_specification_and_the_upstream_tests(data: Path, home: Path) -> None:
    add_upstream(home, "adder")
    catalog = open_catalog(f"nl2repo:{data}")
    mission = catalog.mission("adder")
    assert (mission.stack, mission.benchmark, mission.unusable) == (Stack.LIBRARY, "nl2repo", "")
    assert mission.prompt == "Write `adder`, a package with one function."
    assert mission.documents["specification"].text == SPECIFICATION
    assert mission.difficulty == "easy"
    (suite,) = mission.suites
    assert (set(suite.files), suite.arguments) == (
        {"tests/test_add.py", "pyproject.toml"},
        ("-c", "pyproject.toml", "tests"),
    )
    reference = catalog.reference("adder")
    assert reference is not None
    assert "src/adder/__init__.py" in reference.files
    assert catalog.reference("tinydb") is None


def test_the_test_runner_itself_cannot_be_evaluated(data: Path, home: Path) -> None:
    add_upstream(home, "adder", {**UPSTREAM, "src/_pytest/__init__.py": ""})
    assert (
        "_pytest has the name of the program that executes its tests" in NL2RepoCatalog(data).mission("adder").unusable
    )


def test_the_suite_names_the_packages_of_the_upstream_project(data: Path, home: Path) -> None:
    add_upstream(home, "adder", {**UPSTREAM, "adder_tools/__init__.py": "", "src/adder/inner/__init__.py": ""})
    (suite,) = NL2RepoCatalog(data).mission("adder").suites
    assert suite.packages == ("adder", "adder_tools")


def test_unusable_missions_are_left_out_unless_they_are_named(data: Path, home: Path) -> None:
    catalog = NL2RepoCatalog(data)
    with pytest.raises(MissionError, match="none of 5 missions can be used"):
        usable(catalog, catalog.ids(), [])
    add_upstream(home, "adder")
    kept, reasons = usable(catalog, catalog.ids(), [])
    assert (kept, sorted(reasons)) == (("adder",), ["lost", "other-Tool", "pack-sorter", "tinydb"])
    with pytest.raises(MissionError, match=r"mission lost cannot be used: start\.md is missing"):
        usable(catalog, ["adder", "lost"], ["adder", "lost"])


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ({"count": "many"}, "is no number"),
        ({"commands": ("a | b",)}, "is not supported"),
        ({"count": "0"}, "no number"),
    ],
)
def test_a_damaged_task_is_named_with_its_file(tmp_path: Path, home: Path, task: dict[str, str], said: str) -> None:
    add_task(tmp_path, "adder", **task)  # type: ignore[arg-type]
    with pytest.raises(MissionError, match=said):
        NL2RepoCatalog(tmp_path).mission("adder")


def test_a_folder_without_tasks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissionError, match="no task here"):
        NL2RepoCatalog(tmp_path).ids()


def test_only_a_task_with_a_pinned_source_distribution_has_a_release(data: Path, home: Path) -> None:
    catalog = NL2RepoCatalog(data)
    assert catalog.release("tinydb").name == "tinydb-4.8.2"
    with pytest.raises(MissionError, match="no source distribution"):
        catalog.release("adder")


def test_every_pinned_source_distribution_has_a_lock_file_and_a_digest() -> None:
    table = source_distributions()
    assert {path.stem for path in LOCKS.glob("*.lock")} == set(table)
    assert {len(source.sha256) for source in table.values()} == {64}


def test_the_environment_section_names_python_and_pinned_packages() -> None:
    assert python_version(SPECIFICATION) == "3.11.7"
    assert pinned_packages(SPECIFICATION) == {"pytest": "8.4.1", "attrs": "25.3.0"}
