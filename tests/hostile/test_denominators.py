"""No program takes cases out of the total: what a testcode cannot read counts as not passed.

``denominators/programs.toml`` has the programs: `added` runs after the reference's own code, `program` takes its place
(empty: there is none); `raised` names testcodes that must have raised, `passed` all that pass.
"""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from evaluator.model.evaluation import RUNNABLE, Outcome
from missions.catalog import open_catalog
from tests.support.parameters import named
from tests.support.workbench import evaluate_folder

FOLDER = Path(__file__).parent / "denominators"
MISSIONS, MISSION = FOLDER / "missions", "word-count"
REFERENCE = MISSIONS / MISSION / "canonical" / "project"


@dataclass(frozen=True)
class HostileProgram:
    """One program and the testcodes that it passes."""

    name: str
    tries: str
    passed: tuple[str, ...]
    raised: tuple[str, ...] = ()
    added: str = ""
    program: str | None = None
    slow: bool = False

    def planted(self, folder: Path) -> Path:
        shutil.copytree(REFERENCE, folder)
        main = folder / "main.py"
        main.write_text(f"{main.read_text()}\n{self.added}\n" if self.program is None else self.program)
        if self.program == "":
            main.unlink()
        return folder


def programs() -> list[HostileProgram]:
    entries = tomllib.loads((FOLDER / "programs.toml").read_text())
    return [HostileProgram(name, **entry) for name, entry in entries.items()]


@pytest.mark.parametrize("program", named(programs()))
def test_the_total_is_that_of_the_mission(program: HostileProgram, tmp_path: Path) -> None:
    catalog = open_catalog(str(MISSIONS))
    mission = catalog.mission(MISSION)

    evaluation = evaluate_folder(catalog, mission, program.planted(tmp_path / "project"), {}, tmp_path)

    outcomes = {case.id.rpartition(".")[2]: case.outcome for case in evaluation.cases}
    assert list(outcomes) == [RUNNABLE, *(testcode.id for testcode in mission.testcodes)]
    assert evaluation.total == len(mission.testcodes) + 1
    assert [each for each, outcome in outcomes.items() if outcome is Outcome.PASSED and each != RUNNABLE] == [
        *program.passed
    ]
    assert {name for name, outcome in outcomes.items() if outcome is Outcome.ERROR} >= set(program.raised)
    assert Outcome.INFRASTRUCTURE not in outcomes.values()
