"""Screen of a terminal with 80 columns and 24 lines.

pyte interprets the control sequences. Drawing a byte takes a few microseconds for any output: sequences for which
pyte would visit the whole screen are implemented here in constant time, and combining marks are bounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pyte
import pyte.modes
from pyte.screens import StaticDefaultDict

from simulators.text import MAX_MARKS, stream_safe

MAX_BEHIND_BYTES = 256 << 10
"""Maximum bytes from which the screen is drawn when more were printed since it was last read."""

MAX_ANSWERED_BYTES = 1 << 20
"""Maximum bytes drawn because the program queries the terminal; further queries are not answered."""

MAX_SAVED = 50
"""Cursor positions that a program may save."""

QUESTION = re.compile(rb"\x1b\[[0-9]*[nc]")
"""Query to the terminal: position of the cursor, capabilities."""

UNUSED_MODES = frozenset({pyte.modes.DECSCNM, pyte.modes.DECCOLM})
"""Reverse video, which changes no text, and 132 columns, which the terminal does not have."""


class Display:
    """Screen that is drawn when it is read, or when the program queries the terminal.

    `answer` takes the terminal's reply.
    """

    COLUMNS, LINES = 80, 24

    def __init__(self, answer: Callable[[bytes], None]) -> None:
        self._screen = _Screen(answer)
        self._stream = _Stream(self._screen)
        self._behind = bytearray()
        self._answered = 0

    def feed(self, chunk: bytes) -> None:
        """Append output of the program."""
        self._behind += chunk
        if self._answered > MAX_ANSWERED_BYTES:
            return
        if QUESTION.search(self._behind, max(0, len(self._behind) - len(chunk) - 8)):
            self._answered += len(self._behind)
            self._catch_up()

    def text(self) -> str:
        """Return the lines shown, without blanks at their ends and empty lines at the end."""
        self._catch_up()
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip("\n")

    def _catch_up(self) -> None:
        self._stream.feed(bytes(self._behind[-MAX_BEHIND_BYTES:]))
        self._behind.clear()


class _Screen(pyte.Screen):
    def __init__(self, answer: Callable[[bytes], None]) -> None:
        super().__init__(Display.COLUMNS, Display.LINES)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data.encode())

    def draw(self, data: str) -> None:
        """Draw characters; marks beyond `MAX_MARKS` of one character are omitted."""
        super().draw(self._without_surplus_marks(stream_safe(data)))

    def set_mode(self, *modes: int, **options: Any) -> None:
        super().set_mode(*_used(modes, options), **options)

    def reset_mode(self, *modes: int, **options: Any) -> None:
        super().reset_mode(*_used(modes, options), **options)

    def erase_in_display(self, how: int = 0, *arguments: Any, **options: Any) -> None:
        """Erase below (0) or above (1) the cursor, or everything (2, 3); erased cells are not stored."""
        erased = {0: range(self.cursor.y + 1, self.lines), 1: range(self.cursor.y)}.get(how, range(self.lines))
        for line in erased:
            self.buffer.pop(line, None)
        if how in (0, 1):
            self.erase_in_line(how)

    def save_cursor(self) -> None:
        super().save_cursor()
        del self.savepoints[:-MAX_SAVED]

    def alignment_display(self) -> None:
        """Fill the screen with the letter E (DECALN)."""
        letter = self.default_char._replace(data="E")
        for number in range(self.lines):
            self.buffer[number] = StaticDefaultDict(letter)

    @property
    def display(self) -> list[str]:
        """The lines shown; the second half of an overwritten wide character is empty (the base class raises for it)."""
        return ["".join(self.buffer[y][x].data for x in range(self.columns)) for y in range(self.lines)]

    def _without_surplus_marks(self, data: str) -> str:
        """Remove the marks at the beginning of `data` that exceed the limit of the character before the cursor."""
        if not data or not unicodedata.combining(data[0]):
            return data
        line, column = self.cursor.y - (self.cursor.x == 0), (self.cursor.x or self.columns) - 1
        room = MAX_MARKS + 1 - len(self.buffer[max(0, line)][column].data)
        marks = next((at for at, character in enumerate(data) if not unicodedata.combining(character)), len(data))
        return data[: max(0, min(marks, room))] + data[marks:]


def _used(modes: tuple[int, ...], options: dict[str, Any]) -> list[int]:
    """Return the modes without those that change no text; pyte numbers private ones by a shift."""
    shift = 5 if options.get("private") else 0
    return [mode for mode in modes if mode << shift not in UNUSED_MODES]


class _Stream(pyte.ByteStream):
    """Stream that ignores sequences which pyte cannot interpret; the stream has reset itself by then."""

    def _send_to_parser(self, data: str) -> bool | None:
        try:
            return super()._send_to_parser(data)
        except Exception:  # noqa: BLE001 - hostile sequences raise any exception
            return True
