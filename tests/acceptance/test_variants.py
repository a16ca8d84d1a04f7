"""Every mission distinguishes its canonical solution from deliberately broken ones: exactly the testcodes that a
defect breaks fail, and those that require them are blocked."""

from __future__ import annotations

import multiprocessing
import shutil
import tomllib
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from evaluator.model.evaluation import Outcome
from missions.formats.folder import BUILT_IN, FolderCatalog
from missions.project_files import write_files
from simulators.runtime.processes.cleanup_guard import cleanup_guard
from simulators.setting import BrowserName
from tests.support.workbench import evaluate_folder

VARIANTS = Path(__file__).parents[1] / "fixtures" / "variants"
CATALOG = FolderCatalog(BUILT_IN)


USUAL = frozenset({"cinema-box-office/password-shown", "timesheet-payroll/overtime-by-entry"})
"""Variants of the usual run; all others, with those of websites, are part of `make proofs`."""


def _variants() -> Iterator[ParameterSet]:
    """Return all variants, those of websites with both engines."""
    websites = {mission_id for mission_id in CATALOG.ids() if CATALOG.mission(mission_id).stack.is_website}
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
    """Separate worker context, whose browsers are not those of other tests.

    Begun after what must outlive the guard: pytest's own folder, and the process by which `multiprocessing` keeps
    account of what this one made.
    """
    tmp_path_factory.getbasetemp()
    resource_tracker.ensure_running()
    with cleanup_guard(), ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize(("path", "browser"), list(_variants()))
def test_a_variant_fails_what_it_breaks_and_nothing_else(
    path: Path, browser: BrowserName, worker: Executor, tmp_path: Path
) -> None:
    variant = tomllib.loads(path.read_text())
    verdicts = worker.submit(_judged, path.parent.name, browser, variant["edit"], tmp_path).result()
    wrong = {name: verdict for name, verdict in verdicts.items() if verdict is not Outcome.PASSED}
    expected = dict.fromkeys(variant["failed"], Outcome.FAILED)
    expected |= dict.fromkeys(variant.get("blocked", []), Outcome.BLOCKED)
    assert wrong == expected, variant["why"]


def _judged(mission_id: str, browser: BrowserName, edits: list[dict[str, str]], tmp_path: Path) -> dict[str, Outcome]:
    mission = CATALOG.mission(mission_id)
    mission = replace(mission, setting=replace(mission.setting, browser=browser))
    reference = CATALOG.reference(mission_id)
    assert reference is not None
    project = tmp_path / "project"
    write_files(reference.files, project)
    for edit in edits:
        file = project / edit["file"]
        assert file.read_text().count(edit["old"]) == 1, edit
        file.write_text(file.read_text().replace(edit["old"], edit["new"]))
    attachments = tmp_path / "attachments"
    evaluation = evaluate_folder(CATALOG, mission, project, reference.parameters, attachments, reference.start)
    shutil.rmtree(project)
    return {case.id: case.outcome for case in evaluation.cases}
