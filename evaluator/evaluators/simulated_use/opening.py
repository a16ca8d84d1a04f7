"""Opening of a project for simulated use: its runtime, and the material files of its mission."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.session import Player
from missions.mission import Mission
from simulators.runtime.stage import RuntimeSpec


@contextmanager
def open_player(mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules) -> Iterator[Player]:
    """Start the project. Raises `StartError` when it is not runnable."""
    with _own_material(mission, rules) as own, _opened(own, spec, answers, rules) as player:
        yield player


def _opened(
    mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules
) -> AbstractContextManager[Player]:
    if mission.stack.is_website:
        from evaluator.evaluators.simulated_use.websites import open_website

        return open_website(mission, spec, answers, rules)
    from evaluator.evaluators.simulated_use.programs import open_program

    return open_program(mission, spec, rules)


@contextmanager
def _own_material(mission: Mission, rules: Rules) -> Iterator[Mission]:
    """Give the mission a folder of its own files, by the names that its testcodes know."""
    if not (rules.renames_materials and mission.material_prefix):
        yield mission
        return
    with tempfile.TemporaryDirectory(prefix="projecteval-material-") as temporary:
        for name, path in mission.material_files().items():
            target = Path(temporary) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        yield replace(mission, material=Path(temporary), material_prefix="")
