"""Workspaces of autonomous agents: what they hold, what is taken from them, and limits of turns."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.agents.interface import Assignment
from evaluator.agents.references import NopAgent
from evaluator.agents.workspace import WHOLE_WORKSPACE, WorkspaceResults, trace_size
from evaluator.benchmarks.nl2repo.benchmark import OpenWorkspace
from evaluator.benchmarks.nl2repo.data import NL2RepoCatalog
from evaluator.model.generation import ArtifactKind
from evaluator.model.result import Attempt
from evaluator.model.trajectory import ActionKind
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.prompts import Prompts
from evaluator.strategies.stage_work import StageWork
from missions import Suite
from missions.errors import SolutionError
from missions.project_files import write_files
from tests.support.nl2repo_data import SPECIFICATION, add_task

CODE = frozenset({ArtifactKind.CODE})
TRACE = WHOLE_WORKSPACE.report("trace.jsonl")


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildTask:
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    add_task(tmp_path, "adder")
    test = tmp_path / "test_hidden.py"
    test.write_text("def test_it(): ...\n")
    mission = replace(
        NL2RepoCatalog(tmp_path).mission("adder"), suites=(Suite("upstream", {"tests/test_hidden.py": test}),)
    )
    documents = {"specification": mission.documents["specification"]}
    return BuildTask(
        Attempt("adder", "specification", "workspace"), mission, documents, None, Prompts(OpenWorkspace.templates)
    )


def _assignment(strategy: OpenWorkspace, task: BuildTask) -> Assignment:
    return StageWork(task, NopAgent(), Path()).assignment(next(strategy.stages(task)), 1, {})


def test_the_workspace_holds_the_specification_and_the_published_instruction(task: BuildTask) -> None:
    assignment = _assignment(OpenWorkspace(file_names={"specification": "start.md"}), task)
    assert set(assignment.files) == {"start.md", "PROMPT.md", ".projecteval/"}
    assert assignment.files["start.md"].decode() == SPECIFICATION
    instruction = assignment.files["PROMPT.md"].decode()
    assert instruction.startswith("According to the start.md in the workspace, implement the entire project")
    assert "tests" not in instruction
    assert (assignment.expected, assignment.turn_limit) == (CODE, None)


def test_tests_are_revealed_and_turns_limited_only_on_request(task: BuildTask) -> None:
    assignment = _assignment(OpenWorkspace(reveal_tests=True, turn_limit=50), task)
    assert assignment.files["tests/test_hidden.py"] == b"def test_it(): ...\n"
    instruction = assignment.files["PROMPT.md"].decode()
    assert "are in the workspace: tests." in instruction
    assert "at most 50 turns" in instruction
    assert assignment.turn_limit == 50


def test_the_workspace_is_the_project_without_what_was_given_and_reported(tmp_path: Path) -> None:
    given = {"start.md": b"spec", "kept.md": b"kept", "PROMPT.md": b"do"}
    trace = json.dumps({"turn": 1, "tool": "edit", "kind": "edit"}).encode()
    write_files({**given, "kept.md": b"changed", "pack.py": b"", TRACE: trace}, tmp_path)
    results = WorkspaceResults(tmp_path, CODE, WHOLE_WORKSPACE, given)
    assert set(results.solution().files) == {"kept.md", "pack.py"}
    assert results.trajectory is not None
    assert [call.kind for call in results.trajectory.calls] == [ActionKind.EDIT]
    assert (results.usage(2.0).turns, results.usage(2.0).tools) == (1, 1)
    assert trace_size(tmp_path, WHOLE_WORKSPACE) == len(trace)


def test_an_untouched_workspace_is_no_project(tmp_path: Path) -> None:
    given = {"start.md": b"spec", "PROMPT.md": b"do"}
    write_files(given, tmp_path)
    with pytest.raises(SolutionError, match="nothing is in the workspace"):
        WorkspaceResults(tmp_path, CODE, WHOLE_WORKSPACE, given).solution()


def test_a_trace_that_is_a_link_out_of_the_workspace_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside.jsonl").write_text('{"turn": 1}\n')
    (tmp_path / "work" / ".projecteval").mkdir(parents=True)
    (tmp_path / "work" / TRACE).symlink_to(tmp_path / "outside.jsonl")
    results = WorkspaceResults(tmp_path / "work", CODE, WHOLE_WORKSPACE)
    assert results.trajectory is None
    assert "leads out" in results.problems[0].failure
    assert trace_size(tmp_path / "work", WHOLE_WORKSPACE) == 0
