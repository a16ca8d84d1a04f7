"""From a fresh clone: the first pages of the documentation, and the files for continuous integration."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests.support.commands import MISSIONS, ROOT, environment

TOURS = ("own-website", "missions.md", "agents.md", "installation")
"""The first pages of the four kinds of readers that the start page names."""

FENCE = re.compile(r"^```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STUBS = {
    "sudo": '#!/bin/sh\nshift\nexec "$@"\n',
    "apt-get": "#!/bin/sh\nexit 0\n",
}
"""Programs of the services' machines: the first does without the rights, the second installs nothing."""


@dataclass(frozen=True)
class Clone:
    """A clone with an environment of its own, into which its package is installed as the pages say."""

    folder: Path

    @property
    def programs(self) -> Path:
        return self.folder / ".venv" / "bin"

    def executes(self, *command: str | Path, cwd: Path | None = None, path: Sequence[Path] = ()) -> str:
        """Execute a command with the clone's programs and return what it printed; it has to succeed."""
        found = os.pathsep.join(map(str, (*path, self.programs, "/usr/local/bin", "/usr/bin", "/bin")))
        words = [str(each) for each in command]
        variables = environment({"PATH": found})
        variables.pop("PYTHONPATH", None)
        done = subprocess.run(
            words, cwd=cwd or self.folder, env=variables, capture_output=True, text=True, check=False, timeout=3600
        )
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """Clone what is committed; packages of others are those that are installed here, so that no index is needed."""
    pytest.importorskip("setuptools", "77", "setuptools 77 is not installed: the clone's package cannot be built")
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone of the repository")
    folder = tmp_path_factory.mktemp("clone") / "projecteval"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    clone = Clone(folder)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    others = folder / ".venv" / "lib" / version / "site-packages" / "installed_here.pth"
    others.write_text(f"{sysconfig.get_path('purelib')}\n")
    for name in ("pip", "pytest"):
        (clone.programs / name).write_text(f'#!/bin/sh\nexec {clone.programs / "python"} -m {name} "$@"\n')
        (clone.programs / name).chmod(0o755)
    clone.executes(clone.programs / "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", folder)
    return clone


@pytest.mark.slow
@pytest.mark.parametrize("page", TOURS)
def test_the_first_pages_work_in_a_fresh_clone(clone: Clone, page: str) -> None:
    tests = (
        "-m",
        "pytest",
        "-q",
        "-m",
        "slow or not slow",
        "tests/docs/test_blocks.py",
        "-k",
        f"{page} and blocks_of_a",
    )
    said = clone.executes(clone.programs / "python", *tests)
    assert re.search(r"\d passed", said), said
    assert "failed" not in said


@pytest.mark.slow
@pytest.mark.parametrize("service", ["GitHub", "GitLab"])
def test_the_file_of_a_service_checks_a_project(clone: Clone, tmp_path: Path, service: str) -> None:
    github, gitlab = (yaml.safe_load(text) for text in FENCE.findall((clone.folder / "docs/ci.md").read_text()))
    steps = [step["run"] for step in github["jobs"]["check"]["steps"] if "run" in step]
    lines = {"GitHub": steps, "GitLab": gitlab["check"]["script"]}[service]
    assert len(lines) == 2
    project = Path(shutil.copytree(MISSIONS / "hello-console/canonical/project", tmp_path / "site"))
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    for name, content in STUBS.items():
        (stubs / name).write_text(content)
        (stubs / name).chmod(0o755)
    wheels = tmp_path / "wheels"
    building = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, clone.folder)
    clone.executes(clone.programs / "pip", *building)
    (wheel,) = wheels.iterdir()
    mission = f"hello-console --missions {MISSIONS} --trust"
    for line in lines:
        words = line.replace("PATH/TO/projecteval.whl", str(wheel)).replace("MISSION", mission)
        words = words.replace("pip install", "pip install --no-deps --force-reinstall")
        clone.executes("bash", "-euo", "pipefail", "-c", words, cwd=project, path=(stubs,))
    assert (project / "run/report.html").is_file()
    assert "<testsuite" in (project / "junit.xml").read_text()
