"""Inventory of a solution: modules, names, classes, functions and parameters, by its syntax trees alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from evaluator.evaluators.python_source import parsed
from evaluator.evaluators.specification_coverage.definitions import (
    FunctionNode,
    assigned_names,
    class_inventory,
    signature,
    statements,
)
from evaluator.evaluators.specification_coverage.model import ApiInventory, ClassInventory, Signature
from missions.project_files import Files

INITIAL = "__init__.py"


def inventory_of(files: Files) -> ApiInventory:
    """Return what the Python files of a solution define. Never raises for what they contain."""
    names: dict[str, frozenset[str]] = {}
    classes: dict[str, ClassInventory] = {}
    functions: dict[str, Signature] = {}
    unread: list[str] = []
    packages = {str(PurePosixPath(path).parent) for path in files if PurePosixPath(path).name == INITIAL}
    for path in sorted(path for path in files if path.endswith(".py")):
        tree = parsed(files[path].decode("utf-8", errors="ignore"))
        if tree is None:
            unread.append(path)
            continue
        for module in module_names(path, packages):
            names[module] = names.get(module, frozenset()) | top_level_names(tree)
        _collect(tree, classes, functions)
    return ApiInventory(names, classes, functions, tuple(unread))


def module_names(path: str, packages: set[str]) -> Iterator[str]:
    """Yield the dotted names of a file: from the project's root, and from the folder that holds its package."""
    pure = PurePosixPath(path)
    parts = pure.parts[:-1] if pure.name == INITIAL else (*pure.parts[:-1], pure.stem)
    yield ".".join(parts)
    folders = pure.parts[:-1]
    outside = next((n for n in range(len(folders), 0, -1) if "/".join(folders[:n]) not in packages), 0)
    if outside:
        yield ".".join(parts[outside:])


def top_level_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that a module binds at its top level; a star import is the name ``*``."""
    found = set[str]()
    for node in statements(tree.body):
        if isinstance(node, ast.ClassDef | FunctionNode):
            found.add(node.name)
        else:
            found.update(assigned_names(node))
    return frozenset(found)


def _collect(tree: ast.Module, classes: dict[str, ClassInventory], functions: dict[str, Signature]) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = _merged(class_inventory(node), classes.get(node.name))
    for each in statements(tree.body):
        if isinstance(each, FunctionNode):
            functions[each.name] = signature(each, method=False).merged(functions.get(each.name, Signature()))


def _merged(one: ClassInventory, other: ClassInventory | None) -> ClassInventory:
    if other is None:
        return one
    methods: Mapping[str, Signature] = {
        name: one.methods.get(name, Signature()).merged(other.methods.get(name, Signature()))
        for name in (*one.methods, *other.methods)
    }
    bases = tuple(dict.fromkeys((*one.bases, *other.bases)))
    return ClassInventory(bases, methods, one.attributes | other.attributes)
