"""Traces of programs that build: files that they write, and what they print, read as untrusted input."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evaluator.agents.traces.openhands import read_openhands
from evaluator.agents.traces.printed import read_aider, read_claude_code, read_codex, read_gemini, read_opencode
from evaluator.agents.traces.written import read_json_lines, read_mini_swe_agent
from evaluator.model.trajectory import Trajectory

FORMATS: Mapping[str, Callable[[str], Trajectory]] = {
    "trace.jsonl": read_json_lines,
    "trace.openhands.json": read_openhands,
    "trace.claude-code.jsonl": read_claude_code,
    "trajectory.json": read_mini_swe_agent,
}
"""Reader by the name of the file; where a program writes several, the first counts."""

PRINTED: Mapping[str, Callable[[str], Trajectory]] = {
    "claude-code": read_claude_code,
    "codex": read_codex,
    "gemini-cli": read_gemini,
    "opencode": read_opencode,
    "openhands": read_openhands,
    "aider": read_aider,
    "projecteval": read_json_lines,
}
"""Reader by the name of the format of a program's output."""

MAX_TRACE_BYTES = 64 << 20
"""Bytes of a trace that are read."""

__all__ = ["FORMATS", "MAX_TRACE_BYTES", "PRINTED", "read_claude_code", "read_json_lines", "read_openhands"]
