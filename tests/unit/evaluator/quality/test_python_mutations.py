"""Mutants of Python source: what each operator changes, and what is left alone."""

from __future__ import annotations

import ast

import pytest

from evaluator.quality import mutations_of


def changed(source: str, operator: str, file: str = "app.py") -> set[str]:
    """Return the sources of all mutants by `operator`, in the form of the parser."""
    files = {file: source.encode()}
    found = (each for each in mutations_of(files) if each.operator == operator)
    return {ast.unparse(ast.parse(each.applied(files)[file])) for each in found}


@pytest.mark.parametrize(
    ("operator", "source", "expected"),
    [
        ("condition", "if a: b", {"if not a:\n    b"}),
        ("condition", "if not a: b", {"if a:\n    b"}),
        ("condition", "x = a and b", {"x = a", "x = b"}),
        ("condition", "x = a == b", {"x = a != b"}),
        ("condition", "x = True", {"x = False"}),
        ("condition", "x = [a for a in b if c]", {"x = [a for a in b if not c]"}),
        ("boundary", "x = a <= b", {"x = a < b"}),
        ("boundary", "x = a < b < c", {"x = a <= b < c", "x = a < b <= c"}),
        ("boundary", "x = 5", {"x = 6", "x = 4"}),
        ("arithmetic", "x = (a + b) * c", {"x = (a - b) * c", "x = a + b + c"}),
        ("statement", "a()\nb.c = 1", {"pass\nb.c = 1", "a()\npass"}),
        ("permission", "raise PermissionDenied", {"pass"}),
        ("permission", "@login_required\ndef f(): ...", {"def f():\n    ..."}),
        ("query", "get(a, owner=b)", {"get(a)"}),
        ("ordering", "x.order_by('a')", {"x.order_by('-a')"}),
        ("ordering", "sorted(a, reverse=True)", {"sorted(a)"}),
        ("ordering", "min(a)", {"max(a)"}),
        ("field", "x = ['a', 'b']", {"x = ['b']", "x = ['a']"}),
        ("field", "CharField(required=False, label='x')", {"CharField(label='x')"}),
        ("message", "say('not possible')", {"say('')"}),
        ("message", "say(f'{a} is late')", {"say('')"}),
    ],
)
def test_an_operator_makes_these_changes(operator: str, source: str, expected: set[str]) -> None:
    assert changed(source, operator) == {ast.unparse(ast.parse(each)) for each in expected}


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring with 2 words."""',
        "def f(a: Literal['a b'] = x) -> Literal['a b', 3]: return a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    a()",
        "__all__ = ['a', 'b']",
        "@dataclass\nclass A: ...",
        "@transaction.atomic\ndef f(): return a",
    ],
)
def test_what_no_user_can_notice_is_left_alone(source: str) -> None:
    assert mutations_of({"app.py": source.encode()}) == []


@pytest.mark.parametrize("file", ["manage.py", "site/settings.py", "app/migrations/0001_initial.py", "style.css"])
def test_files_that_configure_are_left_alone(file: str) -> None:
    assert mutations_of({file: b"x = 5\n"}) == []


def test_a_mutation_shows_place_and_lines() -> None:
    source = "a = 1\nif é <= limit:\n    b()\n".encode()
    (found,) = (each for each in mutations_of({"app.py": source}) if each.operator == "boundary" and each.line == 2)
    assert (found.file, found.before, found.after) == ("app.py", "if é <= limit:", "if (é < limit):")
    assert found.applied({"app.py": source})["app.py"].decode() == "a = 1\nif (é < limit):\n    b()\n"
