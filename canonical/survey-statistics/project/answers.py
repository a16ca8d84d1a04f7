"""The answers of the respondents."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from problems import Mistakes
from questions import Kind, Question
from tables import Row, Table, read_table

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
SCALE = ("1", "2", "3", "4", "5")

Answer = str | Fraction


@dataclass(frozen=True)
class Respondent:
    """One who answered; `answers` holds an option or a number for each question that was answered."""

    name: str
    weight: Fraction
    answers: dict[str, Answer]


def read_answers(path: Path, questions: Sequence[Question]) -> list[Respondent]:
    """Read the answers. Raises `Mistakes` with everything that is wrong."""
    table = read_table(path)
    table.require(["respondent", "weight", *(question.id for question in questions)])
    if not table.rows:
        raise Mistakes(f"{table.name}: no answers")
    known: set[str] = set()
    mistakes: list[str] = []
    for row in table.rows:
        if mistake := _mistake(row, table, questions, known):
            mistakes.append(f"{table.name} row {row.number}: {mistake}")
        known.add(row["respondent"])
    if mistakes:
        raise Mistakes(*mistakes)
    return [_respondent(row, table, questions) for row in table.rows]


def _mistake(row: Row, table: Table, questions: Sequence[Question], known: set[str]) -> str | None:
    """Return the first thing wrong with a row; None if nothing is."""
    if not row["respondent"]:
        return "the respondent is missing"
    if row["respondent"] in known:
        return f"the respondent '{row['respondent']}' stands there twice"
    weight = table.number(row["weight"])
    if not NUMBER.fullmatch(weight) or Fraction(weight) <= 0:
        return f"wrong weight '{row['weight']}'"
    for question in questions:
        if row[question.id] and not _is_answer(row[question.id], question, table):
            return f"'{row[question.id]}' is no answer to {question.id}"
    return None


def _is_answer(text: str, question: Question, table: Table) -> bool:
    match question.kind:
        case Kind.CHOICE:
            return text in question.options
        case Kind.SCALE:
            return text in SCALE
        case Kind.NUMBER:
            return bool(NUMBER.fullmatch(table.number(text)))


def _respondent(row: Row, table: Table, questions: Sequence[Question]) -> Respondent:
    answers: dict[str, Answer] = {}
    for question in questions:
        if text := row[question.id]:
            answers[question.id] = text if question.kind is Kind.CHOICE else Fraction(table.number(text))
    return Respondent(row["respondent"], Fraction(table.number(row["weight"])), answers)
