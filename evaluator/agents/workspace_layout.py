"""Places in the workspace of an autonomous agent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WorkspaceLayout:
    """`project` is the folder of the project (``.``: the workspace itself), `reports` that of reports.

    Reports are ``report.json`` and traces; they never belong to the project.
    """

    project: str = "project"
    reports: str = "."

    def report(self, name: str) -> str:
        """Return the path of a report in the workspace."""
        return name if self.reports == "." else f"{self.reports}/{name}"


PROJECT_FOLDER = WorkspaceLayout()
"""The project in a folder of its own, answers and reports beside it."""

WHOLE_WORKSPACE = WorkspaceLayout(project=".", reports=".projecteval")
"""The workspace is the project, as in NL2Repo-Bench; reports are in a hidden folder."""

TURN_LIMIT = "PROJECTEVAL_TURN_LIMIT"
"""Environment variable with the number of turns that the agent may take."""
