import pytest
from tablealign.errors import WidthError
from tablealign.wrap import break_word, longest_word, wrap_text


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("the quick brown fox", 9, ["the quick", "brown fox"]),
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("the quick brown fox", 8, ["the", "quick", "brown", "fox"]),
        ("the quick brown fox", 19, ["the quick brown fox"]),
        ("", 5, [""]),
        ("   ", 5, [""]),
        ("  a   b  ", 5, ["a b"]),
        ("a\n\nb c", 5, ["a", "", "b c"]),
        ("a\n", 5, ["a", ""]),
    ],
)
def test_words_are_packed_into_lines(text, width, lines):
    assert wrap_text(text, width) == lines


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("x abcdefgh y", 3, ["x", "abc", "def", "gh", "y"]),
        ("abcdefgh y", 4, ["abcd", "efgh", "y"]),
        ("abcdefg yz", 5, ["abcde", "fg yz"]),
        ("a b c", 1, ["a", "b", "c"]),
    ],
)
def test_long_words_are_broken(text, width, lines):
    assert wrap_text(text, width) == lines


def test_wide_characters_count_twice():
    assert wrap_text("東京 大阪 京都", 9) == ["東京 大阪", "京都"]
    assert wrap_text("東京都", 5) == ["東京", "都"]


def test_a_tabulator_is_no_place_to_break():
    assert wrap_text("a\tb c", 4) == ["a\tb c"]


@pytest.mark.parametrize("width", [0, -1])
def test_the_width_is_at_least_one(width):
    with pytest.raises(WidthError) as caught:
        wrap_text("", width)
    assert (caught.value.needed, caught.value.available) == (1, width)


def test_a_character_wider_than_the_width():
    with pytest.raises(WidthError) as caught:
        wrap_text("a 東", 1)
    assert (caught.value.needed, caught.value.available) == (2, 1)


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("a bcd ef", 3), ("ab\ncdef g", 4), ("東京 abc", 4), ("a-b\tc", 4)]
)
def test_the_longest_word(text, width):
    assert longest_word(text) == width


@pytest.mark.parametrize(
    ("word", "width", "pieces"),
    [
        ("", 3, [""]),
        ("abc", 3, ["abc"]),
        ("abcd", 3, ["abc", "d"]),
        ("a東京", 3, ["a東", "京"]),
        ("東a京", 2, ["東", "a", "京"]),
    ],
)
def test_pieces_of_a_word(word, width, pieces):
    assert break_word(word, width) == pieces


def test_marks_stay_with_their_character():
    assert break_word("e\u0301e\u0301", 1) == ["e\u0301", "e\u0301"]
