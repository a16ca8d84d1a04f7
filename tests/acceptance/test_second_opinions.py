"""Independent implementations of missions, written from prompt and checklist only, pass every testcode."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import ROOT, projecteval

OPINIONS = ROOT / "tests" / "fixtures" / "second_opinions"


@pytest.mark.slow
@pytest.mark.parametrize("opinion", sorted(path.name for path in OPINIONS.iterdir()))
def test_a_second_implementation_passes_every_testcode(opinion: str, tmp_path: Path) -> None:
    """Of a mission, or another one of it: ``number-mines``, ``number-mines.2``."""
    words = ("--mission", opinion.partition(".")[0], "--out", tmp_path / "run", "--fail-under", "100")
    called = projecteval("check", OPINIONS / opinion / "project", *words, cwd=tmp_path)
    assert called.status == 0, called.stdout
