"""The Python interface, as its documentation shows it: every example is executed in a new process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import projecteval
from tests.support.commands import MISSIONS, ROOT

EXAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def _examples(page: str) -> list[str]:
    return EXAMPLE.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project and missions, in which the examples are executed one after the other."""
    folder = tmp_path_factory.mktemp("place")
    shutil.copytree(MISSIONS, folder / "missions")
    shutil.copytree(MISSIONS / "hello-console/canonical/project", folder / "greeter")
    shutil.copy(MISSIONS / "hello-console/canonical/parameters.toml", folder / "greeter")
    return folder


def _executed(code: str, place: Path, *options: str) -> subprocess.CompletedProcess[str]:
    script = place / "test_example.py"
    script.write_text(code)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, *options, str(script)]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, timeout=300, env=environment)


def test_every_example_of_the_page_works(place: Path) -> None:
    outputs = []
    for code in _examples("python.md"):
        is_test = code.startswith("def test_")
        options = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "projecteval.pytest_plugin") if is_test else ()
        done = _executed(code, place, *options)
        assert (done.returncode, done.stderr) == (0, ""), code + done.stdout + done.stderr
        outputs.append(done.stdout)
    assert len(outputs) == 5
    assert "2 of 2 cases passed; the report: " in outputs[0]
    assert outputs[1] == "True True\n"
    assert "['starts', 'enters', 'sees'" in outputs[2]
    assert "micro 1.00, macro 1.00" in outputs[2]
    assert "passed" in outputs[3]
    assert "1 passed" in outputs[4]


def test_the_example_of_similarity_prints_scores_without_a_traceback(place: Path) -> None:
    (code,) = _examples("similarity.md")
    done = _executed(code, place)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("0.333")


def test_everything_documented_is_importable_and_nothing_is_missing_from_the_documentation() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    assert set(projecteval.__all__) == set(projecteval.PLACES)
    for name in projecteval.__all__:
        assert getattr(projecteval, name).__name__ == name
        assert f"`{name}`" in page, name
    assert len(projecteval.__all__) > 10


def test_the_import_loads_nothing_else() -> None:
    code = (
        "import sys, projecteval; print([m for m in sys.modules if m.startswith(('evaluator', 'pydantic', 'numpy'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_wrong_input_is_an_error_in_words(place: Path) -> None:
    with pytest.raises(projecteval.UsageError, match="there is no mission 'nothing'"):
        projecteval.check(place / "greeter", "nothing", missions=str(place / "missions"))
    with pytest.raises(projecteval.UsageError, match="samplez: unknown option; did you mean samples"):
        projecteval.run("canonical", samplez=3)
    with pytest.raises(projecteval.UsageError, match="not a run folder"):
        projecteval.load(place)
    with pytest.raises(AttributeError, match="it has Attempt"):
        projecteval.nothing  # noqa: B018


def test_a_project_that_fails_is_no_error(place: Path, tmp_path: Path) -> None:
    project = Path(shutil.copytree(place / "greeter", tmp_path / "greeter"))
    (project / "main.py").write_text("print('Goodbye')")
    run = projecteval.check(
        project, "hello-console", missions=str(place / "missions"), out=tmp_path / "run", parameters={}
    )
    assert (run.all_passed, run.is_complete) == (False, True)
    assert [case.id for case in run.failures][-1] == "greets"
    assert run.reasons
