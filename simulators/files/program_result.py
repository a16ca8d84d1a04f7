"""Result of a program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProgramResult:
    """Exit status (128 + n: by signal n) and output of a program."""

    status: int
    stdout: str
    stderr: str

    def printed(self) -> str:
        """Return both streams, for messages."""
        return "\n".join(text.strip() for text in (self.stdout, self.stderr) if text.strip())
