"""The results as a workbook."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from evaluation import Survey
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet
from questions import Kind, Question, choice_questions
from rounding import cell

CHOICES = ("Question", "Option", "Count", "Weighted", "Share")
NUMBERS = (
    "Question",
    "Answers",
    "Mean",
    "Weighted mean",
    "Minimum",
    "Lower quartile",
    "Median",
    "Upper quartile",
    "Maximum",
)
TOTAL = "Total"

Value = str | int | float | None


def write_workbook(survey: Survey, crosses: Iterable[tuple[str, str]], path: Path) -> None:
    """Write all sheets."""
    workbook = Workbook()
    workbook.remove(workbook.active)
    _fill(workbook.create_sheet("Choices"), CHOICES, _choice_rows(survey))
    _fill(workbook.create_sheet("Numbers"), NUMBERS, _number_rows(survey))
    known = {question.id: question for question in survey.questions}
    for first, second in dict.fromkeys(crosses):
        _fill_cross(workbook.create_sheet(f"{first} x {second}"), survey, known[first], known[second])
    workbook.save(path)


def _choice_rows(survey: Survey) -> Iterable[Sequence[Value]]:
    for question in choice_questions(survey.questions):
        for line in survey.count_options(question):
            yield question.id, line.option, line.count, cell(line.weighted, 2), cell(line.share, 1)


def _number_rows(survey: Survey) -> Iterable[Sequence[Value]]:
    for question in survey.questions:
        if question.kind is not Kind.CHOICE:
            summary = survey.summarize(question)
            values = [cell(value, 2) for value in summary.values()] if summary else [None] * (len(NUMBERS) - 2)
            yield question.id, len(survey.who_answered(question)), *values


def _fill_cross(sheet: Worksheet, survey: Survey, first: Question, second: Question) -> None:
    counts = survey.cross(first, second)
    rows: list[Sequence[Value]] = [
        (option, *row, sum(row)) for option, row in zip(first.options, counts, strict=True)
    ]
    totals = [sum(column) for column in zip(*counts, strict=True)]
    rows.append((TOTAL, *totals, sum(totals)))
    _fill(sheet, (f"{first.id} \\ {second.id}", *second.options, TOTAL), rows)


def _fill(sheet: Worksheet, heading: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
    for number, row in enumerate([heading, *rows], start=1):
        for column, value in enumerate(row, start=1):
            _write(sheet.cell(number, column), value)
            sheet.cell(number, column).font = Font(bold=number == 1)
    sheet.freeze_panes = "A2"
    sheet.column_dimensions["A"].width = sheet.column_dimensions["B"].width = 18


def _write(target: Cell, value: Value) -> None:
    """Write a value; a text is a text, whatever it looks like."""
    target.value = value
    if isinstance(value, str):
        target.data_type = "s"
