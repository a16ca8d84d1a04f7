"""Incomplete files of a killed process are removed when its attempt is repeated."""

from pathlib import Path

import pytest

from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.generation import Generation
from evaluator.runs.folder.paths import AttemptPaths, write_spans
from evaluator.runs.folder.records import (
    clear_unfinished,
    read_evaluation,
    set_aside_unreadable,
    write_evaluation,
    write_generation,
)


def test_only_what_is_unfinished_goes(tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)
    for kept in (paths.generation, paths.solution / ".hidden", paths.transcript / "01-code.json"):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("{}")
    (tmp_path / ".generation.json.156db4fa").write_text("{")
    (paths.transcript / ".02-code.json.00000000").write_text("{")
    (tmp_path / ".writing-abc" / "folder").mkdir(parents=True)

    clear_unfinished(paths)

    found = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert found == ["generation.json", "solution/.hidden", "transcript/01-code.json"]
    assert not (tmp_path / ".writing-abc").exists()


def test_an_attempt_that_was_not_begun_is_no_trouble(tmp_path: Path) -> None:
    clear_unfinished(AttemptPaths(tmp_path / "nothing"))


USE = "evaluations/use.json", "evaluations/use.traces.json"
EVALUATION = Evaluation("use", (Case("one", (), Outcome.PASSED),))


@pytest.mark.parametrize("damage", [b"", b"{", b'{"evaluator": 1}', b"\xff\xfe"])
@pytest.mark.parametrize(
    "name", ["generation.json", "times.json", "evaluations/use.json", "evaluations/use.traces.json"]
)
def test_a_record_that_cannot_be_read_is_made_again(name: str, damage: bytes, tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)
    write_generation(paths, Generation(None, "nothing"))
    write_spans(paths.times, [])
    write_evaluation(paths, EVALUATION)
    assert list(set_aside_unreadable(paths, generation=True, evaluations=True)) == []
    (tmp_path / name).write_bytes(damage)

    (error,) = set_aside_unreadable(paths, generation=True, evaluations=True)

    assert name in str(error)
    assert (tmp_path / f"{name}.unreadable").read_bytes() == damage
    assert not (tmp_path / name).exists()
    assert (read_evaluation(paths, "use") is None) == name.startswith("evaluations/")
    assert list(set_aside_unreadable(paths, generation=True, evaluations=True)) == []


def test_records_of_other_steps_remain(tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)
    write_evaluation(paths, EVALUATION)
    paths.generation.write_text("{")
    paths.evaluation("use").write_text("{")

    assert list(set_aside_unreadable(paths, generation=False, evaluations=False)) == []
