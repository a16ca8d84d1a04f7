import pytest
from tablealign.errors import TableError, WidthError
from tablealign.width import char_width, clusters, cut, strip_sequences, text_width

RED, END = "\x1b[1;31m", "\x1b[0m"


@pytest.mark.parametrize(
    ("character", "width"),
    [
        ("a", 1),
        ("é", 1),
        ("东", 2),
        ("Ａ", 2),
        ("😀", 2),
        ("\u0301", 0),
        ("\u20dd", 0),
        ("\u200b", 0),
        ("\n", 0),
        ("…", 1),
    ],
)
def test_the_width_of_a_character(character, width):
    assert char_width(character) == width


@pytest.mark.parametrize("text", ["", "ab"])
def test_a_character_is_one_character(text):
    with pytest.raises(TypeError):
        char_width(text)


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("abc", 3), ("東京", 4), ("e\u0301a", 2), (f"{RED}ab{END}", 2), ("\u0301a", 1), ("\x1b", 0)],
)
def test_the_width_of_a_text(text, width):
    assert text_width(text) == width


def test_sequences_are_taken_away():
    assert strip_sequences(f"x{RED}ab{END}y") == "xaby"
    assert strip_sequences("[0m") == "[0m"


def test_pieces_that_stay_together():
    assert list(clusters(f"e\u0301{RED}\u0301東a")) == [("e\u0301", 1), (RED, 0), ("\u0301", 0), ("東", 2), ("a", 1)]


def test_marks_do_not_reach_over_a_sequence():
    assert list(clusters(f"a{END}")) == [("a", 1), (END, 0)]


@pytest.mark.parametrize(
    ("text", "width", "result"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "abcd…"),
        ("abcdef", 1, "…"),
        ("東京都", 5, "東京…"),
        ("東京都", 4, "東…"),
        ("東ab", 3, "東…"),
        ("", 0, ""),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
        ("a東bb", 3, "a…"),
    ],
)
def test_text_is_cut_between_pieces(text, width, result):
    assert cut(text, width) == result


def test_another_mark():
    assert cut("abcdef", 5, "..") == "abc.."
    assert cut("abcdef", 3, "") == "abc"


def test_colours_end_where_they_should():
    assert cut(f"{RED}abcdef{END}", 4) == f"{RED}abc…{END}"


def test_what_follows_a_wide_character_that_does_not_fit_is_cut_too():
    assert cut("abc東d", 4) == "abc…"


@pytest.mark.parametrize(("mark", "width", "needed"), [("…", 0, 1), ("...", 2, 3)])
def test_a_width_below_that_of_the_mark(mark, width, needed):
    with pytest.raises(WidthError) as caught:
        cut("abcdef", width, mark)

    assert (caught.value.needed, caught.value.available) == (needed, width)
    assert str(caught.value) == f"needs a width of {needed}, but only {width} is available"
    assert isinstance(caught.value, TableError)


def test_a_mark_as_wide_as_the_width():
    assert cut("abcdef", 3, "...") == "..."
