"""The results as a text."""

from collections.abc import Iterator
from pathlib import Path

from evaluation import Survey
from questions import Kind, Question
from rounding import text


def write_report(survey: Survey, path: Path) -> None:
    """Write the report."""
    parts = ["\n".join(_head(survey)), *("\n".join(_question(survey, question)) for question in survey.questions)]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _head(survey: Survey) -> Iterator[str]:
    yield f"Survey of {_counted(len(survey.respondents), 'respondent')}, total weight {text(survey.weight, 2)}"
    if survey.only:
        yield f"Only: {survey.only.question} = {survey.only.option}"


def _question(survey: Survey, question: Question) -> Iterator[str]:
    answered = len(survey.who_answered(question))
    yield f"{question.id}: {question.text}"
    if question.kind is Kind.CHOICE:
        for line in survey.count_options(question):
            yield f"  {line.option}: {line.count} ({text(line.share, 1)} %)"
    elif summary := survey.summarize(question):
        yield (
            f"  {_counted(answered, 'answer')}, mean {text(summary.mean, 2)}, "
            f"weighted mean {text(summary.weighted_mean, 2)}, median {text(summary.median, 2)}"
        )
    else:
        yield f"  {_counted(0, 'answer')}"
    yield f"  no answer: {len(survey.respondents) - answered}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
