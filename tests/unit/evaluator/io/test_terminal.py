"""Text of a model on a terminal has no effect on it."""

from __future__ import annotations

import io

import pytest
from rich.table import Table

from evaluator.io.terminal import console_on, printable

HOSTILE = "\x1b]52;c;cm0=\x07 \x1b[2J \x9b31m \r \x08 \u202e \ud800 [/no] [red]x[/red] :smile:"


@pytest.mark.parametrize(
    "text",
    ["plain", "two\nlines\tand a tab", "Zażółć 漢字 עברית", "👩‍💻", "می‌خواهم", "12\u00a0€", "[bold]brackets[/bold]"],
)
def test_what_prints_is_left_as_it_is(text: str) -> None:
    assert printable(text) == text


def test_what_would_do_something_is_written_out() -> None:
    assert printable(HOSTILE) == (
        r"\x1b]52;c;cm0=\x07 \x1b[2J \x9b31m \r \x08 \u202e \ud800 [/no] [red]x[/red] :smile:"
    )


def test_tables_show_it_too() -> None:
    written = io.StringIO()
    console = console_on(written, width=200)
    table = Table("why", title=HOSTILE)
    table.add_row(HOSTILE)
    console.print(table)
    console.print(HOSTILE)
    assert written.getvalue().count(printable(HOSTILE)) == 3
    assert not set(written.getvalue()) & set("\x1b\x07\x9b\r\x08\u202e\ud800")
