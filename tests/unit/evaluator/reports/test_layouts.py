"""Tables at 80, 100 and 200 columns: headings are never broken inside words."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.table import Table

from evaluator.io.terminal import counted
from evaluator.model.evaluation import Outcome
from evaluator.reports.terminal import built_table, outcome_table
from missions.project_files import natural

LABEL = "a-mission-with-a-rather-long-name/level-1-cascade/sample-12"


OTHERS = [outcome for outcome in Outcome if outcome is not Outcome.PASSED]


def _shown(table: Table, columns: int) -> list[str]:
    shown = io.StringIO()
    Console(file=shown, width=columns).print(table)
    return shown.getvalue().splitlines()


@pytest.mark.parametrize("columns", [80, 100, 200])
@pytest.mark.parametrize("outcomes", [[], OTHERS[:3], OTHERS])
def test_headings_are_not_broken_inside_words(columns: int, outcomes: list[Outcome]) -> None:
    counts = dict.fromkeys(outcomes, 12)
    lines = _shown(outcome_table([(LABEL, 123, 456, counts)], outcomes, columns), columns)
    assert max(map(len, lines)) <= columns
    words = {word for line in lines for word in line.translate({ord(each): " " for each in "┃│,"}).split()}
    assert {"attempt", "passed", "of", "123", "456"} <= words
    assert {word for outcome in outcomes for word in outcome.value.split("_")} <= words


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_the_table_of_what_was_built_fits(columns: int) -> None:
    table = built_table([(LABEL, "no", "", "1,234", "12.5", "command: nothing is in project/; " * 4)])
    lines = _shown(table, columns)
    assert max(map(len, lines)) <= columns
    words = {word for line in lines for word in line.replace("┃", " ").split()}
    assert {"attempt", "built", "files", "tokens", "seconds", "reason"} <= words


def test_ids_are_sorted_as_people_count() -> None:
    assert sorted(["page-10", "page-2", "b1a", "page", "b01"], key=natural) == [
        "b01",
        "b1a",
        "page",
        "page-2",
        "page-10",
    ]


def test_nouns_have_their_number() -> None:
    assert [counted(number, "mission") for number in (0, 1, 2)] == ["0 missions", "1 mission", "2 missions"]
