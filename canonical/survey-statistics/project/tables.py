"""CSV files as rows of named values."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from problems import Mistakes


@dataclass(frozen=True)
class Row:
    """A row of a file: its number (the heading is 1) and its values by column."""

    number: int
    values: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.values.get(column, "")


@dataclass(frozen=True)
class Table:
    """The rows of a file; `decimal_comma` tells that numbers may be written like 1,5."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    decimal_comma: bool

    def require(self, columns: Sequence[str]) -> None:
        """Raise `Mistakes` for the first column that is missing."""
        for column in columns:
            if column not in self.columns:
                raise Mistakes(f"{self.name}: the column {column} is missing")

    def number(self, text: str) -> str:
        """Return `text` with a decimal point where the file may have a comma."""
        return text.replace(",", ".") if self.decimal_comma else text


def read_table(path: Path) -> Table:
    """Read a file. Raises `Mistakes` if that is not possible."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise Mistakes(f"{path.name}: cannot be read") from None
    separator = _separator(text)
    lines = [[value.strip() for value in line] for line in csv.reader(io.StringIO(text), delimiter=separator)]
    filled = [(number, line) for number, line in enumerate(lines, start=1) if any(line)]
    columns = tuple(filled[0][1]) if filled else ()
    rows = tuple(Row(number, dict(zip(columns, line, strict=False))) for number, line in filled[1:])
    return Table(path.name, columns, rows, decimal_comma=separator == ";")


def _separator(text: str) -> str:
    """Return the sign that separates the values: a semicolon if the heading has more of them than commas."""
    heading = next((line for line in text.splitlines() if line.strip()), "")
    return ";" if heading.count(";") > heading.count(",") else ","
