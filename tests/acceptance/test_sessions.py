"""The first hour of four users, as they type it: see ``sessions/README.md``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.commands import BUILDER, MISSIONS
from tests.support.tmux import terminal

SESSIONS = Path(__file__).parent / "sessions"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@dataclass
class Entry:
    """A command line and what must be on the screen after it."""

    command: str
    expected: list[str] = field(default_factory=list)


def _read(name: str, folder: Path) -> tuple[int, list[Entry]]:
    columns, entries = 80, []
    for line in (SESSIONS / f"{name}.session").read_text(encoding="utf-8").splitlines():
        for mark, value in (("{missions}", MISSIONS), ("{agent}", BUILDER), ("{here}", folder)):
            line = line.replace(mark, str(value))
        if line.startswith("columns:"):
            columns = int(line.partition(":")[2])
        elif line.startswith("$ "):
            entries.append(Entry(line[2:]))
        elif line.startswith("> "):
            entries[-1].expected.append(line[2:])
    return columns, entries


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a site and its parameter values."""
    shutil.copytree(MISSIONS / "hello-site" / "canonical", tmp_path / "site")
    (tmp_path / "site" / "parameters.toml").rename(tmp_path / "solved.toml")
    return tmp_path


def _play(name: str, folder: Path) -> Iterator[str]:
    """Play a session; yield what is not on the screen, with the screen."""
    columns, entries = _read(name, folder)
    assert entries
    with terminal(folder, columns) as shell:
        for entry in entries:
            screen, position = shell.type(entry.command), 0
            for text in entry.expected:
                found = screen.find(text, position)
                if found < 0:
                    yield f"{text!r} is not shown after: {entry.command}\n{screen}"
                    break
                position = found + len(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["researcher", "web_engineer", "mission_author", "agent_builder"])
def test_the_first_hour_of_each_user(name: str, home: Path) -> None:
    missing = list(_play(name, home))
    assert not missing, "\n".join(missing)


def test_every_session_is_played() -> None:
    names = {"researcher", "web_engineer", "mission_author", "agent_builder"}
    assert {path.stem for path in SESSIONS.glob("*.session")} == names
