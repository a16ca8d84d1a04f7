"""Design diagrams derived from Python source: packages, classes and the file dependency graph.

``read_project`` parses a folder (nothing is imported or executed) and returns a `ProjectModel`; every product is a
pure function of that model:

* `package_mermaid`, `package_json`: modules, their public exports and their dependencies;
* `class_mermaid`, `class_json`: classes, attributes, methods, relations and free functions;
* `file_dag`: each source file with the project files it imports, dependencies first.

``write_diagrams`` writes all five into a mission folder, ``diagram_differences`` compares the committed ones with the
derived ones.
"""

from evaluator.diagrams.agreement import DiagramDifference, diagram_differences, diagram_files, write_diagrams
from evaluator.diagrams.model import (
    Attribute,
    ClassModel,
    DiagramError,
    FunctionModel,
    Method,
    Module,
    ProjectModel,
    Relation,
    RelationKind,
    Visibility,
    file_dag,
)
from evaluator.diagrams.products import class_json, class_mermaid, package_json, package_mermaid
from evaluator.diagrams.reading import read_files, read_project

__all__ = [
    "Attribute",
    "ClassModel",
    "DiagramDifference",
    "DiagramError",
    "FunctionModel",
    "Method",
    "Module",
    "ProjectModel",
    "Relation",
    "RelationKind",
    "Visibility",
    "class_json",
    "class_mermaid",
    "diagram_differences",
    "diagram_files",
    "file_dag",
    "package_json",
    "package_mermaid",
    "read_files",
    "read_project",
    "write_diagrams",
]
