"""Settings of one user's session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin

from simulators.setting import Setting


@dataclass(frozen=True)
class SessionSettings:
    """The project's root URL, a folder for the user's files, the mission's setting and material.

    `offset` is the difference of the page's clock to the real one (negative: behind).
    """

    site: str
    files: Path
    setting: Setting
    material: Path | None = None
    offset: timedelta = timedelta()

    def absolute(self, url: str) -> str:
        return urljoin(self.site.rstrip("/") + "/", url)
