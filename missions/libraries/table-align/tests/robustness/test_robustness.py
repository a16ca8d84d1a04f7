"""Malformed and extreme input: the stated exception, and nothing changed."""

import pytest
from tablealign import Column, OptionError, RowError, Table, WidthError, cut, pad, stream_rows, text_width, wrap_text


class Stubborn:
    def __str__(self):
        raise RuntimeError("no text")


@pytest.fixture
def table():
    table = Table(["A", "B"])
    table.add_row("1", "2")
    return table


@pytest.mark.parametrize("rows", [[("a", "b"), ("c",)], [("a", "b", "c")], [("a", "b"), ()], [[]]])
def test_wrong_rows_leave_the_table_unchanged(table, rows):
    before = table.render()

    with pytest.raises(RowError):
        table.add_rows(rows)
    assert table.render() == before


def test_an_iterator_of_rows_that_fails_leaves_the_table_unchanged(table):
    def rows():
        yield ("3", "4")
        raise RuntimeError("lost connection")

    with pytest.raises(RuntimeError):
        table.add_rows(rows())
    assert len(table) == 1


def test_a_cell_without_text_leaves_the_table_unchanged(table):
    with pytest.raises(RuntimeError, match="no text"):
        table.add_row("3", Stubborn())
    assert len(table) == 1


@pytest.mark.parametrize("width", [-100, 0, 1, 3])
def test_impossible_widths(table, width):
    with pytest.raises(WidthError):
        table.render("plain", width=width)
    assert table.render("plain", width=4) == "A  B\n1  2"


def test_a_wide_character_in_a_column_of_one_cell():
    table = Table([Column("A", largest=1)])
    table.add_row("東")

    with pytest.raises(WidthError):
        table.render()


@pytest.mark.parametrize("value", [None, 5, b"abc", ["a"]])
def test_widths_of_other_things_are_type_errors(value):
    with pytest.raises(TypeError):
        text_width(value)


@pytest.mark.parametrize("text", ["\x1b[", "\x1b[1;", "\x1b", "\x1b[31", "[31m"])
def test_unfinished_sequences_are_text(text):
    assert text_width(text) == len(text.replace("\x1b", ""))


def test_only_marks():
    assert text_width("\u0301" * 50) == 0
    assert pad("\u0301", 2) == "\u0301  "
    assert cut("\u0301" * 50, 0) == "\u0301" * 50


@pytest.mark.parametrize("title", ["", "a\nb", "東京", "\x1b[1mA\x1b[0m"])
def test_unusual_titles(title):
    table = Table([title])
    table.add_row("x")

    assert len({text_width(line) for line in table.render("grid").split("\n")}) == 1


def test_empty_cells_everywhere():
    table = Table(["", ""])
    table.add_rows([("", None), ("\n", "")])

    assert table.render("plain") == "\n\n\n"
    assert table.render("markdown").split("\n")[1] == "| ---- | --- |"


def test_a_very_long_word():
    lines = wrap_text("x" * 10_000, 7)

    assert len(lines) == 1_429
    assert {len(line) for line in lines[:-1]} == {7}


def test_line_ends_of_other_systems_are_no_line_ends():
    assert wrap_text("a\rb", 5) == ["a\rb"]
    assert len(wrap_text("a\u2028b", 5)) == 1


@pytest.mark.parametrize("wrong", [{"align": None}, {"align": "LEFT"}, {"overflow": ""}, {"smallest": -1}])
def test_wrong_options(wrong):
    with pytest.raises(OptionError):
        Column("a", **wrong)


def test_a_stream_breaks_at_the_wrong_row_and_not_before():
    lines = stream_rows(["A"], iter([["1"], ["2", "3"], ["4"]]), [3])

    assert [next(lines), next(lines)] == ["A", "1"]
    with pytest.raises(RowError):
        next(lines)
