"""Scaffolds of new missions: a small one that works for every stack."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

from missions.errors import MissionError
from missions.mission import Stack

TEMPLATES = Path(__file__).parent / "scaffolds"

NEXT = """\
{folder} is a small mission that works. Make it yours, in this order:
  prompt.md            level 1: what a user would ask for, with every rule that a testcode relies on
  checklist.toml       level 2: pages, their functions, a description of each
  testcodes.py         what a user tries; every parameter says in words what the builder has to answer
  canonical/project    the solution (level 3 is derived from it), canonical/parameters.toml its answers
  mission.toml         title, technologies, what is fixed
Then, until both report no problem:
  projecteval missions validate --missions {catalog} --select {id}
  projecteval run --agent canonical --missions {catalog} --select {id}"""

NEXT_OF_LIBRARY = """\
{folder} is a small library that works. Make it yours, in this order:
  prompt.md, specification.md   what to build; every rule that a test relies on
  checklist.toml                modules, their classes and functions, a description of each
  tests/                        the suites; mission.toml names their folders
  canonical/project             the reference; projecteval diagram {folder}/canonical/project --out {folder}
  mission.toml                  title, package, suites, components, limits
Then, until it reports no problem:
  projecteval missions validate --missions {catalog} --select {id} --suites"""


def begin_mission(mission_id: str, stack: Stack, folder: Path) -> None:
    """Write a mission of `stack` into the empty folder `folder`."""
    shutil.copytree(TEMPLATES / stack, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    head = folder / "mission.toml"
    title = mission_id.replace("-", " ").capitalize()
    head.write_text(head.read_text(encoding="utf-8").replace('"A new mission"', f'"{title}"'), encoding="utf-8")


def check_id(mission_id: str) -> None:
    """Raise `MissionError` for an invalid id, which becomes a part of folder names, commands and file names."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", mission_id) or len(mission_id) > 60:
        raise MissionError(f"mission {mission_id!r}: an id has small letters, digits and single hyphens: trip-splitter")


def next_steps(mission_id: str, stack: Stack, catalog: Path) -> str:
    """Return which files to edit next, and how to check them."""
    text = NEXT_OF_LIBRARY if stack is Stack.LIBRARY else NEXT
    return text.format(folder=catalog / mission_id, catalog=shlex.quote(str(catalog)), id=mission_id)
