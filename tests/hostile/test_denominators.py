"""No program takes cases out of the total: what a testcode cannot read counts as not passed.

``denominators/programs.toml`` has the programs: `added` runs after the reference's own code, `program` takes its place
(empty: there is none), `start` is how the project says that it is started; `raised` names testcodes that must have
raised, `passed` all that pass. ``denominators/libraries.toml`` has libraries for a suite without a reference.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from evaluator.evaluators.pytest_suite import CaseOutcome
from evaluator.evaluators.pytest_suite.without_reference import by_test, declared_tests
from evaluator.model.evaluation import RUNNABLE, Outcome
from missions.catalog import open_catalog
from missions.project_files import MAX_FILES, read_files
from simulators.setting import Start
from tests.support.commands import projecteval
from tests.support.parameters import named
from tests.support.suites import LIBRARIES, run, suite_of
from tests.support.workbench import evaluate_folder

FOLDER = Path(__file__).parent / "denominators"
MISSIONS, MISSION = FOLDER / "missions", "word-count"
REFERENCE = MISSIONS / MISSION / "canonical" / "project"


@dataclass(frozen=True)
class HostileProgram:
    """One program and the testcodes that it passes."""

    name: str
    tries: str
    passed: tuple[str, ...]
    raised: tuple[str, ...] = ()
    added: str = ""
    program: str | None = None
    start: Mapping[str, Any] = field(default_factory=dict)
    slow: bool = False

    def started(self) -> Start | None:
        """Return the start; a word ``LONG`` has more characters than the kernel takes."""
        if not self.start:
            return None
        long = {"LONG": "x" * 200_000}
        commands = [[long.get(word, word) for word in each] for each in self.start.get("prepare", [])]
        program = [long.get(word, word) for word in self.start.get("program", [])]
        return Start(self.start.get("root", "."), tuple(map(tuple, commands)), tuple(program))

    def planted(self, folder: Path) -> Path:
        shutil.copytree(REFERENCE, folder)
        main = folder / "main.py"
        main.write_text(f"{main.read_text()}\n{self.added}\n" if self.program is None else self.program)
        if self.program == "":
            main.unlink()
        return folder


def programs() -> list[HostileProgram]:
    entries = tomllib.loads((FOLDER / "programs.toml").read_text())
    return [HostileProgram(name, **entry) for name, entry in entries.items()]


@pytest.mark.parametrize("program", named(programs()))
def test_the_total_is_that_of_the_mission(program: HostileProgram, tmp_path: Path) -> None:
    catalog = open_catalog(str(MISSIONS))
    mission = catalog.mission(MISSION)

    evaluation = evaluate_folder(
        catalog, mission, program.planted(tmp_path / "project"), {}, tmp_path, program.started()
    )

    outcomes = {case.id.rpartition(".")[2]: case.outcome for case in evaluation.cases}
    assert list(outcomes) == [RUNNABLE, *(testcode.id for testcode in mission.testcodes)]
    assert evaluation.total == len(mission.testcodes) + 1
    assert [each for each, outcome in outcomes.items() if outcome is Outcome.PASSED and each != RUNNABLE] == [
        *program.passed
    ]
    assert {name for name, outcome in outcomes.items() if outcome is Outcome.ERROR} >= set(program.raised)
    assert Outcome.INFRASTRUCTURE not in outcomes.values()


@dataclass(frozen=True)
class HostileLibrary:
    """One library and the tests that it passes."""

    name: str
    tries: str
    code: str
    passed: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False


TESTS = """
import pytest
from numbering import NUMBERS, double


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_are_positive(number):
    assert number > 0


@pytest.fixture
def test_data():
    return 4


def test_a_number_is_doubled(test_data):
    assert double(2) == test_data


class Doubled:
    def test_zero(self):
        assert double(0) == 0


class TestDoubled(Doubled):
    def test_minus_one(self):
        assert double(-1) == -2
"""
DECLARED = (
    "test_numbers_are_positive",
    "test_a_number_is_doubled",
    "TestDoubled::test_minus_one",
    "TestDoubled::test_zero",
)


def libraries() -> list[HostileLibrary]:
    entries = tomllib.loads((FOLDER / "libraries.toml").read_text())
    return [HostileLibrary(name, **entry) for name, entry in entries.items()]


@pytest.mark.parametrize("library", named(libraries()))
def test_a_suite_without_a_reference_has_the_tests_of_its_files(library: HostileLibrary, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, {"tests/test_numbering.py": TESTS}, seconds=60.0)
    files = {"numbering.py": library.code, **library.files}

    found = by_test(run(suite, {path: text.encode() for path, text in files.items()}), declared_tests(suite))

    outcomes = {case.id.partition("::")[2]: case.outcome for case in found.cases}
    assert tuple(outcomes) == DECLARED
    assert tuple(name for name, outcome in outcomes.items() if outcome is CaseOutcome.PASSED) == tuple(library.passed)


@pytest.mark.slow
def test_a_solution_that_leaves_no_room_for_a_suite_has_all_of_its_cases(tmp_path: Path) -> None:
    many = tmp_path / "many"
    shutil.copytree(LIBRARIES / "greetings" / "canonical" / "project", many)
    for number in range(MAX_FILES - len(read_files(many))):
        (many / f"{number}.txt").touch()
    totals = []
    for agent in ("canonical", f"folder:{many}"):
        asked = ("--agent", agent, "--missions", LIBRARIES, "--select", "greetings", "--out", tmp_path / agent[:6])
        called = projecteval("run", *asked, "--json", timeout=600)
        assert called.status == 0, called.stderr
        totals.append((called.json["passed"] > 0, called.json["total"]))
    assert totals == [(True, totals[0][1]), (False, totals[0][1])]
