"""`check --keep-open` leaves the site running until it is ended, and nothing after that; `--headed` needs a desktop."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, environment, projecteval
from tests.support.parameters import in_proofs


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MISSIONS / "hello-site" / "canonical", tmp_path / "site")) / "project"


@pytest.mark.parametrize("ending", ["enter", in_proofs("interrupt")])
def test_the_site_is_open_until_it_is_ended(site: Path, tmp_path: Path, ending: str) -> None:
    program = str(Path(sys.executable).with_name("projecteval"))
    words = (
        "check",
        str(site),
        "--mission",
        "hello-site",
        "--missions",
        str(MISSIONS),
        "--only",
        "greets",
        "--keep-open",
    )
    with subprocess.Popen(
        [program, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        found = next(
            match for line in process.stderr if (match := re.search(r"open at (http://localhost:(\d+)/)", line))
        )
        with urllib.request.urlopen(found[1], timeout=20) as response:
            assert b"<h1>Hello</h1>" in response.read()
        if ending == "interrupt":
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate("\n" if ending == "enter" else None, timeout=60)
        assert process.returncode == 0
    assert "2 of 2 passed" in out
    with pytest.raises(OSError, match=r"refused|reset"):
        socket.create_connection(("127.0.0.1", int(found[2])), 2)


@pytest.mark.parametrize(
    ("mission", "options", "message", "status"),
    [
        ("hello-site", ("--watch", "--keep-open"), "--watch and --keep-open: use one of both", 2),
        ("hello-console", ("--keep-open",), "--keep-open: mission hello-console has no website", 2),
        ("hello-console", ("--headed",), "--headed: mission hello-console has no window to show", 2),
        ("hello-site", ("--headed",), "DISPLAY is not set", 1),
    ],
)
def test_what_cannot_be_shown_is_refused(
    mission: str, options: tuple[str, ...], message: str, status: int, tmp_path: Path
) -> None:
    project = Path(shutil.copytree(MISSIONS / mission / "canonical", tmp_path / "site")) / "project"
    words: list[str | Path] = ["check", project, "--mission", mission, "--missions", MISSIONS, *options]
    called = projecteval(
        *words,
        cwd=tmp_path,
        env={"DISPLAY": "", "WAYLAND_DISPLAY": ""},
    )
    assert (called.status, message in called.stderr) == (status, True), called.stderr
    assert not (tmp_path / "runs").exists()
