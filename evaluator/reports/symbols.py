"""Symbols and colours of outcomes on a terminal."""

from __future__ import annotations

from rich.text import Text

from evaluator.io.terminal import printable
from evaluator.model.evaluation import Outcome

SYMBOLS = {
    Outcome.PASSED: "✓",
    Outcome.SKIPPED: "-",
    Outcome.BLOCKED: "-",
    Outcome.INFRASTRUCTURE: "!",
    Outcome.MISSION_DEFECT: "!",
}
COLOURS = {
    Outcome.PASSED: "green",
    Outcome.SKIPPED: "dim",
    Outcome.BLOCKED: "yellow",
    Outcome.INFRASTRUCTURE: "magenta",
    Outcome.MISSION_DEFECT: "magenta",
}
OTHERS = ("✗", "red")


def symbol(outcome: Outcome) -> str:
    return SYMBOLS.get(outcome, OTHERS[0])


def colour(outcome: Outcome) -> str:
    return COLOURS.get(outcome, OTHERS[1])


def styled(words: str, outcome: Outcome) -> Text:
    """Return safe text in the colour of an outcome; consoles without colours show it plain."""
    return Text(printable(words), style=colour(outcome))
