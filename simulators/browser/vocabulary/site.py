"""Where a user is sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin

from simulators.setting import Setting

OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
"""Names of the project's own host; everything else is foreign."""


@dataclass(frozen=True)
class Place:
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
