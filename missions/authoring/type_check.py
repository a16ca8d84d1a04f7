"""Static types of testcodes, checked by mypy where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from missions.errors import MissionError

ROOT = Path(__file__).parents[2]
OPTIONS = (
    *("--config-file", os.devnull, "--follow-imports", "silent", "--ignore-missing-imports"),
    *("--check-untyped-defs", "--no-error-summary", "--output", "json"),
)
MAX_SECONDS = 300.0
"""Seconds for all files together; the first check of a machine fills mypy's cache."""


def has_mypy() -> bool:
    return find_spec("mypy") is not None


def type_problems(files: Mapping[str, Path], cache: Path) -> dict[str, list[str]]:
    """Return the errors that mypy finds in testcodes, by mission; `files` are their paths by mission.

    Raises `MissionError` when mypy itself fails.
    """
    with tempfile.TemporaryDirectory(prefix="projecteval-types-") as temporary:
        copies = dict(_copied(files, Path(temporary)))
        done = _mypy([str(path) for path in copies], cache)
    found: dict[str, list[str]] = {mission: [] for mission in files}
    for entry in map(json.loads, filter(None, done.splitlines())):
        if entry["severity"] == "error":
            mission = copies[Path(entry["file"])]
            found[mission].append(f"testcodes.py line {entry['line']}: {entry['message']} [{entry['code']}]")
    return found


def _copied(files: Mapping[str, Path], folder: Path) -> Iterator[tuple[Path, str]]:
    """Copy files of one name to names of their own, since mypy refuses two modules of one name."""
    for number, (mission, path) in enumerate(files.items()):
        copy = folder / f"testcodes_{number}.py"
        copy.write_bytes(path.read_bytes())
        yield copy, mission


def _mypy(files: Sequence[str], cache: Path) -> str:
    command = [sys.executable, "-m", "mypy", *OPTIONS, "--cache-dir", str(cache), *files]
    places = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("MYPYPATH"))))
    variables = {**os.environ, "MYPYPATH": places}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=MAX_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise MissionError(f"mypy did not end within {MAX_SECONDS:g} seconds; use --no-types to go without") from None
    if done.returncode not in (0, 1):
        raise MissionError(f"mypy failed ({(done.stderr or done.stdout).strip()[-500:]}); use --no-types to go without")
    return done.stdout
