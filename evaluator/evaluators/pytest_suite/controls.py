"""Controls: the tests of a suite, changed so that each has to fail.

A solution shares a process with the tests and may change how results come about: patch pytest, swallow exceptions,
report by itself. Whatever it does without telling a test from its control, it does to the control as well, and a
control that passes shows it.

A control executes the test's own statements, so that the solution does all that it does in the test, and fails in any
case afterwards: it probes what tests rely on (every probe has to raise an exception; where one does not, the control
returns and so passes), and ends with a failing statement that is chosen at random. pytest is imported by the file: a
test may have replaced `__import__` for as long as it runs.
"""

from __future__ import annotations

import ast
import secrets
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from missions.reference import is_test_file

FAILING = (
    "assert {one!r} == {other!r}",
    "raise AssertionError({one!r})",
    "pytest.fail({one!r})",
    "with pytest.raises(KeyError):\n    {one!r}.upper()",
    "if {one!r} != {other!r}:\n    raise RuntimeError({one!r})",
)
"""Statements that fail in a test function of a file that imports ``pytest``."""

FAILING_IN_TEST_CASES = (*FAILING, "self.assertEqual({one!r}, {other!r})", "self.fail({one!r})")

PROBES = (
    *FAILING,
    "assert 1.0 == pytest.approx(2.0)",
    "with pytest.warns(UserWarning):\n    {one!r}.upper()",
    "assert all([{one!r}, ''])",
    "assert any(['', 0])",
    "assert isinstance({one!r}, int) or issubclass(str, int) or callable({one!r}) or hasattr({one!r}, {other!r})",
    "assert len({one!r}) == 1 or abs(-2) == -2 or sum([1, 2]) == 4",
    "assert sorted([2, 1]) == [2, 1] or set([1]) == set([2]) or list('ab') == list('ba')",
    "assert str(1) == '2' or repr(1) == '2' or int('1') == 2",
)
"""Statements that raise wherever Python and pytest are as they were."""

PROBES_IN_TEST_CASES = (
    "self.fail({one!r})",
    "self.assertEqual({one!r}, {other!r})",
    "self.assertNotEqual({one!r}, {one!r})",
    "self.assertTrue('')",
    "self.assertFalse({one!r})",
    "self.assertIs({one!r}, None)",
    "self.assertIsNot(None, None)",
    "self.assertIsNone({one!r})",
    "self.assertIsNotNone(None)",
    "self.assertIn({one!r}, [])",
    "self.assertNotIn(1, [1])",
    "self.assertIsInstance({one!r}, int)",
    "self.assertAlmostEqual(1.0, 2.0)",
    "self.assertGreater(1, 2)",
    "self.assertGreaterEqual(1, 2)",
    "self.assertLess(2, 1)",
    "self.assertLessEqual(2, 1)",
    "self.assertRegex({one!r}, '^-$')",
    "self.assertCountEqual([1], [2])",
    "self.assertListEqual([1], [2])",
    "self.assertDictEqual({{1: 2}}, {{}})",
    "with self.assertRaises(KeyError):\n    {one!r}.upper()",
    "with self.assertRaisesRegex(KeyError, '-'):\n    {one!r}.upper()",
)


@dataclass(frozen=True)
class Controls:
    """Changed test files, and the tests that were changed: ``path::Class::function``, without parameters.

    `declared` are those that pytest collects from the files by its defaults, in their order, with those that classes
    inherit in one file.
    """

    files: Mapping[str, bytes]
    tests: frozenset[str]
    declared: tuple[str, ...] = ()

    def has(self, node_id: str) -> bool:
        """Return True for a case whose test was changed."""
        return node_id.partition("[")[0] in self.tests


def controls_of(files: Mapping[str, bytes]) -> Controls:
    """Return the controls of the test files among `files`; what cannot be parsed has none."""
    changed: dict[str, bytes] = {}
    tests: set[str] = set()
    declared: list[str] = []
    for path, content in files.items():
        if not is_test_file(path):
            continue
        try:
            tree = ast.parse(content)
            declared += _declared(tree.body, path)
            names = _changed(tree.body, path, in_test_case=False)
            tree.body.insert(_first_place(tree.body), ast.Import([ast.alias("pytest")]))
            changed[path] = ast.unparse(ast.fix_missing_locations(tree)).encode()
        except (SyntaxError, ValueError, RecursionError):
            continue
        tests.update(set(names) - {f"{path}::{name}" for name in _imported(tree)})
    return Controls(changed, frozenset(tests), tuple(declared))


def _declared(body: list[ast.stmt], prefix: str) -> Iterator[str]:
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    for node in body:
        if isinstance(node, ast.ClassDef) and _is_collected(node, classes):
            own = [statement for each in _with_bases(node, classes) for statement in each.body]
            yield from dict.fromkeys(_declared(own, f"{prefix}::{node.name}"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_test(node):
            yield f"{prefix}::{node.name}"


def _is_test(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return node.name.startswith("test") and not any("fixture" in ast.unparse(each) for each in node.decorator_list)


def _is_collected(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Return True for a class that pytest takes tests from."""
    if any(_is_test_case(each) for each in _with_bases(node, classes)):
        return True
    names = {name.id for each in node.body for name in ast.walk(each) if isinstance(name, ast.Name)}
    makes = any(isinstance(each, ast.FunctionDef) and each.name in ("__init__", "__new__") for each in node.body)
    return node.name.startswith("Test") and not makes and "__test__" not in names


def _with_bases(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[ast.ClassDef]:
    """Return a class and its bases among `classes`, which its tests are inherited from."""
    found = [node]
    for each in found:
        bases = (classes.get(base.id) for base in each.bases if isinstance(base, ast.Name))
        found += [base for base in bases if base is not None and base not in found]
    return found


def _is_test_case(node: ast.ClassDef) -> bool:
    return any("TestCase" in ast.unparse(base) for base in node.bases)


def _imported(tree: ast.Module) -> set[str]:
    """Return the names that imports bind: a test that is imported replaces one of its name, and has no control."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {alias.asname or alias.name for node in imports for alias in node.names}


def _changed(body: list[ast.stmt], prefix: str, in_test_case: bool) -> list[str]:
    """Have every test function in `body` fail at its end; return the names of the functions."""
    found = []
    for node in body:
        if isinstance(node, ast.ClassDef):
            found += _changed(node.body, f"{prefix}::{node.name}", _is_test_case(node))
        elif isinstance(node, ast.If | ast.Try):
            found += _changed([*node.body, *node.orelse], prefix, in_test_case)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            node.body = [ast.Try(body=node.body, handlers=[], orelse=[], finalbody=_failing(in_test_case))]
            found.append(f"{prefix}::{node.name}")
    return found


def _first_place(body: list[ast.stmt]) -> int:
    """Return where an import may stand: behind the docstring and what is imported from ``__future__``."""
    docstring = bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    future = [at for at, node in enumerate(body, 1) if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return max(future, default=int(docstring))


def _failing(in_test_case: bool) -> list[ast.stmt]:
    probes = (*PROBES, *PROBES_IN_TEST_CASES) if in_test_case else PROBES
    last = secrets.choice(FAILING_IN_TEST_CASES if in_test_case else FAILING)
    lines = [*(_probe(_filled(statement)) for statement in probes), _filled(last)]
    return ast.parse("\n".join(lines)).body


def _filled(statement: str) -> str:
    return statement.format(one=secrets.token_hex(8), other=secrets.token_hex(8))


def _probe(statement: str) -> str:
    """Return `statement` so that the function returns where it does not raise."""
    body = textwrap.indent(statement, "    ")
    return f"try:\n{body}\nexcept BaseException:\n    pass\nelse:\n    return"
