"""Data for the report's script, safe to embed whatever a model or a project produced."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote

from evaluator.io.terminal import printable
from simulators.trace import shortened

MAX_TEXT_CHARS = 200_000
"""Characters of one text; longer ones are cut in their middle, which the text says."""

UNSAFE = {ord(each): f"\\u{ord(each):04x}" for each in "<>&\u2028\u2029"}
"""Characters that could end a script element or a line of a script; in JSON they occur in strings only."""


def shown(text: str) -> str:
    """Return `text` with escapes for control characters and changes of direction, cut to `MAX_TEXT_CHARS`."""
    return printable(shortened(text, MAX_TEXT_CHARS))


def script_data(value: object) -> str:
    """Return JSON of plain data in ASCII, every text made safe to show, that may stand inside a script."""
    text = json.dumps(_shown_everywhere(value), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.translate(UNSAFE)


def received(name: str, value: object) -> str:
    """Return a script that hands `value` to the report under `name`: from disk, a page may load scripts only."""
    return f"projectevalReport.receive({script_data(name)},{script_data(value)});\n"


def address(*parts: str) -> str:
    """Return a relative address; each part may be any text without slashes of its own meaning."""
    return "/".join(quote(part, safe="/") for part in parts)


def _shown_everywhere(value: object) -> object:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, Mapping):
        return {shown(str(key)): _shown_everywhere(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_shown_everywhere(each) for each in value]
    if isinstance(value, float) and value - value != 0:
        return None  # neither NaN nor infinity is JSON
    return value
