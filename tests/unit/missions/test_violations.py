"""Mistakes in ``violations.toml`` that `missions validate` reports."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from missions.authoring.checks import mission_problems
from missions.catalog import open_catalog
from tests.support.commands import MISSIONS

GOOD = """
[[requirement]]
sentence = "asks for a name and greets"
[[requirement.violation]]
id = "silent"
change = [{ file = "main.py", before = "Hello, ", after = "" }]
"""


def _problems(folder: Path, text: str) -> list[str]:
    shutil.copytree(MISSIONS / "hello-console", folder / "hello-console")
    (folder / "hello-console" / "violations.toml").write_text(text)
    found = mission_problems(open_catalog(str(folder)), "hello-console")
    return [problem for problem in found if "violations.toml" in problem]


def test_sentences_may_be_quoted_over_several_lines(tmp_path: Path) -> None:
    assert _problems(tmp_path, GOOD.replace("name and", "name  and")) == []


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("greets", "sings", "neither prompt nor checklist has the sentence"),
        ('"Hello, "', '"Goodbye"', "occurs 0 times in main.py"),
        ('after = ""', "after = \"''{\"", "f-string"),
        ("main.py", "start.py", "the reference has no file start.py"),
        ("[[requirement.violation]]", "[[requirement.violation]]\ncolour = 1", "Extra inputs"),
        ("[[requirement.violation]]", 'unbroken = "it is a title"\n[[requirement.violation]]', "needs violations, or"),
    ],
)
def test_each_mistake_is_reported(before: str, after: str, problem: str, tmp_path: Path) -> None:
    (found,) = _problems(tmp_path, GOOD.replace(before, after))
    assert problem in found
