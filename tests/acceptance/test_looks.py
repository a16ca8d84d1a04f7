"""A canonical desktop program passes every testcode with other themes, fonts, colours and sizes of its window, too."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from evaluator.model.evaluation import Outcome
from tests.support.edits import evaluating_process, outcomes_of_edited

LOOKS = Path(__file__).parents[1] / "fixtures" / "looks"
PATHS = sorted(LOOKS.glob("*/*.toml"))


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    tmp_path_factory.getbasetemp()  # pytest's own folder has to outlive the guard
    with evaluating_process() as process:
        yield process


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}/{path.stem}" for path in PATHS])
def test_another_look_passes_every_testcode(path: Path, worker: Executor, tmp_path: Path) -> None:
    look = tomllib.loads(path.read_text())
    outcomes = worker.submit(outcomes_of_edited, path.parent.name, "playwright", look["edit"], tmp_path).result()
    assert {name: outcome for name, outcome in outcomes.items() if outcome is not Outcome.PASSED} == {}, look["why"]
