"""Controls: the tests of a suite, changed so that each has to fail.

A solution shares a process with the tests and may change how results come about: patch pytest, swallow exceptions,
report by itself. Whatever it does without telling a test from its control, it does to the control as well, and a
control that passes gives it away.
"""

from __future__ import annotations

import ast
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from missions.suites import is_test_file

Function = ast.FunctionDef | ast.AsyncFunctionDef

FORMS = (
    "assert {one!r} == {other!r}",
    "raise AssertionError({one!r})",
    "import pytest\npytest.fail({one!r})",
    "import pytest\nwith pytest.raises(KeyError):\n    {one!r}.upper()",
    "if {one!r} != {other!r}:\n    raise RuntimeError({one!r})",
)
METHOD_FORMS = (
    *FORMS,
    "self.assertEqual({one!r}, {other!r})",
    "self.fail({one!r})",
    "self.assertTrue({one!r} is None)",
)
"""Statements that fail; `METHOD_FORMS` those of `unittest` test cases."""


@dataclass(frozen=True)
class Controls:
    """Changed test files, and the tests that were changed: ``path::Class::function``, without parameters."""

    files: Mapping[str, bytes]
    tests: frozenset[str]

    def has(self, node_id: str) -> bool:
        """Return True for a case whose test was changed."""
        return node_id.partition("[")[0] in self.tests


def controls_of(files: Mapping[str, bytes]) -> Controls:
    """Return the controls of the test files among `files`; what cannot be parsed has none."""
    changed: dict[str, bytes] = {}
    tests: set[str] = set()
    for path, content in files.items():
        if not is_test_file(path):
            continue
        try:
            tree = ast.parse(content)
            names = _sabotaged(tree.body, path, is_unittest=False)
            changed[path] = ast.unparse(tree).encode()
        except (SyntaxError, ValueError, RecursionError):
            continue
        tests.update(names)
    return Controls(changed, frozenset(tests))


def _sabotaged(body: list[ast.stmt], prefix: str, is_unittest: bool) -> list[str]:
    """Put a statement that fails in front of every test function in `body`; return their names."""
    found = []
    for node in body:
        if isinstance(node, ast.ClassDef):
            is_test_case = any("TestCase" in ast.unparse(base) for base in node.bases)
            found += _sabotaged(node.body, f"{prefix}::{node.name}", is_test_case)
        elif isinstance(node, ast.If | ast.Try):
            found += _sabotaged([*node.body, *node.orelse], prefix, is_unittest)
        elif isinstance(node, Function) and node.name.startswith("test"):
            node.body[:0] = _failing(is_unittest)
            found.append(f"{prefix}::{node.name}")
    return found


def _failing(is_unittest: bool) -> list[ast.stmt]:
    forms = METHOD_FORMS if is_unittest else FORMS
    text = secrets.choice(forms).format(one=secrets.token_hex(8), other=secrets.token_hex(8))
    return ast.parse(text).body
