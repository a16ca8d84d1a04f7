"""Conversion of any output of a program to readable text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from simulators.console.screen import Display, plain
from simulators.matching import folded

PIECES = st.sampled_from(
    [b"\x1b[", b"\x1b", b"?", b";", b"9999999999", b"1", b"h", b"l", b"m", b"J", b"K", b"r", b"@", b"X", b"L", b"b",
     b"\x1b]", b"\x07", b"0;", b"\x1bP", b"\x1b#8", b"\x1b(0", b"\x1b%@", b">", b"$p", b"\r", b"\n", b"\b", b"\t",
     b"\x9b", "é".encode(), "\u0301".encode(), "北".encode(), b"\xff", b"text", b"6n", b"c", b"d", b"H", b"\x0e"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_no_output_breaks_the_screen(pieces: list[bytes]) -> None:
    display = Display(answer=lambda reply: None)
    for piece in pieces:
        display.feed(piece)
    assert display.text().count("\n") < 24
    assert isinstance(plain(b"".join(pieces)), str)


def test_half_a_wide_character_may_be_written_over() -> None:
    display = Display(answer=lambda reply: None)
    display.feed("北\b北 \r\n北\b\bx北".encode())
    assert display.text().splitlines() == ["北北", "x北"]


def test_control_sequences_are_not_read() -> None:
    raw = b"\x1b[1;31mred\x1b[0m\x1b[K \x1b]0;title\x07a\x1b(Bb\x1b[3Cc\r\nab\b\bxy\x07"
    assert plain(raw) == "red ab   c\nxy"


def test_composed_and_decomposed_letters_are_one() -> None:
    assert folded("cafe\u0301 \u00a0au\n\tlait") == "café au lait"


def test_a_long_output_shows_its_end() -> None:
    display = Display(answer=lambda reply: None)
    display.feed(b"".join(b"line %d\r\n" % number for number in range(100_000)))
    assert display.text().splitlines()[-1] == "line 99999"
