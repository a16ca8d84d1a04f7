"""Published generations are submitted as they are: folders, or answers in blocks of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.agents.answers.parsing import files_in_blocks
from evaluator.agents.interface import Assignment, AutonomousAgent
from evaluator.agents.registry import agent_named
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation
from evaluator.model.result import Attempt
from missions.catalog import open_catalog

ANSWER = "Here it is:\n<file:name=pkg/a.py>\n\nx = 1\n\n</file>\n<file:name=/b.py>y = '<b>'</file>\nDone."


def _built(folder: Path) -> Generation:
    mission = open_catalog("libraries").mission("table-align")
    agent = agent_named(f"generations:{folder}")
    assert isinstance(agent, AutonomousAgent)
    attempt = Attempt(mission.id, "requirement", "direct")
    return agent.build(Assignment(attempt, mission, {}, frozenset(), None, folder))


def test_blocks_of_files_are_read() -> None:
    assert files_in_blocks(ANSWER) == {"pkg/a.py": b"x = 1", "b.py": b"y = '<b>'"}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("no file", "no block"),
        ("<file:name=../evil.py>x</file>", "leads out"),
        ("<file:name=C:\\evil.py>x</file>", "leads out"),
        ("<file:name=a.py>x = 1", "has no end"),
    ],
)
def test_answers_that_cannot_be_used_are_refused(answer: str, said: str) -> None:
    with pytest.raises(UnreadableAnswer, match=said):
        files_in_blocks(answer)


def test_a_folder_is_submitted_whatever_the_case_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "Table-Align/pkg").mkdir(parents=True)
    (tmp_path / "Table-Align/pkg/a.py").write_text("x = 1\n")
    generation = _built(tmp_path)
    assert generation.solution is not None
    assert generation.solution.files == {"pkg/a.py": b"x = 1\n"}


@pytest.mark.parametrize("name", ["table-align.txt", "table-align/_raw_model_output.txt"])
def test_a_raw_answer_is_submitted(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(ANSWER)
    generation = _built(tmp_path)
    assert generation.solution is not None
    assert sorted(generation.solution.files) == ["b.py", "pkg/a.py"]


def test_an_answer_without_files_and_a_missing_generation_are_the_agents_failure(tmp_path: Path) -> None:
    assert "has no generation" in _built(tmp_path).failure
    (tmp_path / "table-align.txt").write_text("I cannot do that.")
    assert "no block" in _built(tmp_path).failure


def test_missions_without_any_generation_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none of these missions"):
        agent_named(f"generations:{tmp_path}").check_missions(["table-align"])
    with pytest.raises(UsageError, match="no such folder"):
        agent_named(f"generations:{tmp_path / 'gone'}")
