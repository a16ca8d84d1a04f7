"""`ProjectModel` → the JSON form of the package and class diagrams."""

from __future__ import annotations

from typing import TypedDict

from evaluator.diagrams.model import ClassModel, FunctionModel, ProjectModel


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
