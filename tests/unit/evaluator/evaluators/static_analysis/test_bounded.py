"""Analysis in a separate process: results, limits, hostile files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.evaluators.static_analysis import AnalysisLimits, analyze, measure_maintainability, measure_security

FILES = {"a.py": b"import os\nos.system('x')\n", "b.bin": b"\0" * 100}


def test_the_results_are_those_of_the_functions() -> None:
    found = analyze(FILES, bandit=True)
    assert found.maintainability == measure_maintainability(FILES)
    assert found.security == measure_security(FILES)
    assert found.findings
    assert found.problems == ()


@pytest.mark.parametrize(
    "source",
    [
        b"x = " + b"(" * 100_000,
        b"x = " + b"-" * 100_000 + b"1",
        b"x = " + b"a." * 50_000 + b"b",
        b"x = " + b"1 + " * 50_000 + b"1",
        b"f = " + b"lambda: " * 50_000 + b"0",
        b"\0" * 1000,
        b"\xff\xfe" * 1000,
    ],
)
def test_hostile_files_cost_a_result_at_most(source: bytes) -> None:
    found = analyze({"a.py": source, "b.py": b"x = 1\n"}, limits=AnalysisLimits(seconds=60))
    assert found.problems or found.maintainability is not None


def test_a_time_limit_is_a_problem_and_no_exception() -> None:
    found = analyze(FILES, limits=AnalysisLimits(seconds=0))
    assert (found.maintainability, found.security) == (None, None)
    assert len(found.problems) == 2


def test_too_many_or_too_large_files_are_not_read() -> None:
    assert "over the limits" in analyze(FILES, limits=AnalysisLimits(files=0)).problems[0]
    assert "over the limits" in analyze(FILES, limits=AnalysisLimits(bytes_in_all=3)).problems[0]


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=80) | st.text("abc()[]{}:=.,'\"#\\ \n\tif or lambda fx0", max_size=80).map(str.encode))
def test_arbitrary_files_are_measured_without_an_error(content: bytes) -> None:
    files = {"a.py": content}
    for file in measure_maintainability(files).files:
        assert 0 <= file.maintainability <= 100
    assert measure_security(files).files == 1
