"""Lock files of missions: combined with the common one, named by their content."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.runtime.environments import host, lock_files
from simulators.runtime.environments.host import EnvironmentNotReady

COMMON = """\
# comment
pluggy==1.7.0 \\
    --hash=sha256:aa
    # via pytest
pytest==9.2.0 \\
    --hash=sha256:bb \\
    --hash=sha256:cc
"""


def test_a_missions_lock_is_extended_by_the_common_one() -> None:
    found = lock_files.combined(COMMON, "attrs==1.0 --hash=sha256:dd\nPluggy==1.6.0 \\\n    --hash=sha256:ee\n")

    assert lock_files.pins(found) == ("attrs==1.0", "Pluggy==1.6.0", "pytest==9.2.0")
    assert found.count("--hash") == 4


def test_a_lock_that_pins_pytest_is_used_alone() -> None:
    own = "pytest==8.0.0 --hash=sha256:dd\n"

    assert lock_files.combined(COMMON, own) == own


def test_its_folder_is_named_after_mission_and_content(tmp_path: Path) -> None:
    lock = tmp_path / "parser" / "requirements.lock"
    lock.parent.mkdir()
    lock.write_text("attrs==1.0 --hash=sha256:dd\n")
    first = host.place(str(lock))
    lock.write_text("attrs==1.1 --hash=sha256:dd\n")

    assert first.name.startswith("parser.lock-")
    assert host.place(str(lock)) != first
    assert "attrs==1.1" in host.packages(str(lock))
    assert first not in host.left_over()


def test_a_lock_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentNotReady, match="there is no such lock file"):
        host.digest(str(tmp_path / "requirements.lock"))


def test_the_common_environment_has_pytest_and_coverage() -> None:
    packages = {package.partition("==")[0] for package in host.packages("library")}

    assert {"pytest", "pytest-cov", "coverage"} <= packages
