"""Stages of Web-Bench: two tries with the first one's error, the files of each, and what ends an attempt."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from evaluator.agents.answers.parsing import UnreadableAnswer, files_in_fences
from evaluator.benchmarks.webbench.benchmark import AtOnce, Sequential
from evaluator.benchmarks.webbench.data import WebBenchCatalog
from evaluator.benchmarks.webbench.evaluator import PLAYWRIGHT
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.result import Attempt
from evaluator.strategies import BuildTask, Stage, StageResult, Strategy
from evaluator.strategies.prompts import Prompts
from missions.project_files import ArtifactKind, Files
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import lock_files, node_packages
from simulators.setting import NODE
from tests.support.commands import ROOT

CODE = ArtifactKind.CODE
CATALOG = WebBenchCatalog(ROOT / "tests" / "fixtures" / "webbench_copy")


@pytest.fixture(autouse=True)
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's packages have a lock, in a home of the test's own."""
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    packages = CATALOG.packages("notes")
    packages.folder.mkdir(parents=True)
    shutil.copy(lock_files.LOCKS / f"{NODE}{lock_files.SUFFIX}", packages.environment)
    for name in node_packages.LOCK_NAMES:
        shutil.copy(lock_files.LOCKS / NODE / name, packages.folder)


def _task(strategy: Strategy, conversational: bool = True) -> BuildTask:
    mission = CATALOG.mission("notes")
    prompts = Prompts(strategy.templates)
    return BuildTask(Attempt("notes", "requests", "x"), mission, mission.documents, None, prompts, conversational)


def _result(files: Files, reason: str = "") -> StageResult:
    failure = Failure(FailureKind.EXPECTATION, reason) if reason else None
    case = Case("task-1 › a note", (), Outcome.FAILED if reason else Outcome.PASSED, failure)
    return StageResult({CODE: files}, evaluations={PLAYWRIGHT: Evaluation(PLAYWRIGHT, (case,))})


def _inputs(stage: Stage) -> Files:
    assert stage.inputs is not None
    return stage.inputs[CODE]


def test_a_failed_task_is_asked_once_more_with_its_error_and_then_ends_the_attempt() -> None:
    strategy = Sequential()
    stages = strategy.stages(_task(strategy))
    first = next(stages)
    assert (first.name, dict(_inputs(first))) == ("init", {})
    page = {"index.html": b"<h1>", "logo.png": b"\xff"}
    second = stages.send(_result(page))
    assert (second.name, second.prompt.count("<Binary content...>")) == ("task-1", 1)
    again = stages.send(_result({**page, "index.html": b"broken"}, "it has no item"))
    assert (again.name, "it has no item" in again.prompt) == ("task-1", True)
    assert "broken" in again.prompt
    assert again.inputs is None  # it continues in the workspace
    with pytest.raises(StopIteration):
        stages.send(_result(page, "again"))


def test_an_init_that_fails_twice_goes_on_with_the_initial_files() -> None:
    strategy = Sequential()
    stages = strategy.stages(_task(strategy, conversational=False))
    next(stages)
    stages.send(_result({}, "no"))
    first = stages.send(_result({"own.html": b""}, "no"))
    assert (first.name, set(_inputs(first))) == ("task-1", {"index.html", "drafts/idea.txt"})


def test_a_model_s_files_are_added_to_the_state_and_an_empty_one_keeps_what_is_there() -> None:
    strategy = AtOnce()
    stage = next(strategy.stages(_task(strategy)))
    found = stage.read("```html\nindex.html\n```\n```js\nnotes.js\nshow()\n```", stage.produces)[CODE]
    assert found["notes.js"] == b"show()"
    assert b"<title>" in found["index.html"]
    assert not stage.evaluate


@pytest.mark.parametrize(
    ("answer", "files"),
    [
        ("```html\na/b.html\n<p>\n```", {"a/b.html": b"<p>"}),
        ("```\n/a.js\n1\n2\n```", {"a.js": b"1\n2"}),
        ("```js\n1\nlast.js\n```", {"last.js": b"1"}),
        ("Here:\n```ts\nx.config.ts\n1\n```\n```js\nnothing\n```", {"x.config.ts": b"1"}),
        ("```vue\n[id].vue\n<a>\n```", {"[id].vue": b"<a>"}),
    ],
)
def test_fenced_blocks_are_read_by_the_name_on_their_first_or_last_line(answer: str, files: Files) -> None:
    assert files_in_fences(answer) == files


@pytest.mark.parametrize("answer", ["", "no code", "```js\nfoo()\n```", "```js\n../../x.js\n1\n```"])
def test_answers_without_a_usable_name_are_refused(answer: str) -> None:
    with pytest.raises(UnreadableAnswer):
        files_in_fences(answer)
