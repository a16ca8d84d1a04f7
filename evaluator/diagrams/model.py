"""Model of a Python project as its diagrams show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


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
