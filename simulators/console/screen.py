"""Screen of a terminal: what it shows, its text for comparisons, and the keys of its keyboard."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pyte
import pyte.modes
from pyte.screens import StaticDefaultDict

from simulators.errors import InvalidAnswer
from simulators.matching import MAX_MARKS, MAX_TEXT_CHARS, bounded, folded, stream_safe

MAX_RAW_BYTES = 4 * MAX_TEXT_CHARS
"""Maximum bytes of output that are converted, half of them from its beginning and half from its end."""

WIDTH = 80
"""Maximum blanks for one movement of the cursor, which stays in its line."""

CONTROL = re.compile(
    r"\x1b\[(?P<forward>\d{0,3})C"  # cursor forward: blanks, for those who print tables with it
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, erasing
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC: window titles, links
    r"|\x1b[PX^_][^\x1b]*\x1b\\"  # other strings
    r"|\x1b[ -/]*[0-~]"
    r"|[\x00-\x07\x0b\x0e-\x1f\x7f]"
)
NUMBER = re.compile(
    r"(?P<sign>(?<![\w.])[-−–+])?(?:[$€£¥]\s?)?"
    r"(?P<digits>(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<![\w.])\.\d+)"
)


def plain(raw: bytes | bytearray) -> str:
    """Return UTF-8 output without control sequences and erased characters, lines ended by ``\\n``; the middle of a long
    output is replaced by a note (see `simulators.matching.bounded`)."""
    if len(raw) <= MAX_RAW_BYTES:
        return bounded(_readable(raw))
    half = MAX_RAW_BYTES // 2
    note = f"\n… {len(raw) - MAX_RAW_BYTES} bytes left out …\n"
    return bounded(_readable(raw[:half]) + note + _readable(raw[-half:]))


def _readable(raw: bytes | bytearray) -> str:
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
    return _without_erased(re.sub(r"\r+\n?|\x0c", "\n", CONTROL.sub(_blanks, text)))


def _blanks(match: re.Match[str]) -> str:
    forward = match["forward"]
    return "" if forward is None else " " * min(int(forward or 1), WIDTH)


def folded_lines(text: str) -> str:
    """Return each line folded, without empty lines."""
    lines = (folded(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def number_after(text: str, after: str) -> Decimal | None:
    """Return the first number behind the first occurrence of `after`; both texts are folded.

    Commas may separate groups of three digits, a currency sign may be between sign and digits.
    """
    _, label, behind = text.partition(after)
    found = NUMBER.search(behind) if label else None
    if found is None:
        return None
    digits = Decimal(found["digits"].replace(",", ""))
    return -digits if (found["sign"] or "").strip() in ("-", "−", "–") and found["sign"] else digits


def _without_erased(text: str) -> str:
    if "\b" not in text:
        return text
    kept: list[str] = []
    for character in text:
        if character != "\b":
            kept.append(character)
        elif kept and kept[-1] != "\n":
            kept.pop()
    return "".join(kept)


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


TERM = "linux"

NAMED = {
    "enter": "\r", "return": "\r", "tab": "\t", "escape": "\x1b", "esc": "\x1b", "space": " ",
    "backspace": "\x7f", "delete": "\x1b[3~", "del": "\x1b[3~", "insert": "\x1b[2~",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[1~", "end": "\x1b[4~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "f1": "\x1b[[A", "f2": "\x1b[[B", "f3": "\x1b[[C", "f4": "\x1b[[D", "f5": "\x1b[[E",
    "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~",
    "f11": "\x1b[23~", "f12": "\x1b[24~",
}  # fmt: skip


def sent_by(key: str) -> bytes:
    """Return the bytes that `key` sends: ``q``, ``Up``, ``Ctrl+C``, ``Alt+x``. Raises `InvalidAnswer`."""
    chord = re.fullmatch(r"(?:(?:ctrl|control|strg)\s*[+-]\s*|\^)(.)", key.strip(), re.IGNORECASE | re.DOTALL)
    if chord:
        return _with_control(chord[1], key)
    if alt := re.fullmatch(r"(?:alt|meta)\s*[+-]\s*(.+)", key.strip(), re.IGNORECASE | re.DOTALL):
        return b"\x1b" + sent_by(alt[1])
    if re.fullmatch(r"shift\s*[+-]\s*tab", key.strip(), re.IGNORECASE):
        return b"\x1b[Z"
    if shifted := re.fullmatch(r"shift\s*[+-]\s*(\w)", key.strip(), re.IGNORECASE):
        return shifted[1].upper().encode()
    if len(key) == 1:
        return key.encode()
    name = re.sub(r"^arrow|[\s_-]", "", key.strip().lower())
    if name not in NAMED:
        raise InvalidAnswer(f"{key!r} is not a key; keys are single characters, Ctrl+C, Alt+x, {', '.join(NAMED)}")
    return NAMED[name].encode()


def _with_control(character: str, key: str) -> bytes:
    code = ord(character.upper())
    if character == "?":
        return b"\x7f"
    if character == " ":
        return b"\0"
    if not 0x40 <= code <= 0x5F:
        raise InvalidAnswer(f"{key!r} is not a key of a terminal")
    return bytes([code & 0x1F])
