"""What the requirements ask for beyond the usual cases: every option, limit and error, as a program meets them."""

import pytest
from tablealign import (
    Column,
    OptionError,
    RowError,
    Table,
    WidthError,
    char_width,
    cut,
    fit_widths,
    pad,
    stream_rows,
    text_width,
    wrap_text,
)
from tablealign.wrap import longest_word

RED, OFF = "\x1b[31m", "\x1b[0m"


@pytest.mark.parametrize(
    ("align", "padded"), [("left", "ab   "), ("right", "   ab"), ("center", " ab  "), ("decimal", "   ab")]
)
def test_text_is_padded(align, padded):
    assert pad("ab", 5, align) == padded


@pytest.mark.parametrize(
    "options", [{"align": "middle"}, {"overflow": "hide"}, {"smallest": 0}, {"smallest": 4, "largest": 3}]
)
def test_columns_refuse_options_that_do_not_exist(options):
    with pytest.raises(OptionError):
        Column("Name", **options)


def test_what_cannot_be_padded_is_refused():
    with pytest.raises(OptionError):
        pad("a", 3, "middle")
    with pytest.raises(WidthError):
        pad("abcd", 3)


def test_rows_are_counted_and_have_as_many_cells_as_columns():
    table = Table(["a", "b"])
    table.add_row(1, None)
    assert len(table) == 1
    with pytest.raises(RowError):
        table.add_row(1)
    with pytest.raises(RowError):
        table.add_rows([(1, 2), (1, 2, 3)])
    assert len(table) == 1
    with pytest.raises(OptionError):
        Table([])
    with pytest.raises(OptionError):
        table.render("fancy")


def test_a_pipe_table_states_its_alignment():
    table = Table([Column("Name", align="center"), Column("Price", align="right"), "Note"])
    table.add_row("a|b", 2, "one\ntwo")
    assert table.render("markdown").split("\n") == [
        "| Name | Price | Note       |",
        "| :--: | ----: | ---------- |",
        "| a\\|b |     2 | one<br>two |",
    ]


def test_cells_are_cut_or_wrapped():
    table = Table([Column("Text", overflow="cut", largest=4), Column("More", largest=4)])
    table.add_row("abcdef\nxy", "one two")
    assert table.render().split("\n") == ["Text  More", "abc…  one", "xy    two"]


def test_widths_are_taken_from_the_widest_column():
    columns = [Column("a", smallest=3), Column("b", largest=6), Column("c")]
    assert fit_widths(columns, [2, 9, 6]) == [3, 6, 6]
    assert fit_widths(columns, [2, 9, 6], 13) == [3, 5, 5]
    with pytest.raises(WidthError):
        fit_widths(columns, [2, 9, 6], 4)


def test_streams_check_their_widths_at_the_first_line():
    for widths, style in (([3], "plain"), ([3, 0], "plain"), ([3, 3], "fancy")):
        with pytest.raises(OptionError):
            next(stream_rows(["a", "b"], [], widths, style))
    assert list(stream_rows(["a", "b"], [("x", "long")], [2, 4], "simple")) == ["a   b", "--  ----", "x   long"]


def test_text_is_cut_with_colours_kept():
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "ab…"
    assert cut(f"{RED}abcd{OFF}", 3) == f"{RED}ab…{OFF}"
    assert cut("東京都", 4) == "東…"
    with pytest.raises(WidthError):
        cut("abcd", 1, "...")


def test_text_is_wrapped_between_words_or_within_long_ones():
    assert wrap_text("one two  three\n\nfour", 7) == ["one two", "three", "", "four"]
    assert wrap_text("abcdefgh", 3) == ["abc", "def", "gh"]
    assert longest_word("a bcd\nef") == 3
    with pytest.raises(WidthError):
        wrap_text("a", 0)
    with pytest.raises(WidthError):
        wrap_text("東", 1)


def test_cells_of_characters():
    assert [char_width(each) for each in "a東\u0301"] == [1, 2, 0]
    assert text_width(f"{RED}e\u0301{OFF}東") == 3
