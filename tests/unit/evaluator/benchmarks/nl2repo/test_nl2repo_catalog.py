"""The public layout of NL2Repo-Bench, read as a catalog."""

from pathlib import Path

import pytest

from evaluator.benchmarks.nl2repo.data import NL2RepoCatalog
from evaluator.benchmarks.nl2repo.sources import LOCKS, TaskSource, source_tables
from evaluator.benchmarks.nl2repo.specification import pinned_packages, python_version, stated_packages
from missions import MissionError, Stack
from missions.catalog import open_catalog, usable
from simulators.runtime.environments.lock_files import pins
from simulators.runtime.environments.pythons import find_uv
from tests.support.commands import projecteval
from tests.support.nl2repo_data import SPECIFICATION, UPSTREAM, add_task, add_upstream
from tests.support.wheels import wheel

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


def test_only_a_task_with_a_pinned_source_has_a_release(data: Path, home: Path) -> None:
    catalog = NL2RepoCatalog(data)
    assert catalog.release("tinydb").name == "tinydb-4.8.2"
    assert catalog.release("aiofiles").name.startswith("Tinche-aiofiles-")
    with pytest.raises(MissionError, match="no source is known; put the upstream project into"):
        catalog.release("adder")


def test_every_source_is_pinned_and_every_lock_belongs_to_one() -> None:
    tables = source_tables()
    assert {path.stem for path in LOCKS.glob("*.lock")} <= set(tables)
    assert {len(table.sha256) for table in tables.values() if table.name} == {64}
    assert {len(table.commit) for table in tables.values() if table.repository} == {40}
    assert {table.category for table in tables.values()} - {""}


def test_files_lie_where_the_task_has_them(home: Path) -> None:
    source = TaskSource("paillier")
    release = source.release()
    (release.folder / "phe" / "tests").mkdir(parents=True)
    (release.folder / "phe" / "tests" / "math_test.py").write_text("def test_math(): pass\n")
    (release.folder / "phe" / "__init__.py").write_text("")
    assert set(source.files()) == {"phe/__init__.py", "tests/math_test.py"}
    assert source.places()["tests/math_test.py"].read_text() == "def test_math(): pass\n"


def test_a_lock_has_what_the_tests_import_and_the_versions_of_the_specification(data: Path, home: Path) -> None:
    add_upstream(home, "adder")
    if not find_uv():
        pytest.skip("no uv")
    index = data / "index"
    index.mkdir()
    offline = {"UV_DEFAULT_INDEX": index.as_uri(), "UV_FIND_LINKS": str(data), "PROJECTEVAL_HOME": str(home)}
    for name, version in (("pip", "25"), ("pytest", "8.4.1"), ("setuptools", "80"), ("wheel", "1")):
        wheel(data, name, version, "")
    test = home / "nl2repo" / "adder" / "upstream" / "tests" / "test_add.py"
    test.write_text("import attr\n" + test.read_text())
    asked_for = "# for tests\n-r ../more.txt\nodfpy>=1  # tables\nnot-there\nhttps://example.com/x.zip\n"
    (test.parent / "requirements.txt").write_text(asked_for)
    lock_adder = ("missions", "lock", f"nl2repo:{data}", "--select", "adder")
    failed = projecteval(*lock_adder, env=offline)
    assert (failed.status, "attrs" in failed.stderr) == (1, True)
    wheel(data, "attrs", "25.3.0", "")
    wheel(data, "odfpy", "1.4.1", "")
    assert projecteval(*lock_adder, env=offline).status == 0
    lock = (home / "nl2repo" / "adder" / "requirements.lock").read_text()
    assert lock.startswith("# python: 3.11\n")
    assert {"attrs==25.3.0", "odfpy==1.4.1", "pytest==8.4.1"} <= set(pins(lock))
    assert "# no lock has: not-there\n" in lock
    assert NL2RepoCatalog(data).mission("adder").unusable == ""


def test_code_in_the_environment_section_does_not_end_it() -> None:
    text = "# Environment Configuration\n## Python\n```\n# tests\npytest>=8  # any\nattrs 25.3.0\n```\n# API\n"
    assert pinned_packages(text) == {"attrs": "25.3.0"}
    assert stated_packages(text) == ("pytest", "attrs")


def test_the_environment_section_names_python_and_pinned_packages() -> None:
    assert python_version(SPECIFICATION) == "3.11.7"
    assert pinned_packages(SPECIFICATION) == {"pytest": "8.4.1", "attrs": "25.3.0"}
