"""What a killed process was still writing is removed when its attempt is done again."""

from pathlib import Path

from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import clear_unfinished


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
