"""Attributes, methods and signatures of a class, from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evaluator.diagrams.model import Attribute, Method, Visibility

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def summary(node: ast.Module | ast.ClassDef | FunctionNode) -> str:
    """Return the first paragraph of the docstring in one line; empty without a docstring."""
    text = ast.get_docstring(node) or ""
    return " ".join(text.split("\n\n")[0].split())


def signature(node: FunctionNode) -> str:
    """Return parameters and result as in the source: ``(self, text: str, *, strict: bool = True) -> int``."""
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({ast.unparse(node.args)}){result}"


def visibility(name: str) -> Visibility:
    """Return the visibility that the name implies."""
    dunder = name.startswith("__") and name.endswith("__")
    return Visibility.PRIVATE if name.startswith("_") and not dunder else Visibility.PUBLIC


def methods(node: ast.ClassDef) -> tuple[Method, ...]:
    """Return the methods of a class in source order, without properties; of overloads the last definition."""
    found = {each.name: each for each in functions_of(node) if not _is_property(each)}
    return tuple(Method(each.name, signature(each), visibility(each.name), summary(each)) for each in found.values())


def attributes(node: ast.ClassDef) -> tuple[Attribute, ...]:
    """Return class attributes, properties and what ``__init__`` assigns to ``self``, each name once."""
    found: dict[str, str] = {}
    for name, type_ in (*_class_level(node), *_assigned_to_self(node)):
        if not found.get(name) and name != "__slots__":
            found[name] = type_
    return tuple(Attribute(name, type_, visibility(name)) for name, type_ in found.items())


def functions_of(node: ast.ClassDef) -> Iterator[FunctionNode]:
    """Return the functions defined directly in a class body."""
    return (each for each in node.body if isinstance(each, FunctionNode))


def _class_level(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id, ast.unparse(each.annotation)
        elif isinstance(each, ast.Assign):
            yield from ((target.id, "") for target in each.targets if isinstance(target, ast.Name))
        elif isinstance(each, FunctionNode) and _is_property(each):
            yield each.name, ast.unparse(each.returns) if each.returns else ""


def _assigned_to_self(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for function in functions_of(node):
        if function.name == "__init__" and function.args.args:
            yield from _assigned_in(function)


def _assigned_in(function: FunctionNode) -> Iterator[tuple[str, str]]:
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    types = {each.arg: ast.unparse(each.annotation) for each in arguments if each.annotation}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and (name := _self_attribute(node.target)):
            yield name, ast.unparse(node.annotation)
        elif isinstance(node, ast.Assign):
            value = types.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
            yield from ((name, value) for target in node.targets if (name := _self_attribute(target)))


def _self_attribute(target: ast.expr) -> str:
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
        return target.attr
    return ""


def _is_property(node: FunctionNode) -> bool:
    names = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
    names |= {each.attr for each in node.decorator_list if isinstance(each, ast.Attribute)}
    return bool(names & {"property", "cached_property", "setter", "deleter"})
