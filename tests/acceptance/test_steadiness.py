"""Repeated runs with equal outcomes, on an idle and on a busy machine."""

from pathlib import Path

import pytest

from tests.support.commands import projecteval
from tests.support.processor_load import busy_processors

RUNS = 20


def _verdicts(folder: Path) -> dict[str, dict[str, str]]:
    called = projecteval(
        "run", "--agent", "canonical", "--steps", "generate,evaluate", "--out", folder, "--json", timeout=1800
    )
    assert called.status == 0, called.stderr
    return {mission: found["testcodes"] for mission, found in called.json["missions"].items()}


@pytest.mark.slow
def test_twenty_runs_give_the_same_verdicts(tmp_path: Path) -> None:
    seen = []
    for number in range(RUNS):
        if number % 2:
            with busy_processors():
                seen.append(_verdicts(tmp_path / str(number)))
        else:
            seen.append(_verdicts(tmp_path / str(number)))
        assert seen[-1] == seen[0], f"run {number + 1}"
    assert {verdict for found in seen[0].values() for verdict in found.values()} == {"passed"}
