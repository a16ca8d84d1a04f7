"""CRC-32 (polynomial 0xEDB88320, as in gzip and PNG), at once or piece by piece."""

from __future__ import annotations


def _table_entry(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value


_TABLE = tuple(_table_entry(value) for value in range(256))


class Checksum:
    """Checksum of bytes that arrive in pieces."""

    def __init__(self) -> None:
        """Create the checksum of no bytes."""
        self._state = 0xFFFFFFFF

    def update(self, data: bytes) -> None:
        """Take more bytes into account."""
        state = self._state
        for byte in data:
            state = _TABLE[(state ^ byte) & 0xFF] ^ state >> 8
        self._state = state

    @property
    def value(self) -> int:
        """Checksum of all bytes so far, from 0 to 2**32 - 1."""
        return self._state ^ 0xFFFFFFFF

    def to_bytes(self) -> bytes:
        """Return the value as 4 bytes, highest first."""
        return self.value.to_bytes(4, "big")


def checksum(data: bytes) -> int:
    """Return the checksum of some bytes: ``checksum(b"123456789") == 0xCBF43926``."""
    found = Checksum()
    found.update(data)
    return found.value
