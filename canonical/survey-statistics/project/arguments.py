"""The command line."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from problems import Mistakes
from questions import Question, choice_questions


@dataclass(frozen=True)
class Only:
    """A condition: only respondents who chose this option are evaluated."""

    question: str
    option: str


@dataclass(frozen=True)
class Choices:
    """The parsed command line."""

    answers: str
    questions: str
    out: str
    crosses: tuple[tuple[str, str], ...]
    chart: str | None
    only: Only | None

    def charted(self, questions: Sequence[Question]) -> Question | None:
        """Return the question of the chart: the one asked for, else the first choice."""
        return next((q for q in choice_questions(questions) if self.chart in (None, q.id)), None)


class _Parser(argparse.ArgumentParser):
    """Raises `Mistakes` instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        """Report a wrong command line."""
        raise Mistakes(message)


def parse_arguments(arguments: Sequence[str]) -> Choices:
    """Return what the command line says. Raises `Mistakes`."""
    parser = _Parser(prog="survey.py", description="Evaluate the answers of a survey.", allow_abbrev=False)
    parser.add_argument("answers", help="CSV file with the answers")
    parser.add_argument("questions", help="CSV file with the questions")
    parser.add_argument("--out", default="results", metavar="FOLDER", help="where the results are written")
    parser.add_argument("--cross", nargs=2, action="append", default=[], metavar="ID", help="two questions to cross")
    parser.add_argument("--chart", metavar="ID", help="the question of the chart")
    parser.add_argument("--only", metavar="ID=OPTION", help="evaluate these respondents only")
    found = parser.parse_args(arguments)
    crosses = tuple((first, second) for first, second in found.cross)
    return Choices(found.answers, found.questions, found.out, crosses, found.chart, _only(found.only))


def _only(text: str | None) -> Only | None:
    if text is None:
        return None
    question, sign, option = text.partition("=")
    if not sign:
        raise Mistakes(f"--only: '{text}' is not of the form ID=OPTION")
    return Only(question, option)


def check_choices(choices: Choices, questions: Sequence[Question]) -> None:
    """Raise `Mistakes` if the command line names questions or options that do not exist or fit."""
    known = {question.id: question for question in choice_questions(questions)}
    named = [("--cross", id_) for pair in choices.crosses for id_ in pair]
    named += [("--chart", choices.chart)] if choices.chart is not None else []
    named += [("--only", choices.only.question)] if choices.only else []
    for option, id_ in named:
        if id_ not in known:
            raise Mistakes(f"{option}: '{id_}' is no choice question")
    if choices.only and choices.only.option not in known[choices.only.question].options:
        raise Mistakes(f"--only: '{choices.only.option}' is no answer to {choices.only.question}")
