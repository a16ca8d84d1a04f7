"""A user with a real folder, with programs written for the test."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from simulators.files import FilesUser
from simulators.runtime.sandbox import Environment
from simulators.runtime.sandbox.none import NoSandbox

Desk = Callable[..., FilesUser]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def materials(tmp_path: Path) -> Path:
    folder = tmp_path / "materials"
    folder.mkdir()
    return folder


@pytest.fixture
def desk(project: Path, materials: Path) -> Iterator[Desk]:
    """User of a program with the given text."""

    def sit_down(source: str = "", **more: Any) -> FilesUser:
        (project / "main.py").write_text(dedent(source))
        return users.enter_context(FilesUser(box, ("python", "main.py"), materials=materials, **more))

    with NoSandbox().box(project, Environment("test", Path(sys.prefix))) as box, ExitStack() as users:
        yield sit_down
