"""Upstream projects of the tasks: a table of pinned source distributions, and places for those that it lacks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from missions.sdists import SourceDistribution
from simulators.home import home

TABLE = Path(__file__).parent / "sources.toml"
LOCKS = Path(__file__).parent / "locks"


class SourceTable(BaseModel):
    """Source distribution that a task's tests come from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    version: str
    sha256: str
    category: str = ""

    @property
    def distribution(self) -> SourceDistribution:
        return SourceDistribution(self.name, self.version, self.sha256)


def source_distributions() -> Mapping[str, SourceTable]:
    """Return the table by task."""
    return TypeAdapter(dict[str, SourceTable]).validate_python(tomllib.loads(TABLE.read_text(encoding="utf-8")))


@dataclass(frozen=True)
class TaskSource:
    """Upstream project and lock file of a task.

    A project in ``$PROJECTEVAL_HOME/nl2repo/TASK/upstream`` and a lock file beside it, ``requirements.lock``, take
    precedence over the table and the lock file of this package.
    """

    task: str

    @property
    def own(self) -> Path:
        return home() / "nl2repo" / self.task / "upstream"

    @property
    def own_lock(self) -> Path:
        return home() / "nl2repo" / self.task / "requirements.lock"

    @property
    def upstream(self) -> Path | None:
        """Folder of the upstream project; None when it is not on this machine."""
        table = source_distributions().get(self.task)
        places = (self.own, *((table.distribution.folder,) if table else ()))
        return next((place for place in places if place.is_dir()), None)

    @property
    def lock(self) -> Path | None:
        """Lock file of the task's environment; None when there is none."""
        return next((path for path in (self.own_lock, LOCKS / f"{self.task}.lock") if path.is_file()), None)

    def problem(self, catalog: str, packages: Mapping[str, str] | None = None) -> str:
        """Return why the task cannot be evaluated yet and what to do; empty when it can.

        `packages` are those that its specification pins.
        """
        if self.upstream is None and self.task in source_distributions():
            return f"its tests are not here; run: projecteval missions fetch-tests {catalog} --select {self.task}"
        if self.upstream is None:
            return f"no source distribution with its tests is known; put the upstream project into {self.own}"
        if self.lock is None:
            pins = " ".join(f"{name}=={version}" for name, version in (packages or {}).items())
            return f"no lock file; write {self.own_lock} with pip-compile --generate-hashes for: {pins or 'pytest'}"
        return ""
