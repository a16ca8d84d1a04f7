"""Stored answers of an attempt whose generation is not finished."""

from __future__ import annotations

from collections.abc import Iterator

from evaluator.io.atomic import read_json
from evaluator.model.generation import Usage
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.strategies.dialogue import TranscriptEntry


def transcript_usage(paths: AttemptPaths) -> Iterator[Usage]:
    """Yield the cost of every answered question of an attempt."""
    for path in sorted(paths.transcript.glob("[0-9][0-9]*-*.json")):
        yield read_json(path, TranscriptEntry).reply.usage
