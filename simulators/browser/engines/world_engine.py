"""Part of an engine that works in the isolated world of the current window, and is the same for every engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import Any

from simulators.browser.engines.interface import Point
from simulators.browser.engines.isolated_world import IsolatedWorld
from simulators.evidence import Area


class WorldEngine(ABC):
    """Calls of the library, frames and places; see `simulators.browser.engines.interface.BrowserEngine`."""

    @property
    @abstractmethod
    def _world(self) -> IsolatedWorld:
        """Return the isolated world of the current window, installed on first use."""

    def ask(self, function: str, argument: object, timeout: float) -> Any:
        return self._world.ask(function, argument, timeout)

    def renderings(self, timeout: float) -> int:
        return self._world.renderings(timeout)

    def put_file(self, function: str, argument: object, path: Path, timeout: float) -> None:
        self._world.put_file(self._world.element(function, argument, timeout), path, timeout)

    def picture_of(self, function: str, argument: object, timeout: float) -> bytes:
        return self._world.picture(self._world.element(function, argument, timeout), timeout)

    def pixels(self, area: Area, timeout: float) -> bytes:
        offset = self.offset(timeout)
        return self._world.pixels(replace(area, left=area.left + offset.x, top=area.top + offset.y), timeout)

    def visible_area(self, timeout: float) -> Area:
        return self._world.visible_area(timeout)

    def elements(self, timeout: float) -> int:
        return self._world.elements(timeout)

    def enter_frame(self, function: str, argument: object, timeout: float) -> None:
        self._world.enter(self._world.element(function, argument, timeout), timeout)

    def leave_frame(self, timeout: float) -> None:
        self._world.leave()

    def offset(self, timeout: float) -> Point:
        return self._world.offset(timeout)

    def _in_window(self, at: Point, timeout: float) -> Point:
        offset = self.offset(timeout)
        return Point(at.x + offset.x, at.y + offset.y)
