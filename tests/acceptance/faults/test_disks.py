"""Full disk and read-only run folder: a message, no incomplete file, and the run can be resumed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, projecteval
from tests.support.verdicts import files, verdicts

RUN = (
    "run",
    "--agent",
    "canonical",
    "--missions",
    str(MISSIONS),
    "--select",
    "hello-console",
    "--samples",
    "4",
    "--steps",
    "generate,evaluate",
    "-j",
    "2",
)
ATTEMPTS = 4


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Separate file system of half a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(folder)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a file system cannot be mounted here: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_stops_the_run_and_costs_nothing_that_was_done(small_disk: Path) -> None:
    filled = small_disk / "filled"
    begun = projecteval(*RUN[:-4], "--steps", "generate,evaluate", "--shard", "1/4", "--out", small_disk / "run")
    assert begun.status == 0, begun.stderr
    once = verdicts(small_disk / "run")
    assert len(once) == 1
    for path in (small_disk / "run" / "attempts").rglob("simulated-use.json"):
        path.unlink()

    _fill(filled)
    full = projecteval("resume", small_disk / "run", "-j", "2")

    assert full.status == 1
    assert "No space left on device" in full.stderr
    assert "projecteval resume" in full.stderr
    assert "Traceback" not in full.stderr
    assert verdicts(small_disk / "run") == {}
    assert not [name for name in files(small_disk / "run") if "/." in name]

    filled.unlink()
    assert projecteval("evaluate", small_disk / "run").status == 0
    assert verdicts(small_disk / "run") == once


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as handle:
        try:
            while True:
                handle.write(b"\0" * 1024)
        except OSError:
            os.fsync(handle.fileno())


@pytest.mark.slow
def test_a_run_folder_that_cannot_be_written_is_named(small_disk: Path) -> None:
    run = small_disk / "run"
    assert projecteval(*RUN[:-4], "--steps", "generate", "--out", run).status == 0
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    called = projecteval("evaluate", run)

    assert called.status == 1
    assert str(run) in called.stderr
    assert "Read-only file system" in called.stderr
    assert "Traceback" not in called.stderr
    reported = projecteval("report", run)
    assert (reported.status, f"run: {run}" in reported.stdout) == (0, True), reported.stdout
    assert "results.json and report.html were not written" in reported.stderr
    assert projecteval("report", run, "--json").json["run"] == str(run)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    assert projecteval("evaluate", run).status == 0
    assert len(verdicts(run)) == ATTEMPTS
