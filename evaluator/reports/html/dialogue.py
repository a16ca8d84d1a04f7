"""Prompts and raw answers of one attempt, from its transcript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evaluator.reports.html.details import dialogue_files
from evaluator.runs.folder.paths import AttemptPaths

MAX_BYTES = 2_000_000
"""Bytes read of one file of a transcript; what is cut is said."""


def dialogue_of(paths: AttemptPaths) -> list[dict[str, Any]]:
    """Return every file of the transcript: messages and answer of a dialogue, else the text."""
    return [_entry(paths.transcript / name) for name in dialogue_files(paths)]


def _entry(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        content = file.read(MAX_BYTES)
    left_out = path.stat().st_size - len(content)
    text = content.decode("utf-8", "replace")
    entry = {"name": path.name, "leftOut": left_out}
    found = _json(text)
    if not isinstance(found, dict) or not {"messages", "reply"} <= found.keys():
        return {**entry, "text": text}
    reply = found["reply"]
    return {
        **entry,
        "messages": [[str(each.get("role", "")), str(each.get("text", ""))] for each in found["messages"]],
        "answer": str(reply.get("text", "")),
        "model": str(reply.get("model", "")),
        "incomplete": str(reply.get("not_whole", "")),
        "usage": reply.get("usage") or {},
    }


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
