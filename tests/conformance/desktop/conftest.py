"""A user at a real screen, with programs written for the test."""

import shutil
import venv
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from simulators.desktop import DesktopUser
from simulators.desktop.display import open_display
from simulators.runtime.environments import desktop_programs, host
from simulators.runtime.sandbox import Environment
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

Seat = Callable[..., DesktopUser]

WINDOW = """
import tkinter as tk
from tkinter import messagebox, ttk
root = tk.Tk()
"""


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Bare environment whose Python has tkinter."""
    if problem := host.problem(desktop_programs.NAME):
        pytest.skip(problem)
    root = tmp_path_factory.mktemp("environment") / "desktop"
    venv.EnvBuilder(symlinks=True, with_pip=False).create(root)
    for helper in host.helpers(desktop_programs.NAME):
        shutil.copy(helper, next((root / "lib").glob("python*/site-packages")))
    return Environment("desktop", root)


@pytest.fixture(scope="session")
def worker() -> Iterator[WorkerContext]:
    with WorkerContext() as context:
        yield context


@pytest.fixture
def seat(tmp_path: Path, environment: Environment, worker: WorkerContext) -> Iterator[Seat]:
    """User who has started a program with the given text behind `WINDOW`."""
    project = tmp_path / "project"
    project.mkdir()
    sandbox = Bubblewrap()
    if problem := sandbox.problem():
        pytest.skip(problem)

    variables = desktop_programs.variables(environment.root)

    def sit_down(source: str, start: bool = True, **more: Any) -> DesktopUser:
        (project / "main.py").write_text(WINDOW + dedent(source))
        more.setdefault("setting", Setting(patience=1.5))
        user = users.enter_context(DesktopUser(box, ("python", "main.py"), display=display, worker=worker, **more))
        if start:
            user.starts()
        return user

    with (
        sandbox.box(project, environment, variables=variables) as box,
        open_display(box, sandbox, environment) as display,
        ExitStack() as users,
    ):
        yield sit_down
