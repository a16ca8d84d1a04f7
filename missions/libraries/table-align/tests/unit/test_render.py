import pytest
from tablealign.columns import Column
from tablealign.errors import OptionError, RowError, WidthError
from tablealign.render import STYLES, Table, stream_rows


@pytest.fixture
def cities():
    table = Table(["City", Column("People", align="right")])
    table.add_rows([("東京", 13960), ("Oslo", None)])
    return table


EXPECTED = {
    "plain": ["City  People", "東京   13960", "Oslo"],
    "simple": ["City  People", "----  ------", "東京   13960", "Oslo"],
    "grid": [
        "+------+--------+",
        "| City | People |",
        "+------+--------+",
        "| 東京 |  13960 |",
        "+------+--------+",
        "| Oslo |        |",
        "+------+--------+",
    ],
    "markdown": ["| City | People |", "| ---- | -----: |", "| 東京 |  13960 |", "| Oslo |        |"],
}


@pytest.mark.parametrize("style", EXPECTED)
def test_every_style(cities, style):
    assert cities.render(style).split("\n") == EXPECTED[style]
    assert style in STYLES


def test_plain_is_the_default(cities):
    assert cities.render() == cities.render("plain")


@pytest.mark.parametrize("style", ["plain", "simple", "grid", "markdown"])
def test_a_stream_has_the_lines_of_a_table(cities, style):
    rows = [("東京", 13960), ("Oslo", None)]

    assert list(stream_rows(cities.columns, rows, [4, 6], style)) == EXPECTED[style]


@pytest.mark.parametrize(("style", "frame"), [("plain", 4), ("simple", 4), ("grid", 10), ("markdown", 10)])
def test_what_a_style_takes_of_a_line(style, frame):
    assert STYLES[style].frame(3) == frame


def test_a_table_without_rows():
    assert Table(["A", "Bc"]).render("simple") == "A  Bc\n-  --"
    assert len(Table(["A"])) == 0


def test_cells_become_text():
    table = Table(["A", "B", "C"])
    table.add_row(None, 1.5, "x\ty")

    assert table.render().split("\n")[1] == "   1.5  x    y"
    assert len(table) == 1


def test_rows_have_as_many_lines_as_their_highest_cell():
    table = Table(["A", "B"])
    table.add_row("1\n2", "x")
    table.add_row("3", "y\n\nz")

    assert table.render().split("\n") == ["A  B", "1  x", "2", "3  y", "", "   z"]


def test_wide_content_is_wrapped_into_the_width():
    table = Table(["Name", "Text"])
    table.add_row("a", "the quick brown fox")

    assert table.render("grid", width=22).split("\n") == [
        "+------+-------------+",
        "| Name | Text        |",
        "+------+-------------+",
        "| a    | the quick   |",
        "|      | brown fox   |",
        "+------+-------------+",
    ]


def test_wide_content_can_be_cut():
    table = Table([Column("Name", overflow="cut", largest=4), "N"])
    table.add_row("abcdefg\nxy", 1)

    assert table.render().split("\n") == ["Name  N", "abc…  1", "xy"]


def test_blanks_of_cells_that_fit_are_kept():
    table = Table([Column("A", smallest=6)])
    table.add_row("a   b")

    assert table.render("grid").split("\n")[3] == "| a   b  |"


def test_decimal_points_are_in_line_and_the_title_is_to_the_right():
    table = Table([Column("Share", align="decimal"), Column("N", align="decimal")])
    table.add_rows([("12.5%", 1), ("3", 10), ("n/a", 2.5)])

    assert table.render("grid").split("\n")[1:8:2] == [
        "| Share |    N |",
        "| 12.5% |  1   |",
        "|  3    | 10   |",
        "|   n/a |  2.5 |",
    ]


def test_markdown_states_alignment_and_escapes():
    table = Table(["L", Column("R", align="right"), Column("C", align="center"), Column("D", align="decimal")])
    table.add_row("a|b", "x\ny", "c", 1)

    assert table.render("markdown").split("\n") == [
        "| L    |      R |  C  |   D |",
        "| ---- | -----: | :-: | --: |",
        "| a\\|b | x<br>y |  c  |   1 |",
    ]


def test_markdown_is_never_wrapped():
    table = Table([Column("Name", largest=3, overflow="cut")])
    table.add_row("a long name")

    assert table.render("markdown", width=5).split("\n")[2] == "| a long name |"
    assert list(stream_rows(table.columns, [["a long name"]], [4], "markdown"))[1:] == ["| ---- |", "| a long name |"]


def test_pipes_stay_in_other_styles():
    table = Table(["A"])
    table.add_row("a|b")

    assert table.render().split("\n")[1] == "a|b"


@pytest.mark.parametrize(("cells", "found"), [((), 0), ((1,), 1), ((1, 2, 3), 3)])
def test_a_row_with_a_wrong_number_of_cells(cities, cells, found):
    with pytest.raises(RowError) as caught:
        cities.add_row(*cells)

    assert (caught.value.expected, caught.value.found) == (2, found)
    assert str(caught.value) == f"expected 2 cells, found {found}"
    assert len(cities) == 2


def test_all_rows_or_none(cities):
    with pytest.raises(RowError):
        cities.add_rows([("a", 1), ("b",)])
    assert len(cities) == 2


def test_a_table_needs_columns():
    with pytest.raises(OptionError, match="^a table needs at least one column$"):
        Table([])


def test_an_unknown_style(cities):
    with pytest.raises(OptionError, match="^unknown style: 'html'$"):
        cities.render("html")
    with pytest.raises(OptionError, match="^unknown style: 'html'$"):
        next(stream_rows(["A"], [], [3], "html"))


def test_a_width_that_cannot_be_reached(cities):
    assert cities.render("plain", width=5).split("\n")[0] == "Ci  P"
    with pytest.raises(WidthError) as caught:
        cities.render("grid", width=8)
    assert (caught.value.needed, caught.value.available) == (2, 1)


@pytest.mark.parametrize(
    ("widths", "message"), [([3], "^widths and columns must be equally many$"), ([3, 0], "^widths must be at least 1$")]
)
def test_the_widths_of_a_stream_are_checked(widths, message):
    with pytest.raises(OptionError, match=message):
        next(stream_rows(["A", "B"], [], widths))


def test_widths_of_one_are_enough_for_a_stream():
    assert list(stream_rows(["AB"], [["c"]], [1])) == ["A", "B", "c"]
