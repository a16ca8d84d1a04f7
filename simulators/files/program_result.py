"""How a program ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProgramResult:
    """How a program ended: its exit status (128 + n: by signal n) and what it printed."""

    status: int
    stdout: str
    stderr: str

    def printed(self) -> str:
        """Both streams, for messages."""
        return "\n".join(text.strip() for text in (self.stdout, self.stderr) if text.strip())
