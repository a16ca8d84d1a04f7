"""Ctrl+C ends a request to a model or a program at once, and the run can be resumed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.commands import BUILDER, MISSIONS, ROOT, environment, projecteval
from tests.support.model_server import serving

PROGRAM = str(Path(sys.executable).with_name("projecteval"))


PACE = 20.0
"""Seconds until the service answers: a run that waits for the answer takes as long."""


@pytest.mark.parametrize("agent", ["openai:gpt-4o", f"command:python {BUILDER} sleeps"])
def test_an_interrupted_run_ends_at_once(tmp_path: Path, agent: str) -> None:
    out = tmp_path / "run"
    options = ("--missions", str(MISSIONS), "--select", "hello-console", "--samples", "3", "--calls", "1")
    with serving(pace=PACE) as server:
        process = subprocess.Popen(
            [PROGRAM, "run", "--agent", agent, *options, "--steps", "generate", "--out", str(out)],
            env=environment(server.environment),
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        until = time.monotonic() + 60
        while not (_is_under_way(out) if agent.startswith("command:") else server.asked) and time.monotonic() < until:
            time.sleep(0.05)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=3 * PACE)
        took = time.monotonic() - begun
    assert process.returncode == 1
    assert f"projecteval resume {out}" in said
    assert "interrupted" in said
    assert "Traceback" not in said
    assert took < PACE - 1
    assert list(out.rglob("generation.json")) == []


def _is_under_way(out: Path) -> bool:
    """Its first attempt has a place for what is said."""
    return any(out.glob("attempts/*/*/*/transcript"))


def test_a_run_killed_before_its_request_was_written_is_begun_again(tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    (out / "lock.json").write_text('{"format": 3}')
    (out / ".run.toml.0a1b2c3d").write_text("agen")
    options = ("--agent", "canonical", "--missions", str(MISSIONS), "--select", "hello-console")

    begun = projecteval("run", *options, "--steps", "generate", "--out", out)

    assert begun.status == 0, begun.stderr
    assert list(out.glob(".run.toml.*")) == []


def test_a_folder_with_other_files_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "lock.json").write_text('{"format": 3}')
    (tmp_path / "notes.txt").write_text("mine")

    begun = projecteval("run", "--agent", "canonical", "--missions", str(MISSIONS), "--out", tmp_path)

    assert begun.status == 2
    assert "something else in this folder" in begun.stderr
    assert (tmp_path / "notes.txt").read_text() == "mine"
