"""Imports between the files of one project."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from evaluator.diagrams.sources import Source


def imported_paths(source: Source, paths: Mapping[str, str]) -> tuple[str, ...]:
    """Return the project files that `source` imports, ordered by path; `paths` maps dotted names to paths.

    Imports inside functions count, imports under ``if TYPE_CHECKING`` do not: they are not needed to run the file.
    The implicit import of the packages above an imported module does not count either.
    """
    found = {paths[name] for name in _imported_names(source, paths) if name in paths}
    return tuple(sorted(found - {source.path}))


def _imported_names(source: Source, paths: Mapping[str, str]) -> Iterator[str]:
    for node in _runtime_nodes(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from _named_by_from(_absolute(source, node), node, paths)


def _named_by_from(module: str, node: ast.ImportFrom, paths: Mapping[str, str]) -> Iterator[str]:
    """Return the submodules that ``from module import …`` names, and `module` itself for every other name."""
    for alias in node.names:
        submodule = f"{module}.{alias.name}" if module else alias.name
        yield submodule if submodule in paths else module


def _absolute(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = source.name.split(".")
    is_package = source.path.endswith("__init__.py")
    above = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*above, *([node.module] if node.module else [])])


def _runtime_nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _is_type_checking(child.test):
            yield from (each for other in child.orelse for each in (other, *_runtime_nodes(other)))
            continue
        yield child
        yield from _runtime_nodes(child)


def _is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )
