"""Discovery of the recorded runs in a folder, and the meaning of their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.benchmarks.projecteval_2025.recorded_run import Level, Mode, recorded_runs
from evaluator.model.errors import UsageError
from evaluator.model.generation import ArtifactKind
from tests.support.recorded_runs import a_recording, write_recording


def test_runs_keep_the_names_of_their_files(tmp_path: Path) -> None:
    write_recording(tmp_path / "m-cascade-level-2", {"": {}, "parameter": {}}, "m_20250101-000000_level_2")
    write_recording(tmp_path / "m-direct-level-1", {"": {}, "parameter": {}})
    (tmp_path / "published.json").write_text("{}")
    found = {run.name: (run.model, run.level, run.mode) for run in recorded_runs(tmp_path)}
    assert found == {
        "m_20250101-000000_level_2": ("m", Level.CHECKLIST, Mode.CASCADE),
        "m_20250101-000000_level_1": ("m", Level.PROMPT, Mode.DIRECT),
    }


def test_paths_tell_runs_of_one_name_apart(tmp_path: Path) -> None:
    for folder in ("a/direct", "b/direct"):
        write_recording(tmp_path / folder, {"": {}, "parameter": {}})
    write_recording(tmp_path / "c", {"": {}, "parameter": {}}, "other_level_1")
    assert sorted(run.name for run in recorded_runs(tmp_path)) == [
        "a-direct-m_20250101-000000_level_1",
        "b-direct-m_20250101-000000_level_1",
        "other_level_1",
    ]


def test_a_run_without_a_parameter_file_is_listed(tmp_path: Path) -> None:
    write_recording(tmp_path / "m-direct-level-1", {"": {}})
    write_recording(tmp_path / "n-direct-level-1", {"": {}, "parameter": {}}, "n_20250101-000000_level_1")
    (tmp_path / "published.json").write_text("{}")
    found = {run.name: run.asked for run in recorded_runs(tmp_path)}
    assert found == dict.fromkeys(
        ("m_20250101-000000_level_1", "n_20250101-000000_level_1"), frozenset(map(ArtifactKind, ("code", "parameters")))
    )


def test_the_layout_of_the_original_is_read(tmp_path: Path) -> None:
    for mode in ("cascade", "direct"):
        for level in (1, 3):
            write_recording(tmp_path / "m" / mode, {"": {}, "parameter": {}}, f"m_20250101-00000{level}_level_{level}")
    found = {(run.level, run.named_mode, run.mode, run.model) for run in recorded_runs(tmp_path)}
    assert found == {
        (Level.PROMPT, Mode.CASCADE, Mode.CASCADE, "m"),
        (Level.SKELETON, Mode.CASCADE, Mode.DIRECT, "m"),
        (Level.PROMPT, Mode.DIRECT, Mode.DIRECT, "m"),
        (Level.SKELETON, Mode.DIRECT, Mode.DIRECT, "m"),
    }
    assert len({run.name for run in recorded_runs(tmp_path)}) == 4


def test_without_a_telling_name_the_products_say_the_mode(tmp_path: Path) -> None:
    write_recording(tmp_path / "one", a_recording(), "answers")
    (run,) = recorded_runs(tmp_path)
    assert (run.name, run.level, run.mode) == ("answers", None, Mode.CASCADE)


def test_a_run_whose_code_is_missing_is_found(tmp_path: Path) -> None:
    write_recording(tmp_path, {"parameter": {}})
    assert len(recorded_runs(tmp_path)) == 1


def test_names_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    write_recording(tmp_path / "m-direct-level-2", {"": {}, "parameter": {}})
    with pytest.raises(UsageError, match="its folder says level 2, its own name says level 1"):
        recorded_runs(tmp_path)


@pytest.mark.parametrize("folder", ["absent", "empty"])
def test_a_folder_without_recorded_runs_is_refused(tmp_path: Path, folder: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError):
        recorded_runs(tmp_path / folder)
