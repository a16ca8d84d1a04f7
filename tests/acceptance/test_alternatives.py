"""Alternatives of canonical solutions, on other stacks, pass the same testcodes as the first one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from evaluator.model.evaluation import Outcome
from missions.formats.folder import BUILT_IN, BUILT_IN_REFERENCES, FolderCatalog
from missions.project_files import write_files
from simulators.runtime.entry_points import environment_of
from simulators.runtime.environments import host as environments
from tests.support.workbench import evaluate_folder

CATALOG = FolderCatalog(BUILT_IN)


def _alternatives() -> list[ParameterSet]:
    found = sorted(BUILT_IN_REFERENCES.glob("*/alternatives/*/parameters.toml"))
    return [pytest.param(p.parents[2].name, p.parent.name, id=f"{p.parents[2].name}/{p.parent.name}") for p in found]


@pytest.mark.slow
@pytest.mark.parametrize(("mission_id", "name"), _alternatives())
def test_an_alternative_passes_everything(mission_id: str, name: str, tmp_path: Path) -> None:
    mission, reference = CATALOG.mission(mission_id), CATALOG.reference(mission_id)
    assert reference is not None
    chosen, project = reference.alternatives[name], tmp_path / "project"
    write_files(chosen.files, project)
    environment = environment_of(mission.stack.value, project, chosen.start, mission.environment)
    if missing := environments.problem(environment):
        pytest.skip(missing)
    evaluation = evaluate_folder(CATALOG, mission, project, chosen.parameters, tmp_path, chosen.start)
    shutil.rmtree(project)
    assert {case.id: case.outcome for case in evaluation.cases if case.outcome is not Outcome.PASSED} == {}


def test_there_is_a_second_framework_and_a_second_language() -> None:
    reference = CATALOG.reference("poll-station")
    assert reference is not None
    assert set(reference.alternatives) == {"fastapi", "node"}
