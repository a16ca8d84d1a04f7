"""Where Chromium cannot use its own sandbox, the evaluation records it and the reports warn."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, projecteval

WARNING = "WARNING: 1 attempt evaluated on a machine where Chromium runs with --no-sandbox"


@pytest.fixture
def not_executable() -> Iterator[Path]:
    """Return a temporary folder in which no program can be executed: Chromium's own sandbox is not used then.

    Its path is short, as sockets need it.
    """
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "noexec,mode=1777", "none", folder]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("a file system cannot be mounted here")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.slow
def test_reports_warn_of_it(not_executable: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    words = ("--agent", "canonical", "--missions", MISSIONS, "--select", "hello-site", "--evaluators", "simulated-use")

    called = projecteval("run", *words, "-j", "1", "--out", run, env={"TMPDIR": str(not_executable)})

    assert called.status == 0, called.stderr
    assert WARNING in called.stdout
    assert WARNING in (run / "report.html").read_text()
    assert WARNING in projecteval("report", run, "--json").json["warnings"][0]
    assert WARNING in projecteval("report", run, "--format", "markdown").stdout.replace("\\", "")
    (evaluation,) = run.rglob("simulated-use.json")
    assert '"browser_sandbox"' in evaluation.read_text()
