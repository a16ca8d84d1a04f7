"""Settings of one user's session."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from simulators.mission_clock import MissionClock
from simulators.setting import Setting


@dataclass(frozen=True)
class SessionSettings:
    """The project's root URL, a folder for the user's files, the mission's setting and material.

    `clock` is the mission's, which the user's pages follow.
    """

    site: str
    files: Path
    setting: Setting
    clock: MissionClock
    material: Path | None = None

    def absolute(self, url: str) -> str:
        return urljoin(self.site.rstrip("/") + "/", url)
