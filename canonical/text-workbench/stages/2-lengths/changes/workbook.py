"""The workbook with all tables."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Font

from analysis import Analysis, Sums

TEXTS = ("Text", "Lines", "Words", "Different words", "Average length")
WORDS = ("Word", "Count", "Per 1000", "Texts")
CONCORDANCE = ("Word", "Text", "Line", "Left", "Middle", "Right")
DUPLICATES = ("Text", "Line", "First text", "First line", "Words")
LENGTHS = ("Letters", "Count")
Row = Sequence[object]


def write_workbook(path: Path, analysis: Analysis) -> None:
    """Write the workbook; one that is there is replaced."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    add_sheet(workbook, "Texts", TEXTS, map(row_of, (*analysis.texts, analysis.total)))
    add_sheet(workbook, "Words", WORDS, map(astuple, analysis.frequencies))
    add_sheet(workbook, "Concordance", CONCORDANCE, map(astuple, analysis.places))
    add_sheet(workbook, "Duplicates", DUPLICATES, map(astuple, analysis.duplicates))
    add_sheet(workbook, "Lengths", LENGTHS, analysis.lengths)
    workbook.save(path)


def row_of(sums: Sums) -> Row:
    """Return the row of a text."""
    return sums.name, sums.lines, sums.words, sums.different, sums.average_length


def add_sheet(workbook: Workbook, name: str, heading: Row, rows: Iterable[Row]) -> None:
    """Add a sheet with a bold heading; texts are never taken for formulas, and an empty text is an empty cell."""
    sheet = workbook.create_sheet(name)
    sheet.append(heading)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for number, row in enumerate(rows, start=2):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column)
            if isinstance(value, str) and value:
                cell.value, cell.data_type = printable(value), "s"
            elif value != "":
                cell.value = value
    sheet.freeze_panes = "A2"


def printable(text: str) -> str:
    """Return a text without the characters that a workbook cannot hold."""
    return "".join(character if character.isprintable() else " " for character in text)
