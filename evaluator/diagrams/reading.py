"""A folder of Python source → `ProjectModel`, by the syntax tree alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

from evaluator.diagrams.imports import imported_paths
from evaluator.diagrams.members import attributes, functions_of, methods, signature, summary, visibility
from evaluator.diagrams.model import ClassModel, FunctionModel, Module, ProjectModel, Relation, RelationKind, Visibility
from evaluator.diagrams.sources import Source, read_sources


def read_project(folder: Path) -> ProjectModel:
    """Return the model of the Python files below `folder`; public classes and functions only.

    Nothing is imported or executed. Raises `DiagramError` for a folder or file that cannot be read.
    """
    sources = read_sources(folder)
    paths = {source.name: source.path for source in sources}
    known = {node.name for source in sources for node in _public_classes(source)}
    return ProjectModel(tuple(_module(source, paths, known) for source in sources))


def _module(source: Source, paths: Mapping[str, str], known: set[str]) -> Module:
    return Module(
        name=source.name,
        path=source.path,
        description=summary(source.tree),
        exports=_exports(source.tree),
        imports=imported_paths(source, paths),
        classes=tuple(_class(source, node, known) for node in _public_classes(source)),
        functions=tuple(_functions(source)),
    )


def _public_classes(source: Source) -> Iterator[ast.ClassDef]:
    return (node for node in source.tree.body if isinstance(node, ast.ClassDef) and _is_public(node.name))


def _functions(source: Source) -> Iterator[FunctionModel]:
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_public(node.name):
            yield FunctionModel(node.name, source.name, signature(node), summary(node))


def _class(source: Source, node: ast.ClassDef, known: set[str]) -> ClassModel:
    return ClassModel(
        name=node.name,
        module=source.name,
        description=summary(node),
        bases=tuple(ast.unparse(base) for base in node.bases),
        attributes=attributes(node),
        methods=methods(node),
        relations=tuple(_relations(node, known)),
    )


def _relations(node: ast.ClassDef, known: set[str]) -> Iterator[Relation]:
    """Return at most one relation per other class: the strongest of inheritance, association and dependency."""
    seen = {node.name}
    for kind, names in (
        (RelationKind.INHERITANCE, _names_in(node.bases)),
        (RelationKind.ASSOCIATION, _names_in_types(attribute.type for attribute in attributes(node))),
        (RelationKind.DEPENDENCY, _names_in(_annotations(node))),
    ):
        yield from (Relation(kind, name) for name in sorted((names & known) - seen))
        seen |= names


def _annotations(node: ast.ClassDef) -> Iterator[ast.expr]:
    for function in functions_of(node):
        if function.returns:
            yield function.returns
        yield from (
            each.annotation for each in ast.walk(function.args) if isinstance(each, ast.arg) and each.annotation
        )


def _names_in_types(types: Iterator[str]) -> set[str]:
    return _names_in(ast.parse(type_, mode="eval").body for type_ in types if type_)


def _names_in(expressions: Iterator[ast.expr] | list[ast.expr]) -> set[str]:
    nodes = [node for expression in expressions for node in ast.walk(expression)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return names | {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _exports(tree: ast.Module) -> tuple[str, ...]:
    """Return ``__all__`` where it is a plain list of strings, else the public names defined at the top level."""
    declared = _declared_exports(tree)
    return declared if declared is not None else tuple(dict.fromkeys(_defined_names(tree)))


def _declared_exports(tree: ast.Module) -> tuple[str, ...] | None:
    for node in tree.body:
        if _assigns_all(node) and isinstance(node.value, ast.List | ast.Tuple):
            values = [each.value for each in node.value.elts if isinstance(each, ast.Constant)]
            return tuple(value for value in values if isinstance(value, str))
    return None


def _assigns_all(node: ast.stmt) -> TypeGuard[ast.Assign]:
    names = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(each, ast.Name) and each.id == "__all__" for each in names)


def _defined_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and _is_public(node.name):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name) and _is_public(each.id))


def _is_public(name: str) -> bool:
    return visibility(name) is Visibility.PUBLIC and not name.startswith("__")
