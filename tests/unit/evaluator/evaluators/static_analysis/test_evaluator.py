"""The evaluator's measures, with the reference's values beside them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from evaluator.evaluators.static_analysis.evaluator import DETAILS, StaticMeasures
from evaluator.model.evaluation import Evaluation
from evaluator.model.generation import Solution
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from missions.catalog import open_catalog

MISSION = "timesheet-payroll"
EVALUATOR = StaticMeasures(bandit=False)


@pytest.fixture
def workbench(tmp_path: Path) -> AttemptWorkbench:
    catalog = open_catalog("catalog")
    run = ResolvedRun.of_references(catalog, "projecteval", "none")
    return AttemptWorkbench(run, catalog.mission(MISSION), Subject.in_folder(tmp_path))


def _evaluated(files: Mapping[str, bytes], workbench: AttemptWorkbench) -> Evaluation:
    return EVALUATOR.evaluate(Solution.of(files), workbench.mission, workbench)


def test_a_solution_is_measured_beside_the_reference(
    workbench: AttemptWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = workbench.reference()
    assert reference is not None
    monkeypatch.setattr(AttemptWorkbench, "baseline", lambda self, evaluator: _evaluated(reference.files, self))
    found = _evaluated({"main.py": b"import os\nos.system('x')\n"}, workbench)
    measures = {measure.name: measure for measure in found.measures}
    assert (measures["risky_calls"].value, measures["risky_calls"].reference) == (1.0, 0.0)
    assert not measures["risky_calls"].higher_is_better
    assert measures["code_lines"].value == 2
    assert 0 < (measures["minimum_maintainability"].reference or 0) < (measures["minimum_maintainability"].value or 0)
    assert (workbench.attachments / DETAILS).exists()


def test_the_reference_itself_has_no_reference(workbench: AttemptWorkbench) -> None:
    reference = workbench.reference()
    assert reference is not None
    assert {measure.reference for measure in _evaluated(reference.files, workbench).measures} == {None}


def test_a_project_without_code_has_undefined_maintainability(workbench: AttemptWorkbench) -> None:
    found = EVALUATOR.evaluate(Solution({}), workbench.mission, workbench)
    assert found.measure("minimum_maintainability") is None
    assert found.measure("risky_calls") == 0
