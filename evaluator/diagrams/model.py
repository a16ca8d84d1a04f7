"""Model of a project for its diagrams: modules, classes, functions, relations; dependencies between files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class DiagramError(Exception):
    """A folder or source file from which no diagram can be derived; the message names the file and the cause."""


class Visibility(StrEnum):
    """Visibility of a member: names with a leading underscore are private, except ``__dunder__`` names."""

    PUBLIC = "public"
    PRIVATE = "private"


class RelationKind(StrEnum):
    """Relation of a class to another class of the project."""

    INHERITANCE = "inheritance"  # the other class is a base
    ASSOCIATION = "association"  # an attribute's type names the other class
    DEPENDENCY = "dependency"  # a method's signature names the other class


@dataclass(frozen=True)
class Attribute:
    """Attribute or property of a class; `type` is empty where the source states none."""

    name: str
    type: str
    visibility: Visibility


@dataclass(frozen=True)
class Method:
    """Method of a class with its signature, ``(self, text: str) -> int``, and the summary of its docstring."""

    name: str
    signature: str
    visibility: Visibility
    description: str


@dataclass(frozen=True)
class Relation:
    """Relation to the class named `target`."""

    kind: RelationKind
    target: str


@dataclass(frozen=True)
class ClassModel:
    """Public class of a module."""

    name: str
    module: str
    description: str
    bases: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    methods: tuple[Method, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True)
class FunctionModel:
    """Public function at the top level of a module."""

    name: str
    module: str
    signature: str
    description: str


@dataclass(frozen=True)
class Module:
    """Source file: dotted name, path with forward slashes, public names, and the project files that it imports."""

    name: str
    path: str
    description: str
    exports: tuple[str, ...]
    imports: tuple[str, ...]
    classes: tuple[ClassModel, ...]
    functions: tuple[FunctionModel, ...]


@dataclass(frozen=True)
class ProjectModel:
    """Modules of a project, ordered by path."""

    modules: tuple[Module, ...]

    def classes(self) -> Iterator[ClassModel]:
        """Return every class in the order of modules and source lines."""
        return (each for module in self.modules for each in module.classes)

    def functions(self) -> Iterator[FunctionModel]:
        """Return every free function in the order of modules and source lines."""
        return (each for module in self.modules for each in module.functions)

    def name_of(self, path: str) -> str:
        """Return the dotted name of the module at `path`."""
        return next(module.name for module in self.modules if module.path == path)


def file_dag(model: ProjectModel) -> dict[str, list[str]]:
    """Return each source file with the project files it imports; dependencies come before their users.

    Files are visited by path and depth first. In an import cycle the file reached first comes last.
    """
    imports = {module.path: module.imports for module in model.modules}
    return {path: list(imports[path]) for path in depth_first(imports)}


def depth_first(imports: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the files of a graph of dependencies, each after those that it depends on, in the order of its keys."""
    order: dict[str, None] = {}
    for path in imports:
        _visit(path, imports, order)
    return tuple(order)


def _visit(path: str, imports: Mapping[str, Sequence[str]], order: dict[str, None]) -> None:
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
            stack.append((following, iter(imports.get(following, ()))))
