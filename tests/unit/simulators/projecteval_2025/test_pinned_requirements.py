"""Pins of a project that contradict the environment of the public benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.projecteval_2025.pinned_requirements import contradicting_pins


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pandas==1.3.5\nopenpyxl>=3.0  # tables\n", ("pandas==1.3.5",)),
        ("Pandas >= 99, < 100\n", ("Pandas<100,>=99",)),
        ("pandas\nnumpy>=1\n", ()),
        ("pandas==2.2.3\n", ()),
        ("no-such-package==1.0\nFlask\n", ()),
        ("Python 3.x\n-r other.txt\n\n# pandas==1.0\n", ()),
    ],
)
def test_versions_that_the_environment_does_not_hold_are_named(
    text: str, found: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "requirements.txt").write_text(text)
    assert contradicting_pins(tmp_path, "public") == found


def test_without_requirements_nothing_contradicts(tmp_path: Path) -> None:
    assert contradicting_pins(tmp_path, "public") == ()
    (tmp_path / "requirements.txt").symlink_to("/etc/passwd")
    assert contradicting_pins(tmp_path, "public") == ()
