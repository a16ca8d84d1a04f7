"""Readers and writers of data formats: a format is a `Catalog`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from missions.mission import Mission
    from missions.reference import Reference
    from missions.trust import CodeFolder


class Catalog(ABC):
    """A set of missions by their ids, in order. `mission` and `reference` raise `MissionError` for an unknown id."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name by which `open_catalog` opens it."""

    @property
    @abstractmethod
    def benchmark(self) -> str:
        """Name of the benchmark whose rules the missions were written for."""

    @abstractmethod
    def ids(self) -> tuple[str, ...]: ...

    @abstractmethod
    def mission(self, mission_id: str) -> Mission: ...

    def reference(self, mission_id: str) -> Reference | None:
        """Return the reference solution; None where there is none. Raises `SolutionError` when it is unreadable."""
        return None

    def described(self, mission_id: str) -> Mission:
        """Return a mission to be read, not to be run: where missions are Python code, nothing of it is executed.

        Raises `MissionError`, and `NotDescribed` where only its execution would tell.
        """
        return self.mission(mission_id)

    def data(self) -> Mapping[str, str]:
        """Return name and version of the public data set that the missions come from; empty where it is not pinned."""
        return {}

    def code(self, ids: Sequence[str]) -> tuple[CodeFolder, ...]:
        """Return the folders from which these missions are imported; none for those of the project."""
        return ()
