"""Tests that have a control: those that are defined where they are collected."""

from evaluator.evaluators.pytest_suite.controls import controls_of


def test_a_test_that_an_import_replaces_has_no_control() -> None:
    suite = (
        b"import sys\n"
        b"def test_own():\n    assert True\n"
        b"def test_replaced():\n    assert True\n"
        b"if sys.version_info >= (3, 8):\n    from .newer import test_replaced\n"
    )
    controls = controls_of({"tests/test_suite.py": suite, "tests/newer.py": b"def test_replaced(): pass\n"})
    assert controls.has("tests/test_suite.py::test_own")
    assert not controls.has("tests/test_suite.py::test_replaced")
    assert set(controls.files) == {"tests/test_suite.py"}


def test_the_files_of_controls_import_pytest_where_python_allows_it() -> None:
    suite = b'"""Tests."""\nfrom __future__ import annotations\nimport sys\ndef test_one(): pass\n'
    files = controls_of({"test_a.py": suite, "test_b.py": b"def test_two(): pass\n"}).files
    assert files["test_a.py"].decode().splitlines()[1:4] == [
        "from __future__ import annotations",
        "import pytest",
        "import sys",
    ]
    assert files["test_b.py"].decode().startswith("import pytest\n")
