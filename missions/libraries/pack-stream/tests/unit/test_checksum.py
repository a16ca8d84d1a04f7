import zlib

import pytest
from packstream.checksum import Checksum, checksum


@pytest.mark.parametrize(
    ("data", "value"),
    [(b"", 0), (b"123456789", 0xCBF43926), (b"a", 0xE8B7BE43), (b"\x00", 0xD202EF8D), (b"\xff\xff", 0xFFFF0000)],
)
def test_known_values(data, value):
    assert checksum(data) == value


@pytest.mark.parametrize("size", [1, 2, 7, 255, 256, 1000])
def test_agreement_with_zlib(size):
    data = bytes(number * 37 % 256 for number in range(size))
    assert checksum(data) == zlib.crc32(data)


def test_pieces_give_the_same_as_the_whole():
    pieces = Checksum()
    for piece in (b"123", b"", b"456789"):
        pieces.update(piece)
    assert pieces.value == checksum(b"123456789")


def test_the_value_can_be_read_in_between():
    pieces = Checksum()
    assert pieces.value == 0
    pieces.update(b"a")
    assert pieces.value == pieces.value == 0xE8B7BE43
    pieces.update(b"b")
    assert pieces.value == zlib.crc32(b"ab")


def test_the_bytes_of_the_value():
    pieces = Checksum()
    pieces.update(b"123456789")
    assert pieces.to_bytes() == b"\xcb\xf4\x39\x26"
    assert Checksum().to_bytes() == bytes(4)


@pytest.mark.parametrize("position", [0, 5, 9])
def test_one_changed_bit_changes_the_value(position):
    data = bytearray(b"0123456789")
    data[position] ^= 1
    assert checksum(bytes(data)) != checksum(b"0123456789")


def test_order_matters():
    assert checksum(b"ab") != checksum(b"ba")


def test_checksums_are_independent():
    first, second = Checksum(), Checksum()
    first.update(b"x")
    assert second.value == 0
