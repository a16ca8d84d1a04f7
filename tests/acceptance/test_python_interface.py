"""The Python interface; the examples of its page are executed by tests/docs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import projecteval
from tests.support.commands import MISSIONS, ROOT


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project and missions, with its parameter values."""
    folder = tmp_path_factory.mktemp("place")
    shutil.copytree(MISSIONS, folder / "missions")
    shutil.copytree(MISSIONS / "hello-console/canonical/project", folder / "greeter")
    shutil.copy(MISSIONS / "hello-console/canonical/parameters.toml", folder / "greeter")
    return folder


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
    with pytest.raises(projecteval.UsageError, match=r"--price none\.toml: cannot be read"):
        projecteval.run("openai:any-model", price="none.toml", missions=str(place / "missions"))
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
    shutil.rmtree(next(run.folder.rglob("evaluations")))
    unfinished = projecteval.load(run.folder)
    assert (unfinished.all_passed, unfinished.is_complete) == (False, False)
    assert unfinished.reasons[0].endswith(f"not done; continue with: projecteval resume {run.folder}")
