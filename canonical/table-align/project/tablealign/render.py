"""Tables of rows, rendered in one of four styles, at once or as a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablealign.align import decimal_shift, pad
from tablealign.columns import Column, fit_widths
from tablealign.errors import OptionError, RowError
from tablealign.width import cut, text_width
from tablealign.wrap import wrap_text


@dataclass(frozen=True)
class Style:
    """Strings around the cells of a style: at the left, between cells, at the right; and the rules between rows."""

    left: str
    between: str
    right: str
    top: bool = False
    rows: bool = False
    junction: str = ""

    def frame(self, columns: int) -> int:
        """Return the cells that everything but the contents takes in a line of so many columns."""
        return len(self.left) + len(self.between) * (columns - 1) + len(self.right)


STYLES: dict[str, Style] = {
    "plain": Style("", "  ", ""),
    "simple": Style("", "  ", "", junction="  "),
    "grid": Style("| ", " | ", " |", top=True, rows=True, junction="-+-"),
    "markdown": Style("| ", " | ", " |", junction=" | "),
}
"""Styles: `plain` (no rules), `simple` (a rule of dashes below the titles), `grid` (rules around every row), `markdown`
(a pipe table; alignment is stated in the rule, pipes in cells are escaped, line ends become ``<br>``; every row is one
line, so that nothing is wrapped or cut, and columns are at least 3 cells wide whatever the limits say)."""


class Table:
    """Rows under columns. Cells may be any objects: None is an empty cell, everything else becomes `str(cell)`."""

    def __init__(self, columns: Sequence[Column | str]) -> None:
        """Create an empty table; a plain string is a left-aligned column. Raises `OptionError` without columns."""
        if not columns:
            raise OptionError("a table needs at least one column")
        self.columns = tuple(column if isinstance(column, Column) else Column(column) for column in columns)
        self._rows: list[tuple[str, ...]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add_row(self, *cells: object) -> None:
        """Append one row. Raises `RowError` for a wrong number of cells; the table is then unchanged."""
        self._rows.append(_texts(cells, len(self.columns)))

    def add_rows(self, rows: Iterable[Sequence[object]]) -> None:
        """Append several rows, all or none: `RowError` for any of them leaves the table unchanged."""
        self._rows.extend([_texts(row, len(self.columns)) for row in rows])

    def render(self, style: str = "plain", width: int | None = None) -> str:
        """Return the table as lines without blanks at their ends, joined by line ends, none at the end.

        `width` limits every line to so many cells, except in the style "markdown". Raises `OptionError` for an
        unknown style, `WidthError` where the columns cannot be made narrow enough.
        """
        shape = _style(style)
        rows = [_titles(self.columns), *self._rows]
        rows = [_escaped(row, style) for row in rows]
        shifted = _shifted(self.columns, rows)
        natural = [max(_natural(row[index]) for row in shifted) for index in range(len(self.columns))]
        widths = _widths(self.columns, natural, width, shape)
        return "\n".join(line.rstrip(" ") for line in _lines(self.columns, widths, shifted, style))


def stream_rows(
    columns: Sequence[Column | str], rows: Iterable[Sequence[object]], widths: Sequence[int], style: str = "plain"
) -> Iterator[str]:
    """Return the lines of a table with fixed content widths, one at a time; rows are read as they are needed.

    Lines are those of `Table.render` for a table whose columns have these widths, except that "decimal" columns are
    aligned to the right, and that cells wider than their column make their line longer in the style "markdown".
    Raises `OptionError` for an unknown style or a number of widths that is not the number of columns or a width
    below 1 (all at the first line), `RowError` at a row with a wrong number of cells.
    """
    table = Table(columns)
    _style(style)
    if len(widths) != len(table.columns):
        raise OptionError("widths and columns must be equally many")
    if min(widths) < 1:
        raise OptionError("widths must be at least 1")
    texts = (_escaped(_texts(row, len(widths)), style) for row in rows)
    heading = _escaped(_titles(table.columns), style)
    for line in _lines(table.columns, widths, _chain(heading, texts), style):
        yield line.rstrip(" ")


def _chain(first: tuple[str, ...], rest: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    yield first
    yield from rest


def _style(name: str) -> Style:
    if name not in STYLES:
        raise OptionError(f"unknown style: {name!r}")
    return STYLES[name]


def _titles(columns: Sequence[Column]) -> tuple[str, ...]:
    return tuple(column.title for column in columns)


def _texts(cells: Sequence[object], expected: int) -> tuple[str, ...]:
    if len(cells) != expected:
        raise RowError(expected, len(cells))
    return tuple("" if cell is None else str(cell).replace("\t", "    ") for cell in cells)


def _escaped(row: tuple[str, ...], style: str) -> tuple[str, ...]:
    if style != "markdown":
        return row
    return tuple(cell.replace("|", "\\|").replace("\n", "<br>") for cell in row)


def _shifted(columns: Sequence[Column], rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the rows with the numbers of decimal columns shifted; the titles (first row) stay."""
    content = [
        decimal_shift(cells) if column.align == "decimal" else list(cells)
        for column, cells in zip(columns, zip(*rows[1:], strict=True), strict=False)
    ]
    return [rows[0], *zip(*content, strict=True)]


def _natural(cell: str) -> int:
    return max(text_width(line) for line in cell.split("\n"))


def _widths(columns: Sequence[Column], natural: Sequence[int], width: int | None, shape: Style) -> list[int]:
    if shape is STYLES["markdown"]:
        return [max(size, 3) for size in natural]
    return fit_widths(columns, natural, None if width is None else width - shape.frame(len(columns)))


def _lines(
    columns: Sequence[Column], widths: Sequence[int], rows: Iterable[tuple[str, ...]], style: str
) -> Iterator[str]:
    shape = STYLES[style]
    if shape.top:
        yield _rule(columns, widths, style)
    for index, row in enumerate(rows):
        yield from _row_lines(columns, widths, row, shape)
        if shape.rows or (index == 0 and shape.junction):
            yield _rule(columns, widths, style)


def _row_lines(columns: Sequence[Column], widths: Sequence[int], row: Sequence[str], shape: Style) -> Iterator[str]:
    if shape is STYLES["markdown"]:
        cells = [[cell] for cell in row]
        widths = [max(width, text_width(cell)) for width, cell in zip(widths, row, strict=True)]
    else:
        cells = [_cell_lines(column, cell, width) for column, cell, width in zip(columns, row, widths, strict=True)]
    for number in range(max(len(lines) for lines in cells)):
        texts = [lines[number] if number < len(lines) else "" for lines in cells]
        padded = [pad(text, width, column.align) for column, text, width in zip(columns, texts, widths, strict=True)]
        yield f"{shape.left}{shape.between.join(padded)}{shape.right}"


def _cell_lines(column: Column, cell: str, width: int) -> list[str]:
    if column.overflow == "cut":
        return [cut(line, width) for line in cell.split("\n")]
    if _natural(cell) <= width:
        return cell.split("\n")
    return wrap_text(cell, width)


def _rule(columns: Sequence[Column], widths: Sequence[int], style: str) -> str:
    shape = STYLES[style]
    if style == "markdown":
        parts = [_stated(column.align, width) for column, width in zip(columns, widths, strict=True)]
        return f"{shape.left}{shape.junction.join(parts)}{shape.right}"
    line = shape.junction.join("-" * width for width in widths)
    return f"+-{line}-+" if shape.top else line


def _stated(align: str, width: int) -> str:
    if align == "left":
        return "-" * width
    if align == "center":
        return f":{'-' * (width - 2)}:"
    return f"{'-' * (width - 1)}:"
