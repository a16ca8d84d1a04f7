"""A user at a real terminal, with programs written for the test."""

import venv
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from simulators.console import ConsoleUser
from simulators.runtime.sandbox import Environment, Sandbox
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.sandbox.none import NoSandbox
from simulators.setting import Setting

Seat = Callable[..., ConsoleUser]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """The plain sandbox, unless the test requests others; see `EVERY_SANDBOX`."""
    provider: Sandbox = getattr(request, "param", NoSandbox)()
    if problem := provider.problem():
        pytest.skip(f"{provider.name}: {problem}")
    return provider


EVERY_SANDBOX = pytest.mark.parametrize("sandbox", [NoSandbox, Bubblewrap], indirect=True)


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """Bare environment for every sandbox."""
    venv.EnvBuilder(symlinks=True, with_pip=False).create(tmp_path / "environment")
    return Environment("test", tmp_path / "environment")


@pytest.fixture
def seat(project: Path, sandbox: Sandbox, environment: Environment) -> Iterator[Seat]:
    """User who has started a program with the given text."""

    def sit_down(source: str, name: str = "main.py", start: bool = True, **more: Any) -> ConsoleUser:
        (project / name).write_text(dedent(source))
        program = ("python", name) if name.endswith(".py") else ("bash", name)
        more.setdefault("setting", Setting(patience=2.0))
        user = users.enter_context(ConsoleUser(box, program, **more))
        if start:
            user.starts()
        return user

    with sandbox.box(project, environment) as box, ExitStack() as users:
        yield sit_down
