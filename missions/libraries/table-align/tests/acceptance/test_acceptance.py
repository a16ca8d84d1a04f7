"""The library as its users meet it: everything through the package itself."""

import pytest
import tablealign
from tablealign import (
    ALIGNMENTS,
    STYLES,
    Column,
    Table,
    TableError,
    cut,
    decimal_shift,
    fit_widths,
    is_number,
    pad,
    stream_rows,
    text_width,
    wrap_text,
)


def test_the_package_offers_its_names():
    assert {"Table", "Column", "stream_rows", "text_width", "TableError", "cut", "char_width"} <= set(
        tablealign.__all__
    )
    assert all(hasattr(tablealign, name) for name in tablealign.__all__)
    assert set(ALIGNMENTS) == {"left", "right", "center", "decimal"}
    assert set(STYLES) == {"plain", "simple", "grid", "markdown"}


def test_a_price_list():
    table = Table([Column("Item"), Column("Price", align="decimal"), Column("Note", align="center")])
    table.add_rows([("Tea", "2.5", "hot"), ("Cake", "12", None), ("Water", "free", "still")])

    assert table.render("simple").split("\n") == [
        "Item   Price  Note",
        "-----  -----  -----",
        "Tea      2.5   hot",
        "Cake    12",
        "Water   free  still",
    ]


@pytest.mark.parametrize("style", ["plain", "simple", "grid"])
@pytest.mark.parametrize("width", [24, 30, 41, 80])
def test_no_line_is_wider_than_the_terminal(style, width):
    table = Table(["名前", Column("Text", smallest=8), Column("Count", align="right")])
    table.add_rows([("山田太郎", "a somewhat longer sentence about nothing", 5), ("x" * 30, "short", 1234)])
    lines = table.render(style, width=width).split("\n")

    assert max(text_width(line) for line in lines) <= width


def test_every_line_of_a_grid_is_equally_wide():
    table = Table(["A", "名", "é"])
    table.add_rows([("e\u0301", "東京", "\x1b[1mbold\x1b[0m"), ("1\n2\n3", "", "x")])

    assert len({text_width(line) for line in table.render("grid").split("\n")}) == 1


def test_columns_share_a_narrow_terminal():
    columns = [Column("Path", smallest=6), Column("Size", align="right")]

    assert fit_widths(columns, [40, 8], 20) == [12, 8]


def test_a_report_is_streamed():
    rows = ((number, f"{number}.5") for number in range(1, 4))
    lines = list(stream_rows([Column("N", align="right"), Column("Value", align="decimal")], rows, [3, 5]))

    assert lines == ["  N  Value", "  1    1.5", "  2    2.5", "  3    3.5"]


def test_a_table_for_a_readme():
    table = Table(["Option", "Meaning"])
    table.add_row("`a|b`", "first line\nsecond line")

    assert table.render("markdown").split("\n") == [
        "| Option | Meaning                   |",
        "| ------ | ------------------------- |",
        "| `a\\|b` | first line<br>second line |",
    ]


def test_tools_for_single_texts():
    assert pad(cut("東京タワー", 6), 8, "right") == "   東京…"
    assert wrap_text("東京 タワー", 6) == ["東京", "タワー"]
    assert decimal_shift(["1.25", "3"]) == ["1.25", "3   "]
    assert [is_number(text) for text in ("1,000", "one")] == [True, False]


def test_rendering_twice_gives_the_same_and_rows_can_follow():
    table = Table(["A"])
    table.add_row("1")
    first = table.render()
    assert table.render() == first
    table.add_row("2")
    assert table.render() == f"{first}\n2"


def test_one_exception_is_enough_to_catch_everything():
    for wrong in (
        lambda: Table([]),
        lambda: Table(["a"]).add_row(),
        lambda: Table(["a"]).render("x"),
        lambda: Table(["a"]).render("plain", width=0),
        lambda: pad("abc", 1),
    ):
        with pytest.raises(TableError):
            wrong()
    assert issubclass(TableError, ValueError)
