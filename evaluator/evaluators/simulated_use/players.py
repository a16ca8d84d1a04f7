"""Who plays the user of a testcode: what judging needs to know of every simulator."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from missions.mission import Mission, Stack
from missions.testcodes.testcode import SimulatorName
from simulators.deadline import Deadline
from simulators.failures import Failure
from simulators.runtime.stage import RuntimeSpec
from simulators.trace import Trace


class Session(Protocol):
    """One user at work: a browser context, a console folder, a batch folder."""

    @property
    def actor(self) -> Any:
        """What the testcode is called with."""
        ...

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        """A testcode begins: its time limit, and where its steps are recorded."""
        ...

    def picture(self) -> bytes | None:
        """What the user sees now, as PNG; None where there is nothing to see."""
        ...

    def abort(self) -> None:
        """Make a call that is blocked in this session return with an error (from another thread)."""
        ...


class Player(Protocol):
    """What testcodes of one attempt are played on: a site that was started, or a program's files."""

    def session(self, simulator: SimulatorName) -> AbstractContextManager[Session]: ...

    def trouble(self) -> Failure | None:
        """Return what happened to the project's process since its start; None while it runs as it should."""
        ...

    def output(self) -> str:
        """What the project printed."""
        ...


@contextmanager
def open_player(mission: Mission, production: RuntimeSpec, answers: dict[str, str]) -> Iterator[Player]:
    """Put the solution on stage. Raises `StartError` when it is not runnable."""
    with _own_material(mission) as mission, _opened(mission, production, answers) as player:
        yield player


def _opened(mission: Mission, production: RuntimeSpec, answers: dict[str, str]) -> AbstractContextManager[Player]:
    if mission.stack is Stack.DJANGO:
        from evaluator.evaluators.simulated_use.websites import open_website

        return open_website(mission, production, answers)
    from evaluator.evaluators.simulated_use.programs import open_program

    return open_program(mission, production)


@contextmanager
def _own_material(mission: Mission) -> Iterator[Mission]:
    """The mission with a folder of its own files, by the names that its testcodes know.

    Those of the public benchmark know the names in the folder that all missions share.
    """
    if mission.one_session or not mission.material_prefix:
        yield mission
        return
    with tempfile.TemporaryDirectory(prefix="projecteval-material-") as temporary:
        for name, path in mission.material_files().items():
            target = Path(temporary) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        yield replace(mission, material=Path(temporary), material_prefix="")
