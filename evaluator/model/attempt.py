"""The unit of work, of resuming and of distribution."""

from __future__ import annotations

from dataclasses import dataclass

from missions.mission import Level, Mode


@dataclass(frozen=True, order=True)
class Attempt:
    """One mission, built once: at a level, in a mode, as sample number 1, 2, …, or as the recorded run `recorded`."""

    mission: str
    level: Level = Level.PROMPT
    mode: Mode = Mode.DIRECT
    sample: int = 1
    recorded: str = ""

    @property
    def label(self) -> str:
        """How it is called in messages and folders: ``bmi/level-1-direct/sample-1``; a recorded run's name takes the
        place of the sample."""
        return f"{self.mission}/level-{int(self.level)}-{self.mode}/{self.recorded or f'sample-{self.sample}'}"


@dataclass(frozen=True)
class Recording:
    """What was recorded once: at which level, in which mode, by which model (empty: not known), with a digest of its
    files."""

    level: Level
    mode: Mode
    model: str
    digest: str
