"""Ten planted bugs: the terminal's first line of a reason names each, and two clicks lead to its picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import expect

from tests.acceptance.reports.conftest import Reader
from tests.support.commands import projecteval
from tests.support.planted_bugs import BUGS, PlantedBug

USUAL = "exception in a script of the page"
"""The bug of the usual run; all others are part of `make proofs`."""


def _bugs() -> list[ParameterSet]:
    return [pytest.param(bug, id=bug.name, marks=[] if bug.name == USUAL else [pytest.mark.slow]) for bug in BUGS]


@pytest.mark.parametrize("bug", _bugs())
def test_a_planted_bug_is_named_and_shown(bug: PlantedBug, tmp_path: Path, reader: Reader) -> None:
    project = bug.planted(tmp_path / "solution")
    called = projecteval(
        *("check", project, "--mission", bug.mission, "--only", bug.testcode, "--out", tmp_path / "run"),
        *("--junit", tmp_path / "junit.xml"),
        cwd=tmp_path,
    )
    assert called.status == 0, called.stderr
    first = next(line for line in called.stdout.splitlines() if line.startswith("✗"))
    assert re.search(bug.reason, first), called.stdout
    words = re.search(bug.reason, first)
    assert words is not None
    assert words[0].split("'")[0] in (tmp_path / "junit.xml").read_text()
    page = reader.opens(tmp_path / "run" / "report.html")
    broken = page.get_by_role("region", name="What broke")
    expect(broken).to_contain_text(words[0])
    broken.get_by_role("link").first.click()
    expect(page.locator("#detail")).to_contain_text(words[0])
    if bug.has_picture:
        expect(page.get_by_role("region", name="failed step").get_by_role("img").first).to_be_visible()
