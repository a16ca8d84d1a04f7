import pytest
from tablealign.align import ALIGNMENTS, decimal_shift, is_number, pad
from tablealign.errors import OptionError, WidthError


@pytest.mark.parametrize(
    ("align", "result"), [("left", "ab   "), ("right", "   ab"), ("center", " ab  "), ("decimal", "   ab")]
)
def test_every_alignment(align, result):
    assert pad("ab", 5, align) == result
    assert align in ALIGNMENTS


def test_left_is_the_default():
    assert pad("a", 3) == "a  "


@pytest.mark.parametrize("align", ["left", "right", "center", "decimal"])
def test_what_fills_the_width_stays(align):
    assert pad("東京", 4, align) == "東京"


def test_widths_are_those_of_a_terminal():
    assert pad("東", 5, "center") == " 東  "
    assert pad("\x1b[1mx\x1b[0m", 3, "right") == "  \x1b[1mx\x1b[0m"


def test_an_unknown_alignment():
    with pytest.raises(OptionError, match="^unknown alignment: 'middle'$"):
        pad("a", 3, "middle")


def test_a_text_that_is_too_wide():
    with pytest.raises(WidthError) as caught:
        pad("東京", 3)
    assert (caught.value.needed, caught.value.available) == (4, 3)


@pytest.mark.parametrize("text", ["12", "-1,234.50", "+3", ".5", "5.", "7%", "-0.5%", " 12 ", "\x1b[1m12\x1b[0m"])
def test_numbers(text):
    assert is_number(text) is True


@pytest.mark.parametrize(
    "text", ["", "-", ".", "%", ",", "1.2.3", "12a", "n/a", "1 2", "--1", "1%%", "٣", "1e5", "1.2,3"]
)
def test_no_numbers(text):
    assert is_number(text) is False


@pytest.mark.parametrize(
    ("texts", "shifted"),
    [
        (["1.5", "12", "3.25"], ["1.5 ", "12   ", "3.25"]),
        (["1", "22"], ["1", "22"]),
        (["12.5%", "7%", "3"], ["12.5%", "7%  ", "3   "]),
        (["1.25", "n/a", ""], ["1.25", "n/a", ""]),
        (["5.", "5"], ["5.", "5 "]),
        ([], []),
        (["x"], ["x"]),
    ],
)
def test_points_are_brought_into_line(texts, shifted):
    assert decimal_shift(texts) == shifted


def test_a_percent_sign_counts_without_a_point():
    assert decimal_shift(["7%", "12"]) == ["7%", "12 "]


def test_any_iterable_can_be_shifted():
    assert decimal_shift(iter([".5", "2"])) == [".5", "2  "]


def test_sequences_do_not_count():
    assert decimal_shift(["\x1b[1m1.5\x1b[0m", "2"]) == ["\x1b[1m1.5\x1b[0m", "2  "]
