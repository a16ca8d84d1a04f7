"""Traces that programs write while they build, read as untrusted input.

The file name names the format (`FORMATS`); each reader turns the file's text into a `Trajectory`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evaluator.agents.traces.claude_code import read_claude_code
from evaluator.agents.traces.json_lines import read_json_lines
from evaluator.agents.traces.openhands import read_openhands
from evaluator.model.trajectory import Trajectory

FORMATS: Mapping[str, Callable[[str], Trajectory]] = {
    "trace.jsonl": read_json_lines,
    "trace.openhands.json": read_openhands,
    "trace.claude-code.jsonl": read_claude_code,
}
"""Reader by the name of the file; where a program writes several, the first counts."""

MAX_TRACE_BYTES = 64 << 20
"""Bytes of a trace that are read."""

__all__ = ["FORMATS", "MAX_TRACE_BYTES", "read_claude_code", "read_json_lines", "read_openhands"]
