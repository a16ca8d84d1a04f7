"""Testcodes of a mission as items of pytest."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, ROOT

pytest_plugins = ["pytester"]

OPTIONS = ("--projecteval-mission=hello-console", "--projecteval-missions=missions", "--projecteval-project=greeter")


@pytest.fixture
def place(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A repository with a project, a mission and a test of its own."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # an editable installation is found after folders of the same name
    shutil.copytree(MISSIONS, pytester.path / "missions")
    shutil.copytree(MISSIONS / "hello-console/canonical/project", pytester.path / "greeter")
    shutil.copy(MISSIONS / "hello-console/canonical/parameters.toml", pytester.path / "greeter")
    pytester.makepyfile(test_own="def test_of_the_team(): pass")
    return pytester


def _run(place: pytest.Pytester, *options: str) -> pytest.RunResult:
    usual = ("-p", "projecteval.pytest_plugin", "-p", "no:cacheprovider", "-v", "-rA")
    return place.runpytest_subprocess(*usual, *OPTIONS, *options)


def test_every_testcode_is_a_test_beside_those_of_the_team(place: pytest.Pytester) -> None:
    (place.path / "greeter/main.py").write_text("print('Your name?'); input(); print('Goodbye')")
    result = _run(place, f"--projecteval-runs={place.path / 'runs'}")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        ["test_own.py::test_of_the_team PASSED*", "projecteval/hello-console::runnable PASSED*"]
    )
    result.stdout.fnmatch_lines(["failed: expected *", "report: */runs/hello-console-run/report.html"])
    result.stdout.fnmatch_lines(["*✓ * starts *"])
    assert (place.path / "runs/hello-console-run/report.html").is_file()


def test_only_selected_testcodes_are_tried(place: pytest.Pytester) -> None:
    result = _run(place, "-k", "of_the_team")
    result.assert_outcomes(passed=1, deselected=2)
    assert not list(Path(place.path).rglob("report.html"))


def test_an_unknown_mission_is_wrong_usage(place: pytest.Pytester) -> None:
    result = _run(place, "--projecteval-mission=nothing")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --projecteval-mission nothing: *"])
