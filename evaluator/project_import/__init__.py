"""Missions from existing Python projects: documents, diagrams, and tests mapped to components and checked."""

from evaluator.project_import.importing import ImportedProject, ProjectImport, import_project

__all__ = ["ImportedProject", "ProjectImport", "import_project"]
