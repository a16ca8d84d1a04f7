"""Assertions of testcodes that report both sides: ``assert total == 12`` fails with the value of `total`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any

LEFT, RIGHT = "@left", "@right"
"""Names that no source text can have."""

SHORT, MAX_VALUE_CHARS = 60, 600
"""Characters of a value that is shown within the sentence, and on a line of its own."""


class AssertingLoader(SourceFileLoader):
    """Loader of ``testcodes.py``; its assertions report both sides."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the file as it is now; nothing is stored beside it."""
        path = self.get_filename(fullname)
        code: CodeType = compile(reporting(ast.parse(self.get_data(path), path)), path, "exec", dont_inherit=True)
        return code


def reporting(tree: ast.Module) -> ast.Module:
    """Change the assertions of `tree` so that they report the values that they compare; return `tree`."""
    changed: ast.Module = _Assertions().visit(tree)
    return changed


def unequal(message: object, left: object, operator: str, right: object) -> str:
    """Return the message of a comparison that did not hold."""
    begin = str(message) if message is not None else "an assertion did not hold"
    shown = _shown(left), _shown(right)
    if max(map(len, shown)) <= SHORT:
        return f"{begin}: {shown[0]} {operator} {shown[1]}"
    return f"{begin}: left {operator} right\nleft:  {shown[0]}\nright: {shown[1]}"


def falsy(message: object, condition: str, value: object) -> str:
    """Return the message of a condition that did not hold."""
    begin = str(message) if message is not None else "an assertion did not hold"
    return f"{begin}: {condition} is {_shown(value)}"


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001 - a value of any class; its failing repr is reported instead
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[: MAX_VALUE_CHARS // 2]} … {text[-MAX_VALUE_CHARS // 2 :]}"


class _Assertions(ast.NodeTransformer):
    """Replaces ``assert`` by an equal ``if``/``raise`` with a message; each expression is evaluated once, in order."""

    def visit_Assert(self, node: ast.Assert) -> Any:
        match node.test:
            case ast.BoolOp(op=ast.And(), values=values):
                found: list[ast.stmt] = []
                for value in values:
                    found += self.visit_Assert(ast.copy_location(ast.Assert(value, node.msg), node))
                return found
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                test = ast.Compare(_name(LEFT), [operator], [_name(RIGHT)])
                sides = [_assigned(LEFT, left), _assigned(RIGHT, right)]
                arguments = [_name(LEFT), ast.Constant(_symbol(operator)), _name(RIGHT)]
                return _located([*sides, *_raising(node, test, "unequal", arguments)], node)
            case condition:
                shown = [ast.Constant(ast.unparse(condition)[:MAX_VALUE_CHARS]), _name(LEFT)]
                return _located([_assigned(LEFT, condition), *_raising(node, _name(LEFT), "falsy", shown)], node)


def _raising(node: ast.Assert, test: ast.expr, function: str, arguments: Sequence[ast.expr]) -> list[ast.stmt]:
    """Return statements that raise `AssertionError` with what `function` says, unless `test` holds."""
    imported = ast.ImportFrom(__name__, [ast.alias(function, f"@{function}")], 0)
    call = ast.Call(_name(f"@{function}"), [node.msg or ast.Constant(None), *arguments], [])
    raised = ast.Raise(ast.Call(_name("AssertionError"), [call], []))
    return [ast.If(ast.UnaryOp(ast.Not(), test), [imported, raised], [])]


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _symbol(operator: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Name("a"), [operator], [ast.Name("b")])).removeprefix("a ").removesuffix(" b")


def _located(statements: list[ast.stmt], node: ast.Assert) -> list[ast.stmt]:
    return [ast.fix_missing_locations(ast.copy_location(each, node)) for each in statements]
