"""CSV files of the folder ``data``: read with their places, written as a whole."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from greenbox.errors import Damaged, Refused


@dataclass(frozen=True)
class Row:
    """One line of a file: its cells by column, and where it stands."""

    cells: Mapping[str, str]
    file: str
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    @property
    def place(self) -> str:
        """Return file and line as a message names them."""
        return f"{self.file}, line {self.line}"

    def refuse(self, why: object) -> NoReturn:
        """Raise `Damaged` with the place of the line."""
        raise Damaged(f"{self.place}: {why}")

    def filled(self, column: str) -> str:
        """Return a cell that must not be empty. Raises `Damaged`."""
        text = self[column].strip()
        if not text:
            self.refuse(f"{column} is empty")
        return text


def read_table(path: Path, columns: Sequence[str]) -> list[Row]:
    """Return the lines of a CSV file with these columns; none when there is no such file. Raises `Damaged`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise Damaged(f"{path.name}: cannot be read: {error}") from error
    return rows_of(text, path.name, columns)


def rows_of(text: str, name: str, columns: Sequence[str]) -> list[Row]:
    """Return the lines of a text in CSV. Raises `Damaged`."""
    reader = csv.reader(io.StringIO(text, newline=""))
    found: list[Row] = []
    try:
        heading = next(reader, None)
        if heading is None:
            return []
        if [cell.strip() for cell in heading] != list(columns):
            raise Damaged(f"{name}, line 1: the columns have to be {','.join(columns)}")
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(columns):
                raise Damaged(f"{name}, line {reader.line_num}: {len(cells)} cells instead of {len(columns)}")
            found.append(Row(dict(zip(columns, cells, strict=True)), name, reader.line_num))
    except csv.Error as error:
        raise Damaged(f"{name}, line {reader.line_num}: {error}") from error
    return found


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return lines as CSV, with a heading."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file as a whole. Raises `Refused` where it cannot be written."""
    unfinished = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(as_csv(columns, rows), encoding="utf-8", newline="")
        os.replace(unfinished, path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror}") from error


def append_rows(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Add lines to the end of a CSV file; the lines that are there stay as they are."""
    try:
        before = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        before = as_csv(columns, ())
    if before and not before.endswith("\n"):
        before += "\n"
    added = as_csv(columns, rows).split("\n", 1)[1]
    unfinished = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(before + added, encoding="utf-8", newline="")
        os.replace(unfinished, path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written: {error.strerror}") from error
