"""Integers in 1 to 10 bytes: 7 bits per byte, lowest first, the highest bit says that another byte follows."""

from __future__ import annotations

from packstream.errors import DecodeError

LARGEST = 2**64 - 1
"""Largest unsigned integer; signed ones go from -2**63 to 2**63 - 1."""


def encode_unsigned(value: int) -> bytes:
    """Return the bytes of an integer from 0 to `LARGEST`. Raises `ValueError` for any other."""
    if not 0 <= value <= LARGEST:
        raise ValueError(f"not an unsigned 64-bit integer: {value}")
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def decode_unsigned(data: bytes, offset: int = 0) -> tuple[int, int]:
    """Return the integer at `offset` and the offset behind it.

    Raises `DecodeError`, with the offset of the first byte, where the data end, the integer is too large, or it has a
    superfluous last byte of zero.
    """
    value = shift = 0
    position = offset
    while True:
        if position >= len(data):
            raise DecodeError("data end within an integer", offset)
        byte = data[position]
        value |= (byte & 0x7F) << shift
        position += 1
        shift += 7
        if byte < 0x80:
            break
    if value > LARGEST:
        raise DecodeError("integer is too large", offset)
    if byte == 0 and position - offset > 1:
        raise DecodeError("integer is not in its shortest form", offset)
    return value, position


def encode_signed(value: int) -> bytes:
    """Return the bytes of a signed integer: 0, -1, 1, -2 … become 0, 1, 2, 3 …

    Raises `ValueError` outside -2**63 to 2**63 - 1.
    """
    if not -(2**63) <= value < 2**63:
        raise ValueError(f"not a signed 64-bit integer: {value}")
    return encode_unsigned(value * 2 if value >= 0 else -value * 2 - 1)


def decode_signed(data: bytes, offset: int = 0) -> tuple[int, int]:
    """Return the signed integer at `offset` and the offset behind it; errors are those of `decode_unsigned`."""
    value, end = decode_unsigned(data, offset)
    return (value >> 1) ^ -(value & 1), end
