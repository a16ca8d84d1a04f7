"""Evaluates the answers of a survey: `python survey.py ANSWERS QUESTIONS [options]`."""

import sys
from pathlib import Path

from answers import read_answers
from arguments import Choices, check_choices, parse_arguments
from chart import draw_chart
from evaluation import Survey
from problems import Mistakes
from questions import read_questions
from report import write_report
from workbook import write_workbook

WRONG = 2
"""Exit status if anything is wrong with the command line or the files."""


def evaluate(choices: Choices) -> None:
    """Read the files and write all results. Raises `Mistakes` before anything is written."""
    questions = read_questions(Path(choices.questions))
    check_choices(choices, questions)
    respondents = read_answers(Path(choices.answers), questions)
    survey = Survey(questions, respondents, choices.only)
    folder = Path(choices.out)
    folder.mkdir(parents=True, exist_ok=True)
    write_workbook(survey, choices.crosses, folder / "survey.xlsx")
    write_report(survey, folder / "report.txt")
    if charted := choices.charted(questions):
        draw_chart(survey, charted, folder / "chart.png")
    print(f"{len(survey.respondents)} respondents evaluated, results in {folder}")


def main(arguments: list[str]) -> int:
    """Run the program and return its exit status."""
    try:
        evaluate(parse_arguments(arguments))
    except Mistakes as mistakes:
        for mistake in mistakes.texts:
            print(f"error: {mistake}", file=sys.stderr)
        return WRONG
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
