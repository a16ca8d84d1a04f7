"""Diagrams as Mermaid and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from typing_extensions import TypedDict

from evaluator.diagrams.model import ClassModel, FunctionModel, Module, ProjectModel, RelationKind, Visibility

_SIGNS = {Visibility.PUBLIC: "+", Visibility.PRIVATE: "-"}
_ARROWS = {RelationKind.INHERITANCE: "--|>", RelationKind.ASSOCIATION: "-->", RelationKind.DEPENDENCY: "..>"}


def package_mermaid(model: ProjectModel) -> str:
    """Return a ``flowchart``: one node per module with its public exports, one arrow per dependency."""
    lines = ["flowchart TD"]
    lines += [_module_node(module) for module in model.modules]
    for module in model.modules:
        lines += [f"    {_identifier(module.name)} --> {_identifier(model.name_of(path))}" for path in module.imports]
    return "\n".join(lines) + "\n"


def class_mermaid(model: ProjectModel) -> str:
    """Return a ``classDiagram``: classes with members and relations, and one ``<<module>>`` box of free functions."""
    identifiers = _class_identifiers(model)
    lines = ["classDiagram"]
    for each in model.classes():
        lines += _class_box(each, identifiers[each.module, each.name])
    for module in model.modules:
        lines += _module_box(module)
    for each in model.classes():
        lines += _relation_lines(each, identifiers)
    return "\n".join(lines) + "\n"


def _module_node(module: Module) -> str:
    label = "<br/>".join([module.name, *module.exports])
    return f'    {_identifier(module.name)}["{label}"]'


def _identifier(name: str) -> str:
    return name.replace(".", "_")


def _class_identifiers(model: ProjectModel) -> dict[tuple[str, str], str]:
    """Return a diagram identifier per (module, class): the class name, with its module where two share the name."""
    count = Counter(each.name for each in model.classes())
    return {
        (each.module, each.name): each.name if count[each.name] == 1 else f"{_identifier(each.module)}_{each.name}"
        for each in model.classes()
    }


def _class_box(model: ClassModel, identifier: str) -> Iterator[str]:
    yield f"    class {identifier} {{"
    for attribute in model.attributes:
        type_ = f"{_plain(attribute.type)} " if attribute.type else ""
        yield f"        {_SIGNS[attribute.visibility]}{type_}{attribute.name}"
    for method in model.methods:
        yield f"        {_SIGNS[method.visibility]}{method.name}{_member_signature(method.signature)}"
    yield "    }"


def _module_box(module: Module) -> Iterator[str]:
    if module.functions:
        yield f"    class {_identifier(module.name)}_functions {{"
        yield "        <<module>>"
        yield from (_function_line(function) for function in module.functions)
        yield "    }"


def _function_line(function: FunctionModel) -> str:
    return f"        +{function.name}{_member_signature(function.signature)}"


def _member_signature(signature: str) -> str:
    """Return the signature in the form of class diagrams: result type after the closing parenthesis, no ``self``."""
    parameters, _, result = signature.rpartition(") -> ") if ") -> " in signature else (signature[:-1], "", "")
    inner = parameters.removeprefix("(").removeprefix("self").removeprefix(", ")
    return _plain(f"({inner}) {result}".rstrip())


def _plain(text: str) -> str:
    """Return text without the braces that end a class body in Mermaid."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())


def _relation_lines(model: ClassModel, identifiers: Mapping[tuple[str, str], str]) -> Iterator[str]:
    source = identifiers[model.module, model.name]
    for relation in model.relations:
        for (_, name), target in identifiers.items():
            if name == relation.target and target != source:
                yield f"    {source} {_ARROWS[relation.kind]} {target}"


class PackageEntry(TypedDict):
    """Module with its public names and the modules it depends on."""

    name: str
    exports: list[str]
    depends_on: list[str]


class AttributeEntry(TypedDict):
    """Attribute of a class."""

    name: str
    type: str
    visibility: str


class MethodEntry(TypedDict):
    """Method of a class."""

    name: str
    signature: str
    visibility: str
    description: str


class RelationEntry(TypedDict):
    """Relation of a class to another class."""

    kind: str
    target: str


class ClassEntry(TypedDict):
    """Class with its members and relations."""

    name: str
    module: str
    description: str
    bases: list[str]
    attributes: list[AttributeEntry]
    methods: list[MethodEntry]
    relations: list[RelationEntry]


class FunctionEntry(TypedDict):
    """Free function."""

    name: str
    module: str
    signature: str
    description: str


class PackageDiagram(TypedDict):
    """Package diagram."""

    packages: list[PackageEntry]


class ClassDiagram(TypedDict):
    """Class diagram with the free functions."""

    classes: list[ClassEntry]
    functions: list[FunctionEntry]


def package_json(model: ProjectModel) -> PackageDiagram:
    """Return the package diagram: one entry per module, in the order of paths."""
    return {
        "packages": [
            {
                "name": module.name,
                "exports": list(module.exports),
                "depends_on": [model.name_of(path) for path in module.imports],
            }
            for module in model.modules
        ]
    }


def class_json(model: ProjectModel) -> ClassDiagram:
    """Return the class diagram: public classes and public free functions, in the order of modules and lines."""
    return {
        "classes": [_class_entry(each) for each in model.classes()],
        "functions": [_function_entry(each) for each in model.functions()],
    }


def _class_entry(model: ClassModel) -> ClassEntry:
    return {
        "name": model.name,
        "module": model.module,
        "description": model.description,
        "bases": list(model.bases),
        "attributes": [
            {"name": each.name, "type": each.type, "visibility": each.visibility.value} for each in model.attributes
        ],
        "methods": [
            {
                "name": each.name,
                "signature": each.signature,
                "visibility": each.visibility.value,
                "description": each.description,
            }
            for each in model.methods
        ],
        "relations": [{"kind": each.kind.value, "target": each.target} for each in model.relations],
    }


def _function_entry(model: FunctionModel) -> FunctionEntry:
    return {
        "name": model.name,
        "module": model.module,
        "signature": model.signature,
        "description": model.description,
    }
