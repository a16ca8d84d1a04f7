"""An agent's name in a request has the same meaning in every folder, and on every machine of a cluster."""

from pathlib import Path

import pytest

from evaluator.agents.registry import full_name


@pytest.mark.parametrize("spec", ["canonical", "nop", "openai:gpt-4o", "mine:some/text"])
def test_names_without_paths_stay(spec: str) -> None:
    assert full_name(spec) == spec


def test_folders_and_programs_are_named_from_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "build.sh").write_text("")
    assert full_name("replay:recorded/../runs") == f"replay:{tmp_path}/runs"
    assert full_name("command:./build.sh --fast") == f"command:{tmp_path}/build.sh --fast"
