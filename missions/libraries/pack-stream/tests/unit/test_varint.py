import pytest
from packstream.errors import DecodeError, PackError
from packstream.varint import LARGEST, decode_signed, decode_unsigned, encode_signed, encode_unsigned

UNSIGNED = [
    (0, "00"),
    (1, "01"),
    (127, "7f"),
    (128, "8001"),
    (300, "ac02"),
    (16_383, "ff7f"),
    (16_384, "808001"),
    (LARGEST, "ff" * 9 + "01"),
]
SIGNED = [
    (0, "00"),
    (-1, "01"),
    (1, "02"),
    (-2, "03"),
    (63, "7e"),
    (-64, "7f"),
    (64, "8001"),
    (2**63 - 1, "fe" + "ff" * 8 + "01"),
    (-(2**63), "ff" * 9 + "01"),
]


@pytest.mark.parametrize(("value", "data"), UNSIGNED)
def test_unsigned(value, data):
    assert encode_unsigned(value).hex() == data
    assert decode_unsigned(bytes.fromhex(data)) == (value, len(data) // 2)


@pytest.mark.parametrize(("value", "data"), SIGNED)
def test_signed(value, data):
    assert encode_signed(value).hex() == data
    assert decode_signed(bytes.fromhex(data)) == (value, len(data) // 2)


def test_an_integer_within_other_data():
    assert decode_unsigned(b"\xff\xac\x02\xff", 1) == (300, 3)
    assert decode_signed(b"\xff\x03\xff", 1) == (-2, 2)


@pytest.mark.parametrize("value", [-1, LARGEST + 1])
def test_unsigned_out_of_range(value):
    with pytest.raises(ValueError, match=f"^not an unsigned 64-bit integer: {value}$"):
        encode_unsigned(value)


@pytest.mark.parametrize("value", [-(2**63) - 1, 2**63])
def test_signed_out_of_range(value):
    with pytest.raises(ValueError, match=f"^not a signed 64-bit integer: {value}$"):
        encode_signed(value)


@pytest.mark.parametrize(
    ("data", "offset", "message"),
    [
        (b"", 0, "data end within an integer at offset 0"),
        (b"\x80", 0, "data end within an integer at offset 0"),
        (b"\x01\x80\x80", 1, "data end within an integer at offset 1"),
        (b"\xff" * 9 + b"\x02", 0, "integer is too large at offset 0"),
        (b"\x00" + b"\xff" * 10 + b"\x01", 1, "integer is too large at offset 1"),
        (b"\x80\x00", 0, "integer is not in its shortest form at offset 0"),
        (b"\x07\x81\x00", 1, "integer is not in its shortest form at offset 1"),
    ],
)
def test_wrong_bytes(data, offset, message):
    with pytest.raises(DecodeError) as caught:
        decode_unsigned(data, offset)
    assert (str(caught.value), caught.value.offset) == (message, offset)
    assert isinstance(caught.value, PackError)


def test_signed_integers_have_the_same_errors():
    with pytest.raises(DecodeError, match="data end"):
        decode_signed(b"")
