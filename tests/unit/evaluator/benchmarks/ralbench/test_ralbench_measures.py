"""What the original's own pytest does to the projects that it tests."""

from __future__ import annotations

import pytest

from evaluator.benchmarks.ralbench.measures import PYTEST_NEEDS, keeps_pytest_from_starting
from evaluator.evaluators.static_analysis.model import package_modules
from missions.project_files import Files


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, False),
        ({"other/__init__.py": b""}, False),
        ({"pygments/__init__.py": b""}, True),
        (dict.fromkeys(PYTEST_NEEDS, b""), False),
        ({**dict.fromkeys(PYTEST_NEEDS[1:], b""), "pygments/formatters/terminal/__init__.py": b""}, False),
    ],
)
def test_a_package_that_pytest_needs_itself_keeps_it_from_starting(files: Files, expected: bool) -> None:
    assert keeps_pytest_from_starting(files) is expected


def test_modules_of_the_package_are_counted_wherever_it_lies() -> None:
    files = {"a/__init__.py": b"", "a/b.py": b"x = 1\n", "src/a/c.py": b"x\n", "a.py": b"x\n", "ab/d.py": b"x\n"}
    assert package_modules(files, "a") == 3
