"""Mutants of scripts."""

from __future__ import annotations

import pytest

from evaluator.quality import mutations_of
from evaluator.quality.web_operators import tokens_of


def changed(text: str, operator: str, name: str = "page.js") -> set[str]:
    files = {name: text.encode()}
    found = (each for each in mutations_of(files) if each.operator == operator)
    return {each.applied(files)[name].decode() for each in found}


@pytest.mark.parametrize(
    ("operator", "text", "expected"),
    [
        ("condition", "if (a(b)) c();", {"if (!(a(b))) c();"}),
        ("condition", "x = a === b", {"x = a !== b"}),
        ("condition", "x = a && true", {"x = a || true", "x = a && false"}),
        ("boundary", "x = a <= 3", {"x = a < 3", "x = a <= 4", "x = a <= 2"}),
        ("boundary", "x = { 1: (a) => a }", {"x = { 2: (a) => a }"}),
        ("arithmetic", "x = a - b * -c", {"x = a + b * -c", "x = a - b + -c"}),
        ("arithmetic", "n += a / b", {"n -= a / b", "n += a * b"}),
        ("statement", "if (!a) throw new Refused(b);", {"if (!a) ;"}),
        ("statement", "a.b = 'ü';\nc(() => { return 1; });", {";\nc(() => { return 1; });", "a.b = 'ü';\n;"}),
        ("ordering", "x = a.sort(by).map(f)", {"x = a.sort(by).reverse().map(f)"}),
        ("message", "a = `${n} days left`", {'a = ""'}),
    ],
)
def test_an_operator_makes_these_changes(operator: str, text: str, expected: set[str]) -> None:
    assert changed(text, operator) == expected


@pytest.mark.parametrize(
    ("operator", "text"),
    [
        ("arithmetic", "a = 'b' + c + `d`"),
        ("boundary", "a = /b{1,2}/.test('3') || `4`; // 5"),
        ("condition", "/* if (a) */ b = 'c === d'"),
        ("message", '"use strict";'),
        ("statement", 'import { a } from "./b.js";'),
        ("statement", "for (let a = 0; a < b; a++) {}"),
        ("statement", "class A { #b = c; d() { return e; } }"),
        ("statement", "const { a } = b; return a;"),
        ("condition", "a.true = b"),
    ],
)
def test_an_operator_leaves_alone(operator: str, text: str) -> None:
    assert changed(text, operator) == set()


def test_a_minified_library_is_not_changed() -> None:
    assert changed("if (a) b();", "condition", "library.min.js") == set()


def test_templates_may_hold_templates() -> None:
    kinds = [each.kind for each in tokens_of("a(`b ${c ? `d ${{ e: 1 }.e}` : 'f'} g`, h / i, /[/]/g)")]
    assert kinds == ["name", "mark", "template", "mark", "name", "mark", "name", "mark", "pattern", "mark"]
