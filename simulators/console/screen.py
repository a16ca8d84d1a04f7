"""What a terminal of 80 × 24 shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyte

MOST_BEHIND = 256 << 10
"""Bytes of which the screen is drawn when more were printed since it was last looked at."""

QUESTION = re.compile(rb"\x1b\[[0-9]*[nc]")
"""Asks the terminal something: where the cursor is, what it can do."""


class Display:
    """Draws what a program prints, when somebody looks or the program asks the terminal something.

    `answer` takes what the terminal replies.
    """

    COLUMNS, LINES = 80, 24

    def __init__(self, answer: Callable[[bytes], None]) -> None:
        self._screen = _Screen(answer)
        self._stream = _Stream(self._screen)
        self._behind = bytearray()

    def feed(self, chunk: bytes) -> None:
        self._behind += chunk
        if QUESTION.search(self._behind, max(0, len(self._behind) - len(chunk) - 8)):
            self._catch_up()

    def text(self) -> str:
        """The lines shown, blanks at their ends and empty lines at the end removed."""
        self._catch_up()
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip("\n")

    def _catch_up(self) -> None:
        self._stream.feed(bytes(self._behind[-MOST_BEHIND:]))
        self._behind.clear()


class _Screen(pyte.Screen):
    def __init__(self, answer: Callable[[bytes], None]) -> None:
        super().__init__(Display.COLUMNS, Display.LINES)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data.encode())

    @property
    def display(self) -> list[str]:
        """The lines shown; the second half of an overwritten wide character is empty (the base class raises for it)."""
        return ["".join(self.buffer[y][x].data for x in range(self.columns)) for y in range(self.lines)]


class _Stream(pyte.ByteStream):
    """A sequence that pyte cannot take shows nothing; the stream has set itself back by then."""

    def _send_to_parser(self, data: str) -> bool | None:
        try:
            return super()._send_to_parser(data)
        except Exception:  # noqa: BLE001 - hostile sequences raise whatever they happen to hit
            return True
