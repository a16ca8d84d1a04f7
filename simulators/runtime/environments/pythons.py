"""Interpreters that environments are built on: the one of this installation, or the version that a lock file names.

A lock file names its version in a line ``# python: 3.12``. The interpreter is looked for on the search path, among
those of pyenv, and by ``uv python find``; `python_problem` says how to get a missing one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

DIRECTIVE = re.compile(r"^# python: (?P<version>\d+\.\d+)[ \t]*$", re.MULTILINE)
OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
OLDEST = (3, 9)
"""Oldest version on which the programs in the sandbox run."""

SECONDS = 30.0
"""Seconds that a program may take to name its version or its path."""


def declared_version(lock: str) -> str:
    """Return the Python version that a lock file names; empty for that of this installation."""
    found = DIRECTIVE.search(lock)
    return found["version"] if found and found["version"] != OWN else ""


def base_python() -> str:
    """Return the path of the interpreter of this installation."""
    base = Path(sys.base_prefix) / "bin" / f"python{OWN}"
    return str(base) if base.exists() else sys.executable


def find_python(version: str) -> str:
    """Return the path of an interpreter of this version, that of this installation for ""; "" where there is none."""
    if version in ("", OWN):
        return base_python()
    return next((path for path in _candidates(version) if _is_version(path, version)), "")


def python_problem(version: str) -> str:
    """Return why there is no environment of this version, and what to do; empty when there can be one."""
    if version and tuple(map(int, version.split("."))) < OLDEST:
        return f"Python {version} is too old: environments need {'.'.join(map(str, OLDEST))} or later"
    if find_python(version):
        return ""
    how = f"pip install uv; uv python install {version}"
    return f"there is no Python {version} on this machine; install it, for instance: {how}"


def _candidates(version: str) -> Iterator[str]:
    yield shutil.which(f"python{version}") or ""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"), reverse=True))
    yield _found_by_uv(version)


def _found_by_uv(version: str) -> str:
    """Return the interpreter that uv knows, without downloading one."""
    uv = find_uv()
    done = _output(uv, "python", "find", "--no-project", "--offline", "--no-python-downloads", version) if uv else ""
    return done.strip()


def find_uv() -> str:
    """Return the path of the program uv, beside this interpreter or on the search path; empty where there is none."""
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.is_file() else shutil.which("uv") or ""


def _is_version(path: str, version: str) -> bool:
    """Return True for an interpreter of this version; a shim of pyenv that stands for none fails."""
    program = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
    return bool(path) and _output(path, "-I", "-c", program).strip() == version


def _output(*command: str) -> str:
    """Return what a program prints; empty when it cannot be started or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
