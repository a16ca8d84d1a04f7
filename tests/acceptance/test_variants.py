"""Every mission distinguishes its canonical solution from deliberately broken ones: exactly the testcodes that a
defect breaks fail, and those that require them are blocked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from evaluator.model.evaluation import Outcome
from missions.formats.folder import BUILT_IN, FolderCatalog, read_table
from simulators.setting import BrowserName
from tests.support.edits import evaluating_process, outcomes_of_edited

VARIANTS = Path(__file__).parents[1] / "fixtures" / "variants"
CATALOG = FolderCatalog(BUILT_IN)


USUAL = frozenset({"cinema-box-office/password-shown"})
"""Variants of the usual run; all others, with those of websites, are part of `make proofs`."""


def _variants() -> Iterator[ParameterSet]:
    """Return all variants, those of websites with both engines."""
    websites = {mission_id for mission_id in CATALOG.ids() if read_table(BUILT_IN / mission_id).stack.is_website}
    for path in sorted(VARIANTS.glob("*/*.toml")):
        name = f"{path.parent.name}/{path.stem}"
        yield pytest.param(path, "playwright", id=name, marks=[] if name in USUAL else [pytest.mark.slow])
        if path.parent.name in websites:
            yield pytest.param(path, "selenium", id=f"{name}/selenium", marks=[pytest.mark.slow])


def test_every_mission_has_at_least_five_variants() -> None:
    counts = {mission_id: len(list((VARIANTS / mission_id).glob("*.toml"))) for mission_id in CATALOG.ids()}
    assert {mission_id for mission_id, count in counts.items() if count < 5} == set()


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    tmp_path_factory.getbasetemp()  # pytest's own folder has to outlive the guard
    with evaluating_process() as process:
        yield process


@pytest.mark.parametrize(("path", "browser"), list(_variants()))
def test_a_variant_fails_what_it_breaks_and_nothing_else(
    path: Path, browser: BrowserName, worker: Executor, tmp_path: Path
) -> None:
    variant = tomllib.loads(path.read_text())
    verdicts = worker.submit(outcomes_of_edited, path.parent.name, browser, variant["edit"], tmp_path).result()
    wrong = {name: verdict for name, verdict in verdicts.items() if verdict is not Outcome.PASSED}
    expected = dict.fromkeys(variant["failed"], Outcome.FAILED)
    expected |= dict.fromkeys(variant.get("blocked", []), Outcome.BLOCKED)
    assert wrong == expected, variant["why"]
