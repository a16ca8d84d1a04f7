"""Simulated users of programs, each with what it needs besides the program's box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from missions.mission import Mission
from missions.testcodes.testcode import SimulatorName
from simulators.console import ConsoleUser
from simulators.files import FilesUser
from simulators.runtime.program_user import ProgramUser
from simulators.runtime.stage import PreparedProject, RuntimeSpec

if TYPE_CHECKING:
    from simulators.desktop import DesktopUser

U = TypeVar("U", bound=ConsoleUser | FilesUser)

WITHOUT_DISPLAY: dict[str, type[ConsoleUser] | type[FilesUser]] = {
    SimulatorName.CONSOLE: ConsoleUser,
    SimulatorName.FILES: FilesUser,
}
NAMES = frozenset({*WITHOUT_DISPLAY, SimulatorName.DESKTOP})


@contextmanager
def open_user(simulator: str, mission: Mission, spec: RuntimeSpec, place: PreparedProject) -> Iterator[ProgramUser]:
    """Open the user `simulator` (one of `NAMES`) of the program in `place`; everything it started ends with it."""
    if simulator == SimulatorName.DESKTOP:
        with open_desktop_user(mission, spec, place) as user:
            yield user
        return
    with user_without_display(WITHOUT_DISPLAY[simulator], mission, spec, place) as program_user:
        yield program_user


def user_without_display(kind: type[U], mission: Mission, spec: RuntimeSpec, place: PreparedProject) -> U:
    """Return a user of the program in `place`, a context manager."""
    return kind(
        place.box,
        place.program,
        folder=place.folder,
        materials=mission.material,
        setting=spec.setting,
        clock=place.clock,
        worker=spec.worker,
    )


@contextmanager
def open_desktop_user(mission: Mission, spec: RuntimeSpec, place: PreparedProject) -> Iterator[DesktopUser]:
    """Open a desktop user with a display of its own. Raises `SandboxError` where there can be none."""
    from simulators.desktop import DesktopUser
    from simulators.desktop.display import open_display

    with (
        open_display(place.box, spec.sandbox, spec.environment) as display,
        DesktopUser(
            place.box,
            place.program,
            display=display,
            folder=place.folder,
            materials=mission.material,
            setting=spec.setting,
            clock=place.clock,
            worker=spec.worker,
        ) as user,
    ):
        yield user
