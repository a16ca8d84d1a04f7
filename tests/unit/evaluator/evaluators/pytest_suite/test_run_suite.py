"""`run_suite`: outcomes of pytest, limits, what of a solution is left out, coverage."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.evaluators.pytest_suite import CaseOutcome, Inventory, SuiteOptions
from simulators.failures import FailureKind
from tests.support.suites import run, suite_of

QUICK = SuiteOptions(controls=False)

OUTCOMES = """
import pytest
import package

@pytest.fixture
def broken():
    raise RuntimeError("no fixture")

@pytest.fixture
def breaks():
    yield
    raise RuntimeError("no end")

@pytest.mark.parametrize("number", [1, 2])
def test_passes(number): assert package.VALUE == 1
def test_fails(): assert package.VALUE == 2
def test_raises(): package.nothing
def test_fixture(broken): pass
def test_teardown(breaks): pass
@pytest.mark.skip(reason="not here")
def test_skipped(): pass
@pytest.mark.xfail(reason="known")
def test_known(): assert False
@pytest.mark.xfail
def test_unknown(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
"""

PACKAGE = {"package.py": b"VALUE = 1\ndef double(x):\n    if x:\n        return 2 * x\n    return 0\n"}


def test_outcomes_are_pytests(tmp_path: Path) -> None:
    found = run(suite_of(tmp_path, {"tests/test_all.py": OUTCOMES}), PACKAGE)

    outcomes = {case.id.partition("::")[2]: case.outcome.value for case in found.cases}
    kinds = {case.id.partition("::")[2]: case.failure.kind for case in found.cases if case.failure}
    assert outcomes == {
        "test_passes[1]": "passed",
        "test_passes[2]": "passed",
        "test_fails": "failed",
        "test_raises": "failed",
        "test_fixture": "error",
        "test_teardown": "error",
        "test_skipped": "skipped",
        "test_known": "xfailed",
        "test_unknown": "xpassed",
        "test_strict": "failed",
    }
    assert (kinds["test_fails"], kinds["test_raises"]) == (FailureKind.EXPECTATION, FailureKind.TEST_ERROR)
    assert found.is_complete
    assert [case.controlled for case in found.cases if case.passed] == [True, True]


ITEMS_OF_ONE_NAME = """
import pytest

def pytest_collect_file(file_path, parent):
    return Lines.from_parent(parent, path=file_path) if file_path.suffix == ".lines" else None

class Lines(pytest.File):
    def collect(self):
        for line in self.path.read_text().split():
            yield Line.from_parent(self, name="line", text=line)

class Line(pytest.Item):
    def __init__(self, name, parent, text):
        super().__init__(name, parent)
        self.text = text
    def runtest(self):
        assert self.text != "wrong"
"""


def test_items_of_one_name_are_cases_of_their_own(tmp_path: Path) -> None:
    tests = {"conftest.py": ITEMS_OF_ONE_NAME, "a.lines": "right wrong right", "test_a.py": "def test_a(): pass"}
    found = run(suite_of(tmp_path, tests, arguments=(".",), separate=False), {})
    assert {case.id: case.outcome.value for case in found.cases} == {
        "a.lines::line": "passed",
        "a.lines::line (2)": "failed",
        "a.lines::line (3)": "passed",
        "test_a.py::test_a": "passed",
    }


STARTS_PROGRAMS = """
import subprocess

def printed(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout

def test_installed():
    assert printed("greet") == "hello\\n"

def test_the_environments_own_come_first():
    assert printed("python", "-c", "print(1)") == "1\\n"
"""


def test_tests_start_the_programs_of_the_installed_project_by_name(tmp_path: Path) -> None:
    greet = b"#!/bin/sh\necho hello\n"
    suite = suite_of(tmp_path, {"test_a.py": STARTS_PROGRAMS}, programs="installed/bin")
    found = run(suite, {"installed/bin/greet": greet, "installed/bin/python": greet})
    assert [case.outcome for case in found.cases] == [CaseOutcome.PASSED] * 2


def test_plug_ins_that_were_imported_before_end_no_suite_whose_warnings_are_errors(tmp_path: Path) -> None:
    tests = {"pytest.ini": "[pytest]\nfilterwarnings = error\n", "test_a.py": "def test_a(): pass"}
    loaded = ("-p", "json", "-c", "pytest.ini", "test_a.py")
    (case,) = run(suite_of(tmp_path, tests, arguments=loaded, separate=False), {}, QUICK).cases
    assert case.outcome is CaseOutcome.PASSED


def test_a_test_that_replaces_imports_has_a_control(tmp_path: Path) -> None:
    tests = {
        "test_a.py": "from unittest.mock import patch\n"
        "@patch('builtins.__import__')\ndef test_a(found): assert found is not None\n"
    }
    (case,) = run(suite_of(tmp_path, tests), {}).cases
    assert (case.outcome, case.controlled) == (CaseOutcome.PASSED, True)


FORGIVING = """
def forgiving(test):
    def called():
        try: test()
        except BaseException: pass
    return called

@forgiving
def test_a(): pass
def test_b(): pass
"""


def test_a_test_that_cannot_fail_is_the_solutions_doing_unless_it_is_the_references(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, {"test_a.py": FORGIVING})
    accused = run(suite, {}).cases
    assert [case.failure.kind for case in accused if case.failure] == [FailureKind.TAMPERING] * 2
    trusted = run(suite, {}, SuiteOptions(trusted=True)).cases
    assert [(case.outcome, case.controlled) for case in trusted] == [
        (CaseOutcome.PASSED, False),
        (CaseOutcome.PASSED, True),
    ]


def test_a_file_that_cannot_be_collected_is_a_case_and_costs_no_other(tmp_path: Path) -> None:
    tests = {"test_a.py": "import missing\ndef test_a(): pass", "test_b.py": "def test_b(): pass"}

    suite = suite_of(tmp_path, tests)
    alone = run(suite, {}, QUICK)
    known = run(suite, {}, SuiteOptions(Inventory(("test_a.py::test_a", "test_b.py::test_b")), controls=False))

    assert [(case.id, case.outcome) for case in alone.cases] == [
        ("test_a.py", CaseOutcome.ERROR),
        ("test_b.py::test_b", CaseOutcome.PASSED),
    ]
    assert [case.failure and (case.failure.kind, case.failure.caused_by) for case in known.cases] == [
        (FailureKind.COLLECTION_ERROR, "test_a.py"),
        None,
    ]
    assert known.cases[0].failure is not None
    assert known.cases[0].failure.message == "ModuleNotFoundError: No module named 'missing'"


def test_without_a_reference_a_broken_file_costs_every_test_that_it_declares(tmp_path: Path) -> None:
    """The number of cases of a suite does not fall when an import of the solution fails or ends the process."""
    text = "import package\nclass TestIt:\n def test_a(self): 0\ndef test_b(): 0\nclass Base:\n def test_c(self): 0"
    suite = suite_of(tmp_path, {"test_it.py": text, "test_other.py": "def test_d(): pass"})
    solutions = [b"VALUE = 1", b"import missing", b"import os; os.abort()"]

    found = [run(suite, {"package.py": content}) for content in solutions]

    ids = {"test_it.py::TestIt::test_a", "test_it.py::test_b", "test_other.py::test_d"}
    assert [{case.id for case in one.cases} for one in found] == [ids, ids, ids]
    assert [sum(case.passed for case in one.cases) for one in found] == [3, 1, 1]


def test_a_suite_that_hangs_loses_only_what_it_had_not_finished(tmp_path: Path) -> None:
    text = "import time\ndef test_a(): pass\ndef test_b(): time.sleep(60)\ndef test_c(): pass"

    found = run(suite_of(tmp_path, {"test_it.py": text}, seconds=3.0), {}, QUICK)

    assert [case.outcome for case in found.cases] == [CaseOutcome.PASSED, CaseOutcome.TIMEOUT, CaseOutcome.NOT_RUN]
    assert found.cases[2].failure is not None
    assert found.cases[2].failure.caused_by == "test_it.py::test_b"
    assert not found.is_complete


def test_a_process_that_ends_costs_the_rest_of_its_file(tmp_path: Path) -> None:
    tests = {
        "test_a.py": "import os, package\ndef test_a(): pass\ndef test_b(): os.abort()\ndef test_c(): pass",
        "test_b.py": "def test_d(): pass",
    }

    found = run(suite_of(tmp_path, tests), PACKAGE, QUICK)

    assert [case.outcome.value for case in found.cases] == ["passed", "error", "not_run", "passed"]
    assert found.cases[1].failure is not None
    assert found.cases[1].failure.kind is FailureKind.PROCESS_EXITED
    assert "SIGABRT" in found.cases[1].failure.message


def test_the_suites_files_replace_the_solutions_and_its_conftest_is_left_out(tmp_path: Path) -> None:
    tests = {
        "tests/conftest.py": "import pytest\n@pytest.fixture\ndef value(): return 3",
        "tests/test_it.py": "def test_it(value): assert value == 3\ndef test_read_only():\n"
        "    import os\n    assert not os.stat(__file__).st_mode & 0o222",
    }
    own = {"tests/test_it.py": b"def test_it(): pass", "conftest.py": b"raise SystemExit", "tests/data.txt": b"1"}

    found = run(suite_of(tmp_path, tests), own, QUICK)

    assert [(case.id, case.outcome.value) for case in found.cases] == [
        ("tests/test_it.py::test_it", "passed"),
        ("tests/test_it.py::test_read_only", "passed"),
    ]


def test_one_process_for_all_files_with_arguments_and_variables(tmp_path: Path) -> None:
    tests = {
        "test_a.py": "import os, package\ndef test_a(): os.environ['SEEN'] = '1'\ndef test_left_out(): assert False",
        "test_b.py": "import os\ndef test_b(): assert os.environ['SEEN'] + os.environ['OTHER'] == '12'",
    }
    suite = suite_of(
        tmp_path,
        tests,
        separate=False,
        arguments=("test_a.py", "test_b.py", "--deselect", "test_a.py::test_left_out"),
        variables={"PYTHONPATH": "src", "OTHER": "2"},
    )

    found = run(suite, {"src/package.py": b""}, QUICK)

    assert [(case.id, case.outcome.value) for case in found.cases] == [
        ("test_a.py::test_a", "passed"),
        ("test_b.py::test_b", "passed"),
    ]


def test_coverage_of_statements_and_branches(tmp_path: Path) -> None:
    tests = {
        "test_a.py": "import package\ndef test_a(): assert package.double(2) == 4",
        "test_b.py": "import package\ndef test_b(): pass",
    }

    found = run(suite_of(tmp_path, tests), PACKAGE, SuiteOptions(controls=False, coverage=("package",)))

    assert found.coverage is not None
    assert list(found.coverage.files) == ["package.py"]
    assert (found.coverage.statement_rate, found.coverage.branch_rate) == (4 / 5, 1 / 2)


def test_cases_that_the_reference_does_not_have_do_not_count(tmp_path: Path) -> None:
    text = "import package, pytest\n@pytest.mark.parametrize('x', package.ALL)\ndef test_it(x): assert x"
    suite = suite_of(tmp_path, {"test_it.py": text})
    inventory = Inventory.of(run(suite, {"package.py": b"ALL = [1]"}))

    found = run(suite, {"package.py": b"ALL = [2, 3, 4]"}, SuiteOptions(inventory))

    assert [(case.id, case.outcome) for case in found.cases] == [("test_it.py::test_it[1]", CaseOutcome.NOT_RUN)]
    assert found.unexpected == tuple(f"test_it.py::test_it[{number}]" for number in (2, 3, 4))


def test_a_suite_that_takes_too_much_memory_names_the_limit(tmp_path: Path) -> None:
    text = "def test_a(): pass\ndef test_b(): assert bytearray(3 << 30)\ndef test_c(): pass"

    found = run(suite_of(tmp_path, {"test_it.py": text}), {}, QUICK)

    outcomes = [case.outcome for case in found.cases]
    kinds = {case.failure.kind for case in found.cases if case.failure}
    assert outcomes[0] is CaseOutcome.PASSED
    assert outcomes[1] in (CaseOutcome.ERROR, CaseOutcome.FAILED)
    assert kinds <= {FailureKind.RESOURCE_LIMIT, FailureKind.TEST_ERROR}  # the group's limit, or the process's


@pytest.mark.parametrize("package", ["pluggy", "iniconfig", "packaging", "pygments"])
def test_a_package_that_pytest_uses_is_tested_in_the_version_of_the_solution(package: str, tmp_path: Path) -> None:
    tests = {"test_one.py": f"import {package}\ndef test_value(): assert {package}.VALUE == 1"}
    suite = suite_of(tmp_path, tests, packages=(package,))

    right = run(suite, {f"{package}/__init__.py": b"VALUE = 1"})
    wrong = run(suite, {f"{package}/__init__.py": b"VALUE = 2"})

    assert [(case.outcome, case.controlled) for case in right.cases] == [(CaseOutcome.PASSED, True)]
    assert [case.failure and case.failure.kind for case in wrong.cases] == [FailureKind.EXPECTATION]


def test_a_package_that_pytest_uses_is_not_replaced_by_a_solution_of_something_else(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, {"test_one.py": "import pluggy\ndef test_hooks(): assert pluggy.PluginManager"})

    found = run(suite, {"pluggy/__init__.py": b"VALUE = 1"}, QUICK)

    assert [case.outcome for case in found.cases] == [CaseOutcome.PASSED]
