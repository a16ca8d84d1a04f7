"""Books from a CSV file: good rows are added, every other row is reported by its line."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field

from library.forms import BookForm
from library.models import Book

COLUMNS = ["title", "author", "isbn", "category", "copies"]


class NotABookList(ValueError):
    """The file as a whole cannot be used; the message says why."""


@dataclass(frozen=True)
class RejectedRow:
    """A row that was not imported, with the reason."""

    line: int
    reason: str


@dataclass
class Imported:
    """The result of an import: the books that were added, and the rejected rows."""

    books: list[Book] = field(default_factory=list)
    rejected: list[RejectedRow] = field(default_factory=list)


def import_books(content: bytes) -> Imported:
    """Add the books of a file. Raises `NotABookList` before anything is added."""
    rows = list(_numbered_rows(_decoded(content)))
    if not rows or rows[0] != (1, COLUMNS):
        raise NotABookList(f"The first line must name the columns {','.join(COLUMNS)}.")
    imported = Imported()
    for line, cells in rows[1:]:
        _import_row(line, cells, imported)
    return imported


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotABookList("The file is not a text file in UTF-8.") from None


def _numbered_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not blank, with the number of the line it begins on."""
    reader = csv.reader(text.splitlines(keepends=True))
    begins_on = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins_on, cells
            begins_on = reader.line_num + 1
    except csv.Error as error:
        raise NotABookList(f"Line {begins_on} is not CSV: {error}.") from error


def _import_row(line: int, cells: list[str], imported: Imported) -> None:
    if len(cells) != len(COLUMNS):
        imported.rejected.append(RejectedRow(line, f"{len(COLUMNS)} columns are needed, not {len(cells)}."))
        return
    form = BookForm(dict(zip(COLUMNS, cells, strict=True)))
    if form.is_valid():
        imported.books.append(form.save())
    else:
        imported.rejected.append(RejectedRow(line, _reasons(form)))


def _reasons(form: BookForm) -> str:
    return " ".join(f"{form[name].label}: {' '.join(errors)}" for name, errors in form.errors.items())
