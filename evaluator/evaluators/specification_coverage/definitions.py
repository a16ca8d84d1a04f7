"""Definitions in Python code: of whole files, and of excerpts that are no complete programs."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator

from evaluator.evaluators.python_source import parsed
from evaluator.evaluators.specification_coverage.model import ClassInventory, Signature

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
HEADER = re.compile(r"^(?P<indent>[ \t]*)(?P<header>(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+)", re.MULTILINE)
MAX_HEADER_CHARS = 4_000
"""Characters of one definition's header."""


def parsed_excerpt(text: str) -> ast.Module:
    """Return the definitions in an excerpt that need not be complete: of its headers where it cannot be parsed."""
    whole = parsed(textwrap.dedent(text))
    return whole or ast.Module(list(_from_headers(textwrap.dedent(text))), [])


def _from_headers(text: str) -> Iterator[ast.stmt]:
    """Yield each header as a definition without body; indented functions belong to the class before them."""
    owner: ast.ClassDef | None = None
    for found in HEADER.finditer(text):
        definition = _definition(text[found.start("header") :])
        if isinstance(definition, FunctionNode) and found["indent"] and owner is not None:
            owner.body.append(definition)
        elif definition is not None:
            yield definition
            owner = definition if isinstance(definition, ast.ClassDef) else None


def _definition(text: str) -> ast.ClassDef | FunctionNode | None:
    """Return the definition whose header `text` begins with; None where it does not end."""
    header = _header(text)
    tree = parsed(f"{header}: ...") if header else None
    node = tree.body[0] if tree and tree.body else None
    return node if isinstance(node, ast.ClassDef | FunctionNode) else None


def _header(text: str) -> str:
    """Return `text` up to the colon or the line's end outside of brackets."""
    depth = 0
    for position, character in enumerate(text[:MAX_HEADER_CHARS]):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in ":\n":
            return text[:position].rstrip()
    return text.rstrip() if depth == 0 and len(text) < MAX_HEADER_CHARS else ""


def signature(node: FunctionNode, *, method: bool) -> Signature:
    """Return the parameters of a function; without the first one of a method that is not a static method."""
    arguments = node.args
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    if method and not _is_static(node):
        positional = positional[1:]
    names = [
        *positional,
        *([f"*{arguments.vararg.arg}"] if arguments.vararg else []),
        *(each.arg for each in arguments.kwonlyargs),
        *([f"**{arguments.kwarg.arg}"] if arguments.kwarg else []),
    ]
    return Signature(tuple(names))


def class_inventory(node: ast.ClassDef) -> ClassInventory:
    """Return bases, methods and attributes of a class, also those that its ``__init__`` sets."""
    methods: dict[str, Signature] = {}
    attributes = set[str]()
    for each in statements(node.body):
        if isinstance(each, FunctionNode):
            methods[each.name] = signature(each, method=True).merged(methods.get(each.name, Signature()))
        elif isinstance(each, ast.ClassDef):
            attributes.add(each.name)
        else:
            attributes.update(assigned_names(each))
    return ClassInventory(tuple(_base_names(node)), methods, frozenset(attributes))


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a body, also those below ``if``, ``try`` and ``with``."""
    for each in body:
        yield each
        if isinstance(each, ast.If | ast.Try | ast.With | ast.For):
            nested = [*each.body, *getattr(each, "orelse", []), *getattr(each, "finalbody", [])]
            handlers = each.handlers if isinstance(each, ast.Try) else []
            yield from statements([*nested, *(one for handler in handlers for one in handler.body)])


def assigned_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that an assignment or an import binds."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        yield from _target_names(node.target)
    elif isinstance(node, ast.Assign):
        yield from (name for target in node.targets for name in _target_names(target))


def _target_names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        yield from (name for each in target.elts for name in _target_names(each))


def _base_names(node: ast.ClassDef) -> Iterator[str]:
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(plain, ast.Name | ast.Attribute):
            yield plain.id if isinstance(plain, ast.Name) else plain.attr


def _is_static(node: FunctionNode) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
