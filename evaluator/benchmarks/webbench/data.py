"""Catalog ``webbench:FOLDER`` of a local copy of the public repository."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evaluator.benchmarks.webbench.repository import SOLUTION, Project, find_projects
from missions.errors import MissionError
from missions.formats import Catalog
from missions.mission import Checklist, Mission, Stack
from missions.reference import Reference
from missions.sources.data_sets import origin_of
from simulators.runtime.environments.npm_locks import NpmPackages

BENCHMARK = "webbench"
INSTALLS = re.compile(r"\bnpm (i|install)\b")
"""Script that installs packages of the agent's choice while a task is tested."""

DOWNLOADED_BY_SCRIPTS = frozenset({"prisma", "mongodb-memory-server"})
"""Packages of which a script of theirs downloads a part; environments are installed without scripts."""


@dataclass(frozen=True)
class WebBenchCatalog(Catalog):
    """All projects that the original evaluates, by the names of their folders."""

    folder: Path

    name: str = BENCHMARK
    benchmark: str = BENCHMARK

    def ids(self) -> tuple[str, ...]:
        return tuple(self._projects)

    def mission(self, mission_id: str) -> Mission:
        project = self._project(mission_id)
        return Mission(
            mission_id,
            mission_id,
            Stack.WEB,
            "\n\n".join(f"{task.id}: {task.description.strip()}" for task in project.tasks) + "\n",
            Checklist(()),
            (),
            environment=project.packages.environment,
            technologies=("HTML", "CSS", "JavaScript"),
            source=project.folder,
            fingerprint=project.digest(),
            benchmark=BENCHMARK,
            facts_by_type={Project: project},
            unusable=self._problem(project),
        )

    def data(self) -> Mapping[str, str]:
        return origin_of(self.folder)

    def reference(self, mission_id: str) -> Reference | None:
        """Return the state after the last task: the repository has no other one."""
        files = self._project(mission_id).files(SOLUTION)
        return Reference(files) if files else None

    def packages(self, mission_id: str) -> NpmPackages:
        """Return the packages that a project asks for."""
        return self._project(mission_id).packages

    @cached_property
    def _projects(self) -> dict[str, Project]:
        return find_projects(self.folder)

    def _project(self, mission_id: str) -> Project:
        if mission_id not in self._projects:
            raise MissionError(f"no project {mission_id!r} in {self.folder}; there are {', '.join(self._projects)}")
        return self._projects[mission_id]

    def _problem(self, project: Project) -> str:
        """Return why a project cannot be evaluated; empty when it can."""
        if INSTALLS.search(project.manifest.scripts.get("init", "")):
            return "packages of the agent's choice would be downloaded while it is tested: sandboxes have no network"
        if lacking := DOWNLOADED_BY_SCRIPTS & project.packages.wanted.keys():
            return (
                f"a part of its package {', '.join(sorted(lacking))} is downloaded by a script, which is never executed"
            )
        if not project.packages.are_locked:
            command = f"projecteval missions lock-packages webbench:{self.folder} --select {project.id}"
            return f"its packages are not locked; run: {command}"
        return ""
