"""API that a specification documents: imports and signatures in the code blocks of its API guide."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from evaluator.evaluators.specification_coverage.definitions import (
    FunctionNode,
    class_inventory,
    parsed_excerpt,
    signature,
    statements,
)
from evaluator.evaluators.specification_coverage.markdown import CodeBlock, MarkdownHeading, parts_of, section
from evaluator.evaluators.specification_coverage.model import ApiItem, ApiKind, Signature

PYTHON = frozenset({"", "py", "python", "python3", "pycon"})
GUIDE = "API"
"""Word in the heading of the sections that document the API; without such a section the whole document does."""

HEADING_SIGNATURE = re.compile(r"`?(?P<name>[A-Za-z_][\w.]*)\((?P<parameters>[^()]*)\)")
EXAMPLES = ("test_", "Test", "main")
"""Beginnings of names that examples define."""


def documented_api(text: str, package: str = "") -> tuple[ApiItem, ...]:
    """Return the documented items, each once, in order.

    `package` is the name that is imported; without it, the one that the code blocks import most often.
    """
    parts = section(list(parts_of(text)), GUIDE)
    trees = [parsed_excerpt(part.text) for part in parts if isinstance(part, CodeBlock) and part.language in PYTHON]
    package = package or imported_package(trees)
    found = [item for tree in trees for item in (*_imported(tree, package), *_defined(tree))]
    found += [item for part in parts if isinstance(part, MarkdownHeading) for item in _from_heading(part.text, package)]
    described = {item.name for item in found if item.kind in (ApiKind.CLASS, ApiKind.FUNCTION) and not item.owner}
    return tuple(dict.fromkeys(item for item in found if not (item.kind is ApiKind.NAME and item.name in described)))


def imported_package(trees: Iterable[ast.Module]) -> str:
    """Return the top-level name outside Python's library that is imported most often; empty without imports."""
    roots = Counter(module.partition(".")[0] for tree in trees for node in ast.walk(tree) for module in _modules(node))
    own = [name for name, _ in roots.most_common() if name not in sys.stdlib_module_names and name != "pytest"]
    return own[0] if own else ""


def _modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module


def _imported(tree: ast.Module, package: str) -> Iterator[ApiItem]:
    """Yield the modules and names that are imported from the package."""
    for node in ast.walk(tree):
        for module in _modules(node):
            if package and module.partition(".")[0] == package:
                yield ApiItem(ApiKind.MODULE, module)
                if isinstance(node, ast.ImportFrom):
                    names = (alias.name for alias in node.names if alias.name != "*")
                    yield from (ApiItem(ApiKind.NAME, name, module) for name in names)


def _defined(tree: ast.Module) -> Iterator[ApiItem]:
    """Yield the definitions of a block that only defines; a block that also calls something is an example."""
    if any(map(_is_example, tree.body)):
        return
    for node in statements(tree.body):
        if isinstance(node, ast.ClassDef) and _is_public(node.name):
            yield ApiItem(ApiKind.CLASS, node.name)
            yield from _members(node)
        elif isinstance(node, FunctionNode) and _is_public(node.name):
            is_method = [each.arg for each in node.args.args[:1]] == ["self"]
            yield from _function(node.name, signature(node, method=is_method))


def _members(node: ast.ClassDef) -> Iterator[ApiItem]:
    for name, found in class_inventory(node).methods.items():
        if name == "__init__":
            yield from _parameters(node.name, found)
        elif _is_public(name):
            yield from _function(name, found, node.name)


def _function(name: str, found: Signature, owner: str = "") -> Iterator[ApiItem]:
    yield ApiItem(ApiKind.FUNCTION, name, owner)
    yield from _parameters(f"{owner}.{name}" if owner else name, found)


def _parameters(owner: str, found: Signature) -> Iterator[ApiItem]:
    yield from (ApiItem(ApiKind.PARAMETER, name, owner) for name in found.parameters)


def _from_heading(text: str, package: str) -> Iterator[ApiItem]:
    """Yield the function that a heading names with its parameters, ``dumps(obj, *, indent=None)``."""
    found = HEADING_SIGNATURE.search(text)
    tree = parsed_excerpt(f"def f({found['parameters']}): ...") if found else ast.Module([], [])
    if found is None or not tree.body or not isinstance(node := tree.body[0], ast.FunctionDef):
        return
    name = found["name"].removeprefix(f"{package}.").rpartition(".")[2]
    if name.isidentifier() and _is_public(name):
        yield from _function(name, signature(node, method=[each.arg for each in node.args.args[:1]] == ["self"]))


def _is_example(node: ast.stmt) -> bool:
    """Return True for a statement that uses the API: a call, a loop, an assertion."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, ast.For | ast.While | ast.With | ast.Assert | ast.Try | ast.AsyncFor | ast.AsyncWith)


def _is_public(name: str) -> bool:
    dunder = name.startswith("__") and name.endswith("__")
    return (dunder or not name.startswith("_")) and not name.startswith(EXAMPLES)
