"""Dependency graph of a project's files."""

from __future__ import annotations

from collections.abc import Mapping

from evaluator.diagrams.model import ProjectModel


def file_dag(model: ProjectModel) -> dict[str, list[str]]:
    """Return each source file with the project files it imports; dependencies come before their users.

    Files are visited by path and depth first. In an import cycle the file reached first comes last.
    """
    imports = {module.path: module.imports for module in model.modules}
    order: dict[str, None] = {}
    for path in imports:
        _visit(path, imports, order)
    return {path: list(imports[path]) for path in order}


def _visit(path: str, imports: Mapping[str, tuple[str, ...]], order: dict[str, None]) -> None:
    """Append `path` to `order` after its dependencies, without recursion: chains of imports may be long."""
    entered = {path}
    stack = [(path, iter(imports[path]))]
    while stack:
        current, rest = stack[-1]
        following = next((each for each in rest if each not in order and each not in entered), None)
        if following is None:
            order.setdefault(current)
            stack.pop()
        else:
            entered.add(following)
            stack.append((following, iter(imports[following])))
