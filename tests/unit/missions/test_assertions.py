"""Assertions of testcodes report both sides, and otherwise behave like Python's."""

from __future__ import annotations

import ast

import pytest

from evaluator.benchmarks.projecteval_2025.source import public_testcode
from missions.testcodes.assertions import reporting


def _run(source: str) -> dict[str, object]:
    scope: dict[str, object] = {}
    exec(compile(reporting(ast.parse(source)), "testcodes.py", "exec"), scope)
    return scope


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("a = 12\nassert a == 13", "an assertion did not hold: 12 == 13"),
        ("assert 'x' in ['y'], 'the list'", "the list: 'x' in ['y']"),
        ("assert 1 is not None and 2 > 3", "an assertion did not hold: 2 > 3"),
        ("name = ''\nassert name", "an assertion did not hold: name is ''"),
        ("assert not [1], 'leftovers'", "leftovers: not [1] is False"),
        ("assert 1 < 3 < 2", "an assertion did not hold: 1 < 3 < 2 is False"),
    ],
)
def test_a_failed_assertion_shows_its_values(source: str, message: str) -> None:
    with pytest.raises(AssertionError) as failed:
        _run(source)
    assert str(failed.value) == message


def test_long_values_have_lines_of_their_own() -> None:
    with pytest.raises(AssertionError) as failed:
        _run("assert 'a' * 70 == 'b' * 5000")
    first, left, right = str(failed.value).splitlines()
    assert (first, left) == ("an assertion did not hold: left == right", f"left:  {'a' * 70!r}")
    assert len(right) < 700


def test_operands_are_evaluated_once_and_in_order() -> None:
    counting = "seen = []\ndef f(x):\n    seen.append(x)\n    return x\nassert f(1) < f(2) and f(3)\n"
    assert _run(counting)["seen"] == [1, 2, 3]


def test_a_message_is_evaluated_only_when_needed() -> None:
    assert _run("assert True, 1 / 0")["__builtins__"]


def test_the_line_of_an_assertion_stays() -> None:
    with pytest.raises(AssertionError) as failed:
        _run("x = 1\n\nassert x == 2\n")
    assert failed.traceback[-1].lineno == 2  # counted from 0


class _User:
    def scope(self) -> dict[str, object]:
        return {}

    def arguments(self) -> tuple[object, ...]:
        return ()

    def at_work(self) -> object:
        import contextlib

        return contextlib.nullcontext()


def test_public_testcodes_report_both_sides_too() -> None:
    found = public_testcode("Page", "Function", {"x": "a value"}, "def test(x):\n    assert x == 'wanted'\n")
    with pytest.raises(AssertionError, match=r"'seen' == 'wanted'"):
        found(_User(), x="seen")
