"""The questions of a survey."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from problems import Mistakes
from tables import Row, read_table

COLUMNS = ("id", "text", "kind", "options")
FEWEST_OPTIONS, MOST_OPTIONS = 2, 8
VALID_ID = re.compile(r"[A-Za-z0-9_]{1,12}")


class Kind(Enum):
    """Kind of answer that a question asks for."""

    CHOICE = "choice"
    SCALE = "scale"
    NUMBER = "number"


@dataclass(frozen=True)
class Question:
    """A question; only a choice has options."""

    id: str
    text: str
    kind: Kind
    options: tuple[str, ...] = ()


def read_questions(path: Path) -> list[Question]:
    """Read the questions. Raises `Mistakes` with everything that is wrong."""
    table = read_table(path)
    table.require(COLUMNS)
    if not table.rows:
        raise Mistakes(f"{table.name}: no questions")
    known: set[str] = set()
    mistakes: list[str] = []
    for row in table.rows:
        if mistake := _mistake(row, known):
            mistakes.append(f"{table.name} row {row.number}: {mistake}")
        known.add(row["id"])
    if mistakes:
        raise Mistakes(*mistakes)
    return [_question(row) for row in table.rows]


def choice_questions(questions: Iterable[Question]) -> list[Question]:
    """Return those that are answered by one of several options."""
    return [question for question in questions if question.kind is Kind.CHOICE]


def _mistake(row: Row, known: set[str]) -> str | None:
    """Return the first thing wrong with a row; None if nothing is."""
    if not VALID_ID.fullmatch(row["id"]):
        return f"wrong id '{row['id']}'"
    if row["id"] in known:
        return f"the id '{row['id']}' stands there twice"
    if row["kind"] not in {kind.value for kind in Kind}:
        return f"unknown kind '{row['kind']}'"
    return _mistake_in(_options(row)) if row["kind"] == Kind.CHOICE.value else None


def _mistake_in(options: Sequence[str]) -> str | None:
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        return "a choice has two to eight options"
    for place, option in enumerate(options):
        if option in options[:place]:
            return f"the option '{option}' stands there twice"
    return None


def _options(row: Row) -> list[str]:
    return [option.strip() for option in row["options"].split("|") if option.strip()]


def _question(row: Row) -> Question:
    kind = Kind(row["kind"])
    return Question(row["id"], row["text"], kind, tuple(_options(row)) if kind is Kind.CHOICE else ())
