"""Outcomes of programs that the public benchmark's testcodes run in a box."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from evaluator.benchmarks.projecteval_2025.simulator.program_user import PublicProgramUser
from evaluator.benchmarks.projecteval_2025.source import EndedByExit, public_testcode
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.setting import Setting

LOOKS = """
    def test():
        out, err = utils.run_entry("main.py")
        assert "done" in out, err
"""


@pytest.fixture
def user(tmp_path: Path) -> Iterator[PublicProgramUser]:
    workspace = tmp_path / "project"
    workspace.mkdir()
    with (
        sandbox_named().box(workspace, environments.build("console")) as box,
        closing(PublicProgramUser(box, ".", ("python", "main.py"), Setting(), 0.0)) as made,
    ):
        yield made


def _run(user: PublicProgramUser, program: str, text: str = LOOKS) -> None:
    (user.home / "main.py").write_text(program)
    public_testcode("Page", "Function", {}, textwrap.dedent(text)).run(user)


def test_what_a_program_printed_is_looked_at(user: PublicProgramUser) -> None:
    _run(user, "print('done')")
    with pytest.raises(AssertionError, match="no such row"):
        _run(user, "raise ValueError('no such row')")


@pytest.mark.parametrize("program", ["import sys; sys.exit(1)", "raise SystemExit", "import argparse\nexit(2)"])
def test_a_program_that_ends_itself_ends_its_testcode(user: PublicProgramUser, program: str) -> None:
    with pytest.raises(EndedByExit, match="the program ended itself"):
        _run(user, program)


def test_a_file_is_not_renamed_to_a_name_in_use(user: PublicProgramUser) -> None:
    (user.home / "data.txt").write_text("new")
    user.rename_file("data.txt", "moved.txt")
    assert (user.home / "moved.txt").read_text() == "new"
    (user.home / "data.txt").write_text("newer")
    with pytest.raises(FileExistsError, match="already exists"):
        user.rename_file("data.txt", "moved.txt")
    assert (user.home / "moved.txt").read_text() == "new"


def test_what_a_testcode_does_afterwards_is_not_done(user: PublicProgramUser) -> None:
    text = """
        def test():
            try:
                utils.run_entry("main.py")
            except Exception:
                pass
            open("afterwards.txt", "w").close()
    """
    with pytest.raises(EndedByExit):
        _run(user, "import sys; sys.exit(0)", text)
    assert not (user.home / "afterwards.txt").exists()
