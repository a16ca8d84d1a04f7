"""Attempt: the unit of scheduling, resuming and distribution."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Attempt:
    """One mission, built once from an input set by a strategy, as sample 1, 2, … or as the recorded run `recorded`."""

    mission: str
    input_set: str
    strategy: str
    sample: int = 1
    recorded: str = ""

    @property
    def label(self) -> str:
        """Name in messages and folders: ``bmi/level-1-direct/sample-1``; a recorded run's name replaces the sample."""
        return f"{self.mission}/{self.input_set}-{self.strategy}/{self.recorded or f'sample-{self.sample}'}"


@dataclass(frozen=True)
class Recording:
    """A recorded run: its input set, strategy, model (empty: unknown) and a digest of its files."""

    input_set: str
    strategy: str
    model: str
    digest: str
