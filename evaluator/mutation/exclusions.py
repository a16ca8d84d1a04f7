"""Parts of Python source that are not mutated, because a change there is invisible or breaks the start."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

FILES = frozenset({"manage.py", "wsgi.py", "asgi.py", "settings.py", "apps.py", "formats.py", "conftest.py"})
FOLDERS = frozenset({"migrations", "tests", "node_modules"})
DECLARATIONS = frozenset({"__all__", "__slots__", "app_name", "verbose_name", "verbose_name_plural"})


def is_excluded(file: str) -> bool:
    """Return True for files that configure or start a project instead of describing what it does."""
    path = PurePosixPath(file)
    return path.name in FILES or path.name.endswith(".min.js") or not FOLDERS.isdisjoint(path.parts)


def excluded_nodes(tree: ast.Module) -> set[ast.AST]:
    """Return all nodes below the excluded parts of a module."""
    return {each for node in ast.walk(tree) for part in _parts(node) for each in ast.walk(part)}


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (node.returns,) if node.returns else ()
            yield from (argument.annotation for argument in _arguments(node.args) if argument.annotation)
        case ast.AnnAssign():
            yield node.annotation
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Import() | ast.ImportFrom():
            yield node
        case ast.Call(keywords=keywords) if any(each.arg == "choices" for each in keywords):
            yield from (each for each in keywords if each.arg == "max_length")  # the choices decide
        case ast.JoinedStr():  # positions of its parts are unreliable before Python 3.12
            yield from node.values
        case ast.Assign(targets=targets) if any(_is_declaration(target) for target in targets):
            yield node
        case ast.Assign(value=value) if _is_type_alias(value):
            yield value
        case ast.If(test=test) if _is_guard(test):
            yield test
            yield from node.body if isinstance(test, ast.Name) else ()


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (each for each in (arguments.vararg, arguments.kwarg) if each)


def _is_declaration(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in DECLARATIONS


def _is_type_alias(value: ast.expr) -> bool:
    """Return True for ``Callable[…]`` and similar subscripts of a name that begins with a capital letter."""
    return isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id[:1].isupper()


def _is_guard(test: ast.expr) -> bool:
    """Return True for ``if TYPE_CHECKING`` and ``if __name__ == "__main__"``."""
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"
    )
