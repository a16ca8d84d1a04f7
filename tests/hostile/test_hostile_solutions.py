"""Hostile solutions are judged as what they are: each has its stated verdicts, and none gains by what it tries."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from evaluator.evaluators.simulated_use.judge import judge
from evaluator.model.verdicts import Verdict
from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.stage import RuntimeSpec
from tests.acceptance.commands import MISSIONS
from tests.hostile.solutions import HostileSolution, solutions

SERVES = 'if __name__ == "__main__" and "runserver" in sys.argv:\n'


@pytest.mark.parametrize("solution", solutions(), ids=lambda solution: solution.name)
def test_a_hostile_solution_gains_nothing(solution: HostileSolution, tmp_path: Path) -> None:
    mission = open_catalog(str(MISSIONS)).mission(solution.mission)
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    production = RuntimeSpec(
        project=_project(solution, tmp_path / "project"),
        stack=mission.stack.value,
        environment=environments.build(mission.environment),
        sandbox=sandbox_named(),
        setting=mission.setting,
        start_limit=mission.limits.start,
    )

    judgement = judge(mission, production, _answers(solution), pictures)

    found = {result.id.rpartition(".")[2]: result.verdict.value for result in judgement.all()}
    told = {result.id: (result.verdict.value, result.reason) for result in judgement.all()}
    assert {name: found[name] for name in solution.verdicts} == dict(solution.verdicts), told
    unnamed = {verdict for name, verdict in found.items() if name not in solution.verdicts}
    assert not unnamed & {Verdict.PASSED, Verdict.INFRASTRUCTURE}, told
    assert judgement.tries <= solution.tries_at_most, told
    assert any(re.search(solution.reason, result.reason) for result in judgement.all()), told


def _project(solution: HostileSolution, folder: Path) -> Path:
    shutil.copytree(MISSIONS / solution.mission / "canonical" / "project", folder)
    if solution.program:
        (folder / "main.py").write_text(solution.program)
        return folder
    manage = folder / "manage.py"
    served = f"PAGES['/'] = {solution.home!r}\n"
    if "names_the_maker" not in solution.verdicts or solution.verdicts["names_the_maker"] != "passed":
        served += "PAGES['/about/'] = '<p>nobody</p>'\n"
    manage.write_text(manage.read_text().replace(SERVES, f"{served}{solution.serves}\n{SERVES}"))
    return folder


def _answers(solution: HostileSolution) -> dict[str, str]:
    path = MISSIONS / solution.mission / "canonical" / "parameters.toml"
    return {**tomllib.loads(path.read_text()), **solution.answers}
