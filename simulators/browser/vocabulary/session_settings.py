"""Where a user is sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin

from simulators.setting import Setting


@dataclass(frozen=True)
class SessionSettings:
    """Where a user is sent: the project's root, the mission's material, a folder for files, the setting.

    `offset` is what the page's clock is ahead of the real one (negative: behind).
    """

    site: str
    files: Path
    setting: Setting
    material: Path | None = None
    offset: timedelta = timedelta()

    def absolute(self, url: str) -> str:
        return urljoin(self.site.rstrip("/") + "/", url)
