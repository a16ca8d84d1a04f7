"""Independent implementations of missions, written from prompt and checklist only, pass every testcode."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import ROOT, projecteval

OPINIONS = ROOT / "tests" / "fixtures" / "second_opinions"


@pytest.mark.slow
@pytest.mark.parametrize("mission", sorted(path.name for path in OPINIONS.iterdir()))
def test_a_second_implementation_passes_every_testcode(mission: str, tmp_path: Path) -> None:
    words = ("--mission", mission, "--out", tmp_path / "run", "--fail-under", "100")
    called = projecteval("check", OPINIONS / mission / "project", *words, cwd=tmp_path)
    assert called.status == 0, called.stdout
