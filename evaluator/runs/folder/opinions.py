"""Opinions of a run's judge, as they are stored: one file for each question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evaluator.io.files import read_json
from evaluator.model.generation import ChatMessage, Reply, Usage


@dataclass(frozen=True)
class Opinion:
    """Content of one file below ``judge/``: who was asked, for which attempt and evaluator, and the answer."""

    judge: str
    attempt: str
    evaluator: str
    messages: tuple[ChatMessage, ...]
    reply: Reply


def opinions_usage(folder: Path) -> Iterator[Usage]:
    """Yield the cost of every opinion of a run."""
    for path in sorted(folder.glob("*.json")):
        yield read_json(path, Opinion).reply.usage
