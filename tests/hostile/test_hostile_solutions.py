"""Every hostile solution gets its stated outcomes and gains nothing by its attack."""

from __future__ import annotations

import re
import shutil
import time
import tomllib
from pathlib import Path

import pytest

from evaluator.model.evaluation import RUNNABLE, Outcome
from missions.catalog import open_catalog
from simulators.browser.chromium import processes
from simulators.failures import FailureKind
from tests.hostile.solutions import HostileSolution, solutions
from tests.support.commands import MISSIONS
from tests.support.parameters import named
from tests.support.workbench import evaluate_folder

SERVES = 'if __name__ == "__main__" and "runserver" in sys.argv:\n'


@pytest.mark.parametrize("solution", named(solutions()))
def test_a_hostile_solution_gains_nothing(
    solution: HostileSolution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if solution.browser_mib:
        monkeypatch.setattr(processes, "ALL_MEMORY_BYTES", solution.browser_mib << 20)
    catalog = open_catalog(str(MISSIONS))
    mission, project = catalog.mission(solution.mission), _project(solution, tmp_path / "project")

    before = time.process_time()
    evaluation = evaluate_folder(catalog, mission, project, _answers(solution), tmp_path)

    most_work = 2 * mission.limits.testcode * evaluation.tries
    assert time.process_time() - before < most_work, "the evaluator itself was kept busy"
    found = {case.id.rpartition(".")[2]: case.outcome.value for case in evaluation.cases}
    told = {case.id: (case.outcome.value, case.reason) for case in evaluation.cases}
    assert {name: found[name] for name in solution.verdicts} == dict(solution.verdicts), told
    assert [case.id for case in evaluation.cases] == [RUNNABLE, *(each.id for each in mission.testcodes)]
    assert evaluation.total == len(mission.testcodes) + 1
    unnamed = {verdict for name, verdict in found.items() if name not in solution.verdicts}
    assert not unnamed & {Outcome.PASSED, Outcome.INFRASTRUCTURE}, told
    caused = [cause for cause in evaluation.repeated if cause.kind is not FailureKind.SUSPENDED]
    assert len(caused) < solution.tries_at_most, caused
    assert any(re.search(solution.reason, case.reason) for case in evaluation.cases), told


def _project(solution: HostileSolution, folder: Path) -> Path:
    shutil.copytree(MISSIONS / solution.mission / "canonical" / "project", folder)
    if solution.program:
        (folder / "main.py").write_text(solution.program)
        return folder
    manage = folder / "manage.py"
    served = f"PAGES['/'] = {solution.home!r}\n"
    if "names_the_maker" not in solution.verdicts or solution.verdicts["names_the_maker"] != "passed":
        served += "PAGES['/about/'] = '<p>no person</p>'\n"
    manage.write_text(manage.read_text().replace(SERVES, f"{served}{solution.serves}\n{SERVES}"))
    return folder


def _answers(solution: HostileSolution) -> dict[str, str]:
    path = MISSIONS / solution.mission / "canonical" / "parameters.toml"
    return {**tomllib.loads(path.read_text()), **solution.answers}
