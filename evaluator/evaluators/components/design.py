"""Components of a design, and the comparison of a solution's source with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import TypeAdapter, ValidationError

from evaluator.diagrams.model import Visibility
from evaluator.diagrams.products import ClassDiagram, class_json
from evaluator.diagrams.reading import read_files
from evaluator.model.errors import EvaluatorError
from missions.formats.library import ComponentTests
from missions.mission import Mission
from missions.project_files import Files
from missions.reference import Reference

DIAGRAM = TypeAdapter(ClassDiagram)


class ComponentKind(StrEnum):
    """Kind of a component."""

    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"


class ArgumentForm(StrEnum):
    """How an argument is given."""

    POSITION = "position"
    ANY = "any"
    NAME = "name"
    FURTHER_POSITIONS = "*"
    FURTHER_NAMES = "**"


@dataclass(frozen=True)
class DesignedParameter:
    """One parameter of a signature."""

    name: str
    kind: ArgumentForm
    required: bool


@dataclass(frozen=True)
class Component:
    """Public class, function or method of a design. `signature` is ``(self, text: str) -> int``; empty for a class."""

    module: str
    name: str
    kind: ComponentKind
    signature: str = ""

    @property
    def id(self) -> str:
        """Name in the form of entry points: ``package.module:Class.method``."""
        return f"{self.module}:{self.name}"

    def parameters(self) -> tuple[DesignedParameter, ...] | None:
        """Return the parameters of the signature; None for a class, and for a signature that is no Python."""
        return parameters_of(self.signature) if self.signature else None


@dataclass(frozen=True)
class Design:
    """Components in order, and all designed elements (attributes and bases included) by module, in words."""

    components: tuple[Component, ...]
    elements: Mapping[str, Mapping[str, str]]

    def lines(self, module: str) -> list[str]:
        """Return the elements of `module` in words."""
        return list(self.elements.get(module, {}).values())


@dataclass(frozen=True)
class Conformance:
    """Elements of a design that a solution lacks, has in addition, or has in another form: ``module:name``."""

    missing: tuple[str, ...]
    extra: tuple[str, ...]
    changed: tuple[str, ...]


def design_of(mission: Mission, reference: Reference | None) -> Design:
    """Return the mission's class diagram, or that of its reference, without the components that it excludes.

    Raises `EvaluatorError` where there is none.
    """
    design, table = _whole_design(mission, reference), mission.facts(ComponentTests)
    excluded = table.excluded if table else frozenset()
    return replace(design, components=tuple(each for each in design.components if each.id not in excluded))


def _whole_design(mission: Mission, reference: Reference | None) -> Design:
    written = mission.documents.get("uml_class_json")
    if written is not None:
        try:
            return design_in(DIAGRAM.validate_json(written.text))
        except ValidationError as error:
            raise EvaluatorError(f"mission {mission.id}: uml/class.json is no class diagram: {error}") from error
    if reference is None:
        raise EvaluatorError(f"mission {mission.id} has neither uml/class.json nor a reference to derive it from")
    return design_in_files(reference.files)[0]


def design_in_files(files: Files) -> tuple[Design, tuple[str, ...]]:
    """Return what the source in `files` implements, and which of them cannot be read. Never raises for the content."""
    model, problems = read_files(files)
    return design_in(class_json(model)), problems


def design_in(diagram: ClassDiagram) -> Design:
    """Return the public components and elements of a class diagram."""
    elements: dict[str, dict[str, str]] = {}
    components = []
    for module, name, kind, text, signature in _listed(diagram):
        elements.setdefault(module, {})[name] = text
        if kind is not None:
            components.append(Component(module, name, kind, signature))
    return Design(tuple({each.id: each for each in components}.values()), elements)


def _listed(diagram: ClassDiagram) -> Iterator[tuple[str, str, ComponentKind | None, str, str]]:
    """Yield module, name, kind (None: an attribute), words and signature of every public element."""
    for one in diagram["classes"]:
        module, name = one["module"], one["name"]
        bases = f"({', '.join(one['bases'])})" if one["bases"] else ""
        yield module, name, ComponentKind.CLASS, f"class {name}{bases}", ""
        for attribute in one["attributes"]:
            if attribute["visibility"] == Visibility.PUBLIC:
                inner = f"{name}.{attribute['name']}"
                yield module, inner, None, f"    {inner}" + (f": {attribute['type']}" if attribute["type"] else ""), ""
        for method in one["methods"]:
            if method["visibility"] == Visibility.PUBLIC:
                inner, signature = f"{name}.{method['name']}", method["signature"]
                yield module, inner, ComponentKind.METHOD, f"    {inner}{signature}", signature
    for free in diagram["functions"]:
        signature = free["signature"]
        yield free["module"], free["name"], ComponentKind.FUNCTION, f"{free['name']}{signature}", signature


def conformance(designed: Design, built: Design) -> Conformance:
    """Compare all elements."""
    wanted, there = _flat(designed), _flat(built)
    return Conformance(
        tuple(name for name in wanted if name not in there),
        tuple(name for name in there if name not in wanted),
        tuple(name for name, text in wanted.items() if name in there and there[name] != text),
    )


def _flat(design: Design) -> dict[str, str]:
    return {f"{module}:{name}": text for module, own in design.elements.items() for name, text in own.items()}


def parameters_of(signature: str) -> tuple[DesignedParameter, ...] | None:
    """Return the parameters of ``(self, text: str = "") -> int``; None for what is no signature."""
    try:
        (function,) = ast.parse(f"def _{signature}: ...").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tuple(_parameters(function.args)) if isinstance(function, ast.FunctionDef) else None


def _parameters(arguments: ast.arguments) -> Iterator[DesignedParameter]:
    by_position = [
        *((each.arg, ArgumentForm.POSITION) for each in arguments.posonlyargs),
        *((each.arg, ArgumentForm.ANY) for each in arguments.args),
    ]
    for number, (name, kind) in enumerate(by_position):
        yield DesignedParameter(name, kind, number < len(by_position) - len(arguments.defaults))
    if arguments.vararg:
        yield DesignedParameter(arguments.vararg.arg, ArgumentForm.FURTHER_POSITIONS, required=False)
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield DesignedParameter(each.arg, ArgumentForm.NAME, default is None)
    if arguments.kwarg:
        yield DesignedParameter(arguments.kwarg.arg, ArgumentForm.FURTHER_NAMES, required=False)
