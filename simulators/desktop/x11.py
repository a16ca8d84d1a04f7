"""Client of an X server: the few requests of the X11 protocol that a user's hands need.

The server's replies are checked for their length only, and everything that is read from it is a number. See "X Window
System Protocol", X Consortium Standard, version 11, appendix B (encoding).
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from simulators.errors import InfrastructureError

REPLY, ERROR = 1, 0
MAX_REPLY_BYTES = 1 << 22
"""Bytes of a reply; a longer one is refused."""

SECONDS = 30.0
"""Seconds until a server that does not answer counts as lost."""

CHANGE_WINDOW_ATTRIBUTES, GET_WINDOW_ATTRIBUTES, GET_GEOMETRY, QUERY_TREE, INTERN_ATOM = 2, 3, 14, 15, 16
SEND_EVENT, SET_INPUT_FOCUS, GET_INPUT_FOCUS, QUERY_EXTENSION = 25, 42, 43, 98
CHANGE_KEYBOARD_MAPPING, GET_KEYBOARD_MAPPING = 100, 101
FAKE_INPUT = 2
HIDE_CURSOR = 29
CREATE_DAMAGE, SUBTRACT_DAMAGE = 1, 3
WHEN_NOT_EMPTY = 3
"""Level of reports: one event, until the damage is subtracted."""
REAL_EVENT = 0x7F
"""Bits of an event's code; the other one marks events that a client sent."""
CLIENT_MESSAGE, INPUT_OUTPUT, VIEWABLE = 33, 1, 2


class DisplayLost(InfrastructureError):
    """The X server has ended or does not answer."""


@dataclass(frozen=True)
class ScreenWindow:
    """Window on the screen, in pixels from the upper left corner; `is_popup`: it manages itself (a menu, a list)."""

    number: int
    left: int
    top: int
    width: int
    height: int
    is_popup: bool


@dataclass(frozen=True)
class Extension:
    """Extension of a server: the code of its requests, and of its first event."""

    opcode: int
    event: int


NO_EXTENSION = Extension(-1, -1)


class XConnection:
    """Connection to an X server; requests are answered in order, errors of requests without a reply are ignored."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        line.settimeout(SECONDS)
        self._sent = 0
        self._drawn: list[int] = []
        self._refused: set[int] = set()
        self._damage = NO_EXTENSION
        self._set_up()
        self._xtest = self._extension(b"XTEST").opcode
        self._hide_pointer()
        self._damage = self._watch_screen()

    def close(self) -> None:
        self._line.close()

    def synchronize(self) -> None:
        """Wait until the server has executed all requests."""
        self._reply(GET_INPUT_FOCUS)

    def has_changed(self) -> bool:
        """Return True when anything was drawn since the last call; True at the first one.

        The server reports drawing once, until it is subtracted (X Damage Extension). Another client can only end the
        reports; then the subtraction is refused, and the display counts as lost.
        """
        self._send(self._damage.opcode, SUBTRACT_DAMAGE, struct.pack("<III", self._own, 0, 0))
        subtracted = self._sent
        self.synchronize()
        if subtracted in self._refused:
            raise DisplayLost("the X server does not report any more what is drawn")
        later = [sent for sent in self._drawn if sent in (subtracted, self._sent)]
        changed, self._drawn = len(self._drawn) > len(later), later
        return changed

    def fake(self, event: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        """Produce an input event: 2 and 3 press and release a key, 4 and 5 a button, 6 moves the pointer."""
        body = struct.pack("<BBxxIIIIhhII", event, detail, 0, self.root, 0, 0, x, y, 0, 0)
        self._send(self._xtest, FAKE_INPUT, body)

    def windows(self) -> list[ScreenWindow]:
        """Return the visible windows of the programs, from below to above."""
        tree = self._reply(QUERY_TREE, struct.pack("<I", self.root))
        count = struct.unpack_from("<H", tree, 16)[0]
        found = (self._window(number) for number in struct.unpack_from(f"<{count}I", tree, 32))
        return [window for window in found if window is not None]

    def focus(self, window: int) -> None:
        """Give the keyboard to a window."""
        self._send(SET_INPUT_FOCUS, 2, struct.pack("<II", window, 0))

    def ask_to_close(self, window: int) -> None:
        """Send what a window manager sends when a window's close button is clicked."""
        protocols, delete = self._atom(b"WM_PROTOCOLS"), self._atom(b"WM_DELETE_WINDOW")
        event = struct.pack("<BBHIIIIIII", CLIENT_MESSAGE, 32, 0, window, protocols, delete, 0, 0, 0, 0)
        self._send(SEND_EVENT, 0, struct.pack("<II", window, 0) + event)

    def keyboard(self) -> dict[int, tuple[int, ...]]:
        """Return the symbols of each key, by its code."""
        count = self.last_key - self.first_key + 1
        reply = self._reply(GET_KEYBOARD_MAPPING, struct.pack("<BBxx", self.first_key, count))
        each = reply[1]
        symbols = struct.unpack_from(f"<{each * count}I", reply, 32)
        return {self.first_key + at: symbols[at * each : (at + 1) * each] for at in range(count)}

    def assign(self, key: int, symbols: Sequence[int]) -> None:
        """Give a key new symbols."""
        body = struct.pack(f"<BBxx{len(symbols)}I", key, len(symbols), *symbols)
        self._send(CHANGE_KEYBOARD_MAPPING, 1, body)

    def _window(self, number: int) -> ScreenWindow | None:
        """Return a window that can be seen; None for others, and for one that was closed meanwhile."""
        attributes = self._reply_or_none(GET_WINDOW_ATTRIBUTES, struct.pack("<I", number))
        geometry = self._reply_or_none(GET_GEOMETRY, struct.pack("<I", number))
        if attributes is None or geometry is None:
            return None
        kind, state, manages_itself = struct.unpack_from("<H", attributes, 12)[0], attributes[26], attributes[27]
        left, top, width, height = struct.unpack_from("<hhHH", geometry, 12)
        if kind != INPUT_OUTPUT or state != VIEWABLE:
            return None
        return ScreenWindow(number, left, top, width, height, bool(manages_itself))

    def _set_up(self) -> None:
        self._line.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        head = self._exactly(8)
        rest = self._exactly(struct.unpack_from("<H", head, 6)[0] * 4)
        if head[0] != 1 or len(rest) < 32:
            raise DisplayLost("the X server refuses its user")
        vendor, formats = struct.unpack_from("<H", rest, 16)[0], rest[21]
        self.first_key, self.last_key = rest[26], rest[27]
        self._own: int = struct.unpack_from("<I", rest, 4)[0] + 1
        self.root: int = struct.unpack_from("<I", rest, 32 + (vendor + 3) // 4 * 4 + 8 * formats)[0]

    def _extension(self, name: bytes) -> Extension:
        reply = self._reply(QUERY_EXTENSION, struct.pack("<Hxx", len(name)) + _padded(name))
        if not reply[8]:
            raise DisplayLost(f"the X server has no extension {name.decode()}")
        return Extension(reply[9], reply[10])

    def _hide_pointer(self) -> None:
        """Keep the pointer out of the picture of the screen, where it would cover text."""
        fixes = self._extension(b"XFIXES").opcode
        self._reply_or_none(fixes, struct.pack("<II", 5, 0))
        self._send(fixes, HIDE_CURSOR, struct.pack("<I", self.root))

    def _watch_screen(self) -> Extension:
        """Let the server report what is drawn, on all windows."""
        damage = self._extension(b"DAMAGE")
        self._reply(damage.opcode, struct.pack("<II", 1, 1))
        self._send(damage.opcode, CREATE_DAMAGE, struct.pack("<IIBxxx", self._own, self.root, WHEN_NOT_EMPTY))
        return damage

    def _atom(self, name: bytes) -> int:
        reply = self._reply(INTERN_ATOM, struct.pack("<Hxx", len(name)) + _padded(name))
        return int(struct.unpack_from("<I", reply, 8)[0])

    def _send(self, opcode: int, data: int, body: bytes = b"") -> None:
        self._sent = self._sent + 1 & 0xFFFF
        try:
            self._line.sendall(struct.pack("<BBH", opcode, data, 1 + len(body) // 4) + body)
        except OSError as error:
            raise DisplayLost(f"the X server has ended: {error}") from error

    def _reply(self, opcode: int, body: bytes = b"") -> bytes:
        reply = self._reply_or_none(opcode, body)
        if reply is None:
            raise DisplayLost(f"the X server refused request {opcode}")
        return reply

    def _reply_or_none(self, opcode: int, body: bytes = b"") -> bytes | None:
        """Return the reply to a request; None when the server answers with an error."""
        self._send(opcode, 0, body)
        self._refused.clear()
        while True:
            message = self._exactly(32)
            if message[0] == REPLY:
                message += self._exactly(struct.unpack_from("<I", message, 4)[0] * 4)
            sent = struct.unpack_from("<H", message, 2)[0]
            if message[0] in (REPLY, ERROR) and sent == self._sent:
                return message if message[0] == REPLY else None
            self._note(message[0], sent)

    def _note(self, kind: int, sent: int) -> None:
        """Note an event that something was drawn, or an error, by the number of the request that was executed last."""
        if kind == ERROR:
            self._refused.add(sent)
        elif kind & REAL_EVENT == self._damage.event:
            self._drawn.append(sent)

    def _exactly(self, length: int) -> bytes:
        if length > MAX_REPLY_BYTES:
            raise DisplayLost("a reply of the X server is too long")
        content = bytearray()
        try:
            while len(content) < length:
                if not (chunk := self._line.recv(length - len(content))):
                    raise DisplayLost("the X server has ended")
                content += chunk
        except OSError as error:
            raise DisplayLost(f"the X server does not answer: {error}") from error
        return bytes(content)


def _padded(text: bytes) -> bytes:
    return text + bytes(-len(text) % 4)
