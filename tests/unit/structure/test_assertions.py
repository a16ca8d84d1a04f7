"""No test may pass because a branch skipped its assertions.

Rule: every way through a test function meets an assertion (or expects an exception). Assertions in ``if`` without
``else``, in ``except`` and in loops do not count, unless the loop is over a literal or over ``range`` of a number.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.sources import modules

FunctionDef = ast.FunctionDef | ast.AsyncFunctionDef


def test_every_test_asserts_in_every_case() -> None:
    assert [f"{path} {name}" for path, tree in modules("tests") for name in _vacuous(tree)] == []


def _vacuous(tree: ast.Module) -> Iterator[str]:
    helpers = {node.name for node in tree.body if isinstance(node, FunctionDef) and _asserts_anywhere(node)}
    for node in ast.walk(tree):
        if not isinstance(node, FunctionDef) or not node.name.startswith("test_"):
            continue
        if not _asserts(node.body, helpers) and _has_branch_with_assertion(node):
            yield node.name


def _asserts(statements: list[ast.stmt], helpers: set[str]) -> bool:
    """Return True when every path through `statements` has an assertion or a call that may raise one."""
    return any(_statement_asserts(each, helpers) for each in statements)


def _statement_asserts(node: ast.stmt, helpers: set[str]) -> bool:
    match node:
        case ast.Assert() | ast.Raise():
            return True
        case ast.If():
            return bool(node.orelse) and _asserts(node.body, helpers) and _asserts(node.orelse, helpers)
        case ast.For():
            return _is_never_empty(node.iter) and _asserts(node.body, helpers)
        case ast.With() | ast.AsyncWith():
            return _asserts(node.body, helpers) or any(_calls(item.context_expr, helpers) for item in node.items)
        case ast.Try():
            return _asserts(node.finalbody, helpers) or (
                _asserts([*node.body, *node.orelse], helpers)
                and all(_asserts(handler.body, helpers) for handler in node.handlers)
            )
        case ast.Match():
            return False
        case _:
            return _calls(node, helpers)


def _is_never_empty(iterable: ast.expr) -> bool:
    """Return True for a literal and for ``range`` of a number."""
    match iterable:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(), *_]):
            return True
        case ast.Tuple(elts=[_, *_]) | ast.List(elts=[_, *_]):
            return True
    return False


def _calls(node: ast.AST, helpers: set[str]) -> bool:
    """Return True for a call of ``pytest.raises``, ``pytest.fail`` or of a helper that asserts."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            name = ast.unparse(each.func)
            if name in {"pytest.raises", "pytest.fail", "pytest.skip", *helpers} or name.endswith(".sees"):
                return True
    return False


def _asserts_anywhere(function: FunctionDef) -> bool:
    return any(isinstance(each, ast.Assert) for each in ast.walk(function))


def _has_branch_with_assertion(function: FunctionDef) -> bool:
    branches = (ast.If, ast.For, ast.While, ast.Try, ast.Match)
    return any(
        isinstance(branch, branches) and any(isinstance(each, ast.Assert) for each in ast.walk(branch))
        for branch in ast.walk(function)
    )


def test_the_rule_finds_an_assertion_that_may_be_skipped() -> None:
    skipped = "def test_a(x):\n    if x:\n        assert x\n"
    looped = "def test_a(xs):\n    for x in xs:\n        assert x\n"
    either = "def test_a(x):\n    if x:\n        assert x\n    else:\n        assert not x\n"
    counted = "def test_a(xs):\n    assert xs\n    for x in xs:\n        assert x\n"
    assert [list(_vacuous(ast.parse(each))) for each in (skipped, looped, either, counted)] == [
        ["test_a"],
        ["test_a"],
        [],
        [],
    ]
