"""The unit of work, of resuming and of distribution."""

from __future__ import annotations

from dataclasses import dataclass

from missions.model import Level, Mode


@dataclass(frozen=True, order=True)
class Attempt:
    """One mission, built once: at a level, in a mode, as sample number 1, 2, …"""

    mission: str
    level: Level = Level.PROMPT
    mode: Mode = Mode.DIRECT
    sample: int = 1

    @property
    def label(self) -> str:
        """How it is called in messages and folders: ``bmi/level-1-direct/sample-1``."""
        return f"{self.mission}/level-{int(self.level)}-{self.mode}/sample-{self.sample}"
