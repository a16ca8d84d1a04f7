"""Edits of a canonical solution: broken variants and other looks, and their evaluation in a process of its own."""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path

from evaluator.model.evaluation import Outcome
from missions.formats.folder import BUILT_IN, FolderCatalog
from missions.project_files import write_files
from simulators.runtime.processes.cleanup_guard import cleanup_guard
from simulators.setting import BrowserName
from tests.support.workbench import evaluate_folder

Edits = Sequence[Mapping[str, str]]
"""Replacements in a project: `file`, the text `old`, which is there once, and `new`."""


@contextmanager
def evaluating_process() -> Iterator[Executor]:
    """Start a process whose browsers and displays are not those of other tests.

    Begun after what must outlive the guard: the process by which `multiprocessing` keeps account of what this one made.
    """
    resource_tracker.ensure_running()
    with cleanup_guard(), ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def outcomes_of_edited(mission_id: str, browser: BrowserName, edits: Edits, folder: Path) -> dict[str, Outcome]:
    """Return the outcome of each testcode with the edited canonical solution."""
    catalog = FolderCatalog(BUILT_IN)
    mission, reference = catalog.mission(mission_id), catalog.reference(mission_id)
    assert reference is not None
    mission = replace(mission, setting=replace(mission.setting, browser=browser))
    project = folder / "project"
    write_files(reference.files, project)
    for edit in edits:
        file = project / edit["file"]
        assert file.read_text().count(edit["old"]) == 1, edit
        file.write_text(file.read_text().replace(edit["old"], edit["new"]))
    evaluation = evaluate_folder(catalog, mission, project, reference.parameters, folder, reference.start)
    shutil.rmtree(project)
    return {case.id: case.outcome for case in evaluation.cases}
