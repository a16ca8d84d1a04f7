"""Work worth measuring; what counts is the time relative to the reference."""

from tablealign import Column, Table, stream_rows, text_width, wrap_text


def test_a_large_table_is_rendered():
    table = Table([Column("N", align="right"), Column("Name"), Column("Value", align="decimal")])
    table.add_rows([(number, f"name {number}", f"{number}.{number % 97}") for number in range(6_000)])

    assert len(table.render("grid", width=60).split("\n")) == 12_003


def test_a_long_text_is_wrapped():
    text = " ".join(f"word{number} 東京" for number in range(20_000))

    assert max(text_width(line) for line in wrap_text(text, 60)) == 60


def test_a_stream_of_rows():
    rows = ((number, "x" * (number % 30)) for number in range(6_000))

    assert sum(1 for _ in stream_rows(["N", "Text"], rows, [6, 12])) > 6_000
