"""The whole suite for bubblewrap as an unprivileged user."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.sandbox.conftest import IS_ROOT

UNPRIVILEGED = "65534"
HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Folder of an unprivileged user; only pytest's user may enter pytest's own folder."""
    with tempfile.TemporaryDirectory() as temporary:
        os.chown(temporary, int(UNPRIVILEGED), int(UNPRIVILEGED))
        yield Path(temporary)


@pytest.mark.skipif(not IS_ROOT, reason="the suite is run by an ordinary user already")
def test_bubblewrap_keeps_its_promises_for_an_ordinary_user(folder: Path) -> None:
    interpreter, packages = _interpreter(), [path for path in sys.path if path.endswith("site-packages")]
    unprivileged = (
        "setpriv",
        f"--reuid={UNPRIVILEGED}",
        f"--regid={UNPRIVILEGED}",
        "--clear-groups",
        interpreter,
        "-B",
    )
    done = subprocess.run(
        [
            *unprivileged,
            "-m",
            "pytest",
            "-q",
            "-rs",
            "-k",
            "bubblewrap and not ordinary",
            f"--basetemp={folder}/work",
            HERE,
        ],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": ":".join([str(ROOT), *packages]),
            "HOME": str(folder),
            "TMPDIR": str(folder),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    assert "bubblewrap:" not in done.stdout, "what was skipped because bubblewrap does not work shows nothing"


def _interpreter() -> str:
    """Python of this version for all users; root's may be in a folder that only root may enter."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for found in (sys.executable, f"/usr/bin/{name}", shutil.which(name) or ""):
        if found and _usable(found):
            return found
    pytest.skip(f"there is no {name} that an ordinary user may run")


def _usable(interpreter: str) -> bool:
    """Return True when Python finds itself; execution alone would not suffice."""
    unprivileged = ("setpriv", f"--reuid={UNPRIVILEGED}", f"--regid={UNPRIVILEGED}", "--clear-groups", interpreter)
    find = (*unprivileged, "-c", "import os, sys, venv; os.stat(sys.executable)")
    return subprocess.run(find, capture_output=True, check=False).returncode == 0
